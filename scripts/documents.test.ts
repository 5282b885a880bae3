import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findDeadNames } from './documents.mjs'

let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'millrace-documents-'))
  write('package.json', '{ "scripts": { "start": "", "bench": "" } }')
  write('README.md', '# Millrace\n\n## Two commands, and more\n')
  write('apps/server/src/work/uploads/uploads.routes.ts', 'export function streamParts() {}\n')
  write('apps/server/src/platform/config/read-settings.ts', "text('MILLRACE_DATA')\n")
  write('scripts/test-database.ts', 'process.env.MILLRACE_TEST_DATABASE_URL\n')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone, file)), { recursive: true })
  writeFileSync(join(clone, file), text)
}

it.each([
  '`apps/server/src/work/uploads/uploads.routes.ts` and `uploads/uploads.routes.ts`, `uploads.routes.ts`, `*.routes.ts`, `.routes.ts`',
  '`apps/server/src/work/`, `uploads/`, but no paths of calls: `/uploads/last`, `{API root}/socket`',
  '`npm start`, `npm run bench -- sizes`',
  '`MILLRACE_DATA` and `MILLRACE_TEST_DATABASE_URL`, `MILLRACE_*`',
  '[here](../README.md#two-commands-and-more), [there](https://example.com/x.ts), [below](#below)\n\n## Below',
  '`streamParts` and `streamParts()`, but `export default` and `plain` are no names of code',
])('what exists may be named: %s', (text) => {
  write('docs/flows.md', `${text}\n`)
  expect(findDeadNames(clone)).toEqual([])
})

it.each([
  ['`apps/server/src/uploads/uploads.routes.ts`', 'path apps/server/src/uploads/uploads.routes.ts'],
  ['`http/register.ts`', 'path http/register.ts'],
  ['`loads.routes.ts`', 'path loads.routes.ts'],
  ['`outbound/`', 'path outbound/'],
  ['`npm run picture`', 'npm script picture'],
  ['`npm test`', 'npm script test'],
  ['`MILLRACE_RUNTIME`', 'setting MILLRACE_RUNTIME'],
  ['[gone](gone.md)', 'link gone.md'],
  ['[gone](../README.md#three-commands)', 'link ../README.md#three-commands'],
  ['`armSchedule`', 'name armSchedule'],
  ['`ChooseFile`', 'name ChooseFile'],
])('what does not exist is named with its place: %s', (text, dead) => {
  write('docs/flows.md', `# Flows\n\n${text}\n`)
  expect(findDeadNames(clone)).toEqual([`docs/flows.md:3 ${dead}`])
})

it('in fenced examples only scripts and settings are looked at', () => {
  write('CONTRIBUTING.md', '```sh\nnpm run gone\ncat `some/file.ts`\n```\n`some/file.ts`\n')
  expect(findDeadNames(clone)).toEqual(['CONTRIBUTING.md:2 npm script gone', 'CONTRIBUTING.md:5 path some/file.ts'])
})
