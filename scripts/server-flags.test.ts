import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { serverFlags } from './server-flags.mjs'

it('a server gets flags that its Node knows, or it would not start', () => {
  const major = Number.parseInt(process.versions.node, 10)
  const { status, stderr } = spawnSync(process.execPath, [...serverFlags(major), '--version'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(serverFlags()).toContain('--external-memory-accounted-in-global-limit')
  expect(serverFlags(26)).not.toContain('--external-memory-accounted-in-global-limit')
})
