import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isRoomInMemory, removeLeftOvers } from './test-folder.mjs'

const gib = 2 ** 30
const mount = (type: string, options: string) => `proc /proc proc rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`
const usual = { mounts: mount('tmpfs', 'rw,nosuid,nodev'), free: 12 * gib, available: 20 * gib }

it.each([
  ['a machine with plenty of memory', usual, true],
  ['a container with the usual 64 MiB', { ...usual, free: 64 * 2 ** 20 }, false],
  ['memory that others use', { ...usual, available: 4 * gib }, false],
  ['programs that may not be started there', { ...usual, mounts: mount('tmpfs', 'rw,nosuid,nodev,noexec') }, false],
  ['a folder of a disk', { ...usual, mounts: mount('ext4', 'rw') }, false],
  ['a folder of the root file system', { ...usual, mounts: 'proc /proc proc rw 0 0\n' }, false],
  ['a mount over another', { ...usual, mounts: usual.mounts + mount('tmpfs', 'rw,noexec') }, false],
])('tests write into memory: %s', (_, machine, expected) => {
  expect(isRoomInMemory(machine)).toBe(expected)
})

it('what a killed run left is removed by a run of the next day, and nothing else', () => {
  const parent = mkdtempSync(join(tmpdir(), 'left-over-'))
  const make = (name: string, hours: number) => {
    const folder = join(parent, name)
    mkdirSync(folder)
    writeFileSync(join(folder, 'file'), 'text')
    const at = Date.now() / 1000 - hours * 3600
    utimesSync(folder, at, at)
    return folder
  }
  const old = make('millrace-test-run-abc', 24)
  const others = [make('millrace-test-run-def', 3), make('millrace-test-database-abc', 24)]
  removeLeftOvers(parent)
  expect(existsSync(old)).toBe(false)
  expect(others.map((folder) => existsSync(folder))).toEqual([true, true])
  rmSync(parent, { recursive: true })
})
