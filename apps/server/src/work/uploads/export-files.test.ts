import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { unzipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import type { FileStore } from '../../platform/files/file-store.ts'
import { toEntryNames, toEntryName, zipOf } from './export-files.ts'
import { labelOf } from '../../platform/files/file-label.ts'

describe('names inside an archive', () => {
  it('EXP-007/api numbers equal names before their ending, ignoring case', () => {
    expect(toEntryNames(['a.csv', 'a.csv', 'A.csv', 'b', 'b', 'a (1).csv'])).toEqual([
      'a.csv',
      'a (1).csv',
      'A (2).csv',
      'b',
      'b (1)',
      'a (1) (1).csv',
    ])
  })
  it.each([
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\temp\\a.csv', 'C__temp_a.csv'],
    ['..', '_'],
    ['', 'file'],
    ['a\u0000b.csv', 'a_b.csv'],
    ['Räder 1.csv', 'Räder 1.csv'],
  ])('S10 %j becomes the plain name %j', (name, expected) => {
    expect(toEntryName(name)).toBe(expected)
  })
})

describe('an archive', () => {
  const createdAt = new Date('2026-01-05T10:00:00.000Z')
  const zipped = (names: readonly string[], read: FileStore['read']) =>
    zipOf(
      { read } as FileStore,
      names.map((name) => ({ name, key: name, createdAt })),
    )

  it('EXP-007/api holds many files, and listens to its end once', async () => {
    const warned = vi.fn()
    process.on('warning', warned)
    const names = Array.from({ length: 30 }, (_, i) => `${i}.csv`)
    const archive = zipped(names, async (key) => Readable.from([Buffer.from(`of ${key}`)]))
    const entries = unzipSync(await buffer(archive))
    process.off('warning', warned)
    expect(Object.keys(entries)).toEqual(names)
    expect(Buffer.from(entries['29.csv'] ?? []).toString()).toBe('of 29.csv')
    expect(warned).not.toHaveBeenCalled()
  })

  it.each(['while a file is read', 'while a file is opened'])(
    'closes its file when who reads it goes %s',
    async (when) => {
      const file = new Readable({ read() {} })
      const { promise, resolve } = Promise.withResolvers<Readable>()
      const archive = zipped(['a.csv'], () => promise)
      const opens =
        when === 'while a file is read'
          ? [() => resolve(file), () => archive.destroy()]
          : [() => archive.destroy(), () => resolve(file)]
      for (const step of opens) {
        step()
        await nextTurn()
      }
      expect(file.destroyed).toBe(true)
    },
  )
})

describe('labelOf', () => {
  it.each([
    ['/tmp/x/a.csv', 'a.csv'],
    ['C:\\x\\a.csv', 'a.csv'],
    ['a\r\nb.csv', 'ab.csv'],
    [' a.csv ', 'a.csv'],
  ])('%j is shown as %j', (name, expected) => {
    expect(labelOf(name)).toBe(expected)
  })
  it('cuts a long name before its ending', () => {
    const label = labelOf(`${'ü'.repeat(300)}.csv`)
    expect(label).toHaveLength(255)
    expect(label).toMatch(/ü\.csv$/)
  })
})
