import { expect, it } from 'vitest'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { exportHint, readSelection, describeSize, sortFiles, writeSelection } from './export-selection.ts'

it('files stand by kind in the order of the sources, the newest first', () => {
  const file = (_id: string, dataSubKind: string, createdAt: string) => exampleUpload({ _id, dataSubKind, createdAt })
  const files = [
    file('b1', 'b', '2026-11-20T10:00:00.000Z'),
    file('z1', 'gone', '2026-11-20T12:00:00.000Z'),
    file('a1', 'a', '2026-11-20T09:00:00.000Z'),
    file('b2', 'b', '2026-11-20T11:00:00.000Z'),
  ]
  expect(sortFiles(files, ['b', 'a']).map(({ _id }) => _id)).toEqual(['b2', 'b1', 'a1', 'z1'])
})

it('a selection survives the address; none leaves it', () => {
  expect(readSelection(writeSelection(new Set(['u1', 'u2'])) ?? undefined)).toEqual(new Set(['u1', 'u2']))
  expect(writeSelection(new Set())).toBeNull()
  expect(readSelection(undefined)).toEqual(new Set())
})

it('sizes and counts are told', () => {
  const file = exampleUpload({ size: 2048, counts: { records: 1, valid: 1, rejected: 0 } })
  expect(describeSize(file)).toBe('2.0 KiB, 1 record')
  expect(describeSize({ ...file, counts: null })).toBe('2.0 KiB')
  expect(exportHint([])).toBe('Nothing selected')
  expect(exportHint([file])).toBe('1 file selected, 2.0 KiB')
  expect(exportHint([file, file])).toBe('2 files selected, 4.0 KiB, they come as export.zip')
})
