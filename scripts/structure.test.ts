import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bounds, measureStructure, reportStructure } from './structure.mjs'

const root = join(import.meta.dirname, '..')
let clone: string

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'millrace-structure-'))
  for (const workspace of ['packages/contract', 'apps/server']) {
    mkdirSync(join(clone, workspace), { recursive: true })
    cpSync(join(root, workspace, 'package.json'), join(clone, workspace, 'package.json'))
  }
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

function write(file: string, source: string): void {
  const path = join(clone, 'apps/server/src', file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, source)
}

it.each([
  ['imports up a floor', 'people/users/users.service.ts', "import { x } from '../../work/live/live.service.ts'\n"],
  ["imports of another folder's repository", 'work/imports/a.ts', "import { x } from '../logs/logs.repository.ts'\n"],
  ['calls in a folder their address does not name', 'people/users/a.routes.ts', "  'GET /pipelines': () => 1,\n"],
  ['files with queries outside a repository', 'people/users/users.service.ts', "db.selectFrom('users')\n"],
  ['comparisons with role names outside the contract', 'people/users/a.ts', "if (caller.role !== 'user') go()\n"],
  ['comparisons with role names outside the contract', 'people/users/a.ts', "if ('admin' === role) go()\n"],
  ['comparisons with role names outside the contract', 'people/users/a.ts', "['manager', 'super-admin'].includes(x)\n"],
] as const)('counts %s', (kind, file, source) => {
  expect(measureStructure(clone)[kind]).toEqual([])
  write(file, source)
  expect(measureStructure(clone)[kind]).toEqual([expect.stringContaining(file)])
})

it('takes types of badges and kinds of audit entries for no roles', () => {
  write(
    'people/badges/a.ts',
    "const admin = badges.filter(({ type }) => type === 'admin')\nconst about = { kind: 'user' }\n",
  )
  expect(measureStructure(clone)['comparisons with role names outside the contract']).toEqual([])
})

it('counts folders that import each other, tests left out', () => {
  write('work/logs/logs.service.ts', "import { x } from '../live/live.service.ts'\n")
  write('work/live/live.test.ts', "import { x } from '../logs/logs.service.ts'\n")
  expect(measureStructure(clone)['pairs of folders that import each other']).toEqual([])
  write('work/live/live.service.ts', "import { x } from '../logs/logs.service.ts'\n")
  expect(measureStructure(clone)['pairs of folders that import each other']).toEqual([
    'apps/server: work/live <-> work/logs',
  ])
})

it('fails where a count is above its bound, and names what was found', () => {
  const lines: string[] = []
  for (let i = 0; i <= bounds['imports up a floor']; i += 1) {
    write(`platform/http/a${i}.ts`, "import { x } from '../../work/live/live.service.ts'\n")
  }
  expect(reportStructure(clone, (line: string) => lines.push(line))).toBe(false)
  expect(lines.join('\n')).toContain('apps/server/src/platform/http/a0.ts:1')
})

it('counts names that two files of a workspace export, tests left out', () => {
  const kind = 'exported names that the server has twice'
  write('work/logs/logs.service.ts', 'export async function readLogs() {}\n')
  write('work/logs/logs.test.ts', 'export const readLogs = 1\n')
  write('work/live/live.service.ts', 'const readLogs = 1\n')
  expect(measureStructure(clone)[kind]).toEqual([])
  write('work/live/live.service.ts', 'export const readLogs = 1\n')
  expect(measureStructure(clone)[kind]).toEqual([expect.stringContaining('readLogs: ')])
})
