import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installIsCurrent, markInstalled } from './install-state.mjs'

let root: string
const write = (path: string, content: unknown) => writeFileSync(join(root, path), JSON.stringify(content))
const lock = (version: string) => ({
  packages: {
    '': { dependencies: { left: version } },
    'packages/one': {},
    'node_modules/left': { version },
    'node_modules/left-win32-x64': { version, optional: true },
  },
})

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-install-'))
  for (const folder of ['packages/one', 'apps', 'node_modules']) mkdirSync(join(root, folder), { recursive: true })
  write('package.json', { dependencies: { left: '1.0.0' } })
  write('packages/one/package.json', {})
  write('package-lock.json', lock('1.0.0'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

it('asks for an install in a fresh clone, and after one that was cut short', () => {
  expect(installIsCurrent(root)).toBe(false)
  rmSync(join(root, 'node_modules'), { recursive: true })
  expect(installIsCurrent(root)).toBe(false)
})

it('is content after an install, until the lock file changes', () => {
  markInstalled(root)
  expect(installIsCurrent(root)).toBe(true)
  write('package-lock.json', lock('1.0.1'))
  expect(installIsCurrent(root)).toBe(false)
})

it('accepts what was installed by hand when it is what the lock file names, and keeps that in mind', () => {
  write('node_modules/.package-lock.json', { packages: { 'node_modules/left': { version: '1.0.0' } } })
  expect(installIsCurrent(root)).toBe(true)
  expect(readFileSync(join(root, 'node_modules/.millrace-stamp'), 'utf8')).not.toBe('')
})

it.each([
  ['an older version', { 'node_modules/left': { version: '0.9.0' } }],
  ['nothing', {}],
  ['a stranger beside it', { 'node_modules/left': { version: '1.0.0' }, 'node_modules/right': { version: '1.0.0' } }],
])('asks for an install when node_modules holds %s', (_, packages) => {
  write('node_modules/.package-lock.json', { packages })
  expect(installIsCurrent(root)).toBe(false)
})

it('asks for an install when a manifest wants what the lock file does not name; scripts alone do not matter', () => {
  write('node_modules/.package-lock.json', { packages: { 'node_modules/left': { version: '1.0.0' } } })
  write('packages/one/package.json', { scripts: { dev: 'vite' } })
  expect(installIsCurrent(root)).toBe(true)
  write('packages/one/package.json', { dependencies: { right: '1.0.0' } })
  expect(installIsCurrent(root)).toBe(false)
})
