import { afterEach } from 'vitest'
import { describePages } from './browser.ts'

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') for (const page of await describePages()) console.error(page)
})
