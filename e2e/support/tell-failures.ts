import { afterEach } from 'vitest'
import { describePages } from './browser.ts'

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  // As errors of the test, they stand in the report, too, from which the end of `npm test` lists the failures.
  for (const message of await describePages()) task.result.errors?.push({ name: 'Page', message, stack: message })
})
