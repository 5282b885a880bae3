import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { needsRemoteSchemas, officialExclusions } from './official-tests.ts'

it('docs/schemas.md names every official test that is left out', () => {
  const page = readFileSync(new URL('../../../../docs/schemas.md', import.meta.url), 'utf8')
  for (const { file } of officialExclusions) expect(page).toContain(`\`${file}\``)
  expect(page).toContain(`\`${needsRemoteSchemas}\``)
})
