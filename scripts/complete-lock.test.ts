import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { completeLock } from './complete-lock.mjs'

it('adds the packages of other systems, with the version that is asked for', () => {
  const packages = {
    'node_modules/tool': {
      version: '1.2.3',
      dev: true,
      optionalDependencies: { 'tool-linux-x64-musl': '1.2.3', 'tool-win32-arm64': '1.2.3', extra: '1.0.0' },
    },
    'node_modules/tool-win32-arm64': { version: '1.2.3', optional: true },
  }
  expect(completeLock(packages)).toEqual(['tool-linux-x64-musl'])
  expect(packages).toHaveProperty('node_modules/tool-linux-x64-musl', {
    version: '1.2.3',
    cpu: ['x64'],
    libc: ['musl'],
    os: ['linux'],
    dev: true,
    optional: true,
  })
})

it('has nothing to add to the lock file of this repository, which npm ci would refuse otherwise', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'))
  expect(completeLock(lock.packages)).toEqual([])
})
