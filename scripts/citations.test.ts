import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bounds, measureCitations } from './citations.mjs'

let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'millrace-citations-'))
  write('package.json', '{ "scripts": { "start": "node start.mjs" } }')
  write('docs/requirements.md', '- UPL-005 (both): One (D-61).\n- D-61: Two.\n- G5: Three.\n- S3: Four.\n')
  write('docs/decisions/0006-the-ending-transaction.md', '# 6. The ending transaction\n')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true })
  writeFileSync(join(clone, file), text)
}

/** Put together here: it would be read as the id of a test of this file. */
const unknownId = ['ABC', '001'].join('-')
const unknownIds = () => measureCitations(clone)['ids that docs/requirements.md lacks']
const outside = () => measureCitations(clone)['citations of pages outside the repository']

describe('ids', () => {
  it.each([
    ['apps/server/src/a.ts', '/** Under 20 MiB (UPL-005, D-61, G5, S3, decision 6). */\n'],
    ['apps/server/src/a.ts', "const hash = 'SHA-256'\nconst cell = 'G17'\n"],
    ['e2e/a.e2e.ts', "it('UPL-005/ui G5: refuses', run)\n"],
  ])('of the page may be cited: %s %s', (file, text) => {
    write(file, text)
    expect(unknownIds()).toEqual([])
  })

  it.each([
    ['apps/server/src/a.ts', '/** Refused (UPL-999). */\n', 'UPL-999'],
    ['packages/contract/src/a.test.ts', `it('${unknownId}/api refuses', run)\n`, unknownId],
    ['apps/web/src/a.tsx', 'const a = 1 // D-142\n', 'D-142'],
    ['apps/server/migrations/0001_a.sql', '-- G17\n', 'G17'],
    ['bench/a.ts', "it('S11: a title', run)\n", 'S11'],
    ['docs/a.md', 'See decision 99.\n', 'decision 99'],
    ['CONTRIBUTING.md', 'See UPL-006.\n', 'UPL-006'],
  ])('that the page lacks are named: %s %s', (file, text, id) => {
    write(file, text)
    expect(unknownIds()).toEqual([`${file}:1 cites ${id}`])
  })
})

describe('pages outside the repository', () => {
  it.each([
    '/** One waits at most (settled point 15). */',
    '/** As settled points 6 to 8 say. */',
    '/** Calls of the trees (wire contract, section 10). */',
    '// see decisions.md',
    '// makes the whole file unreadable (point 17)',
  ])('are not cited: %s', (line) => {
    write('packages/engine/src/a.ts', `const a = 1\n${line}\n`)
    expect(outside()).toEqual([`packages/engine/src/a.ts:2 ${line}`])
  })

  it('are what these words alone do not mean', () => {
    write('packages/engine/src/a.ts', '// At this point 20 lines are read. A decimal point 3 digits from the end.\n')
    expect(outside()).toEqual([])
  })
})

it('each kind has a bound', () => {
  expect(Object.keys(measureCitations(clone))).toEqual(Object.keys(bounds))
})
