import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Finding } from '@millrace/contract'
import { RejectedLines, type RejectedRecord } from './rejected-file.ts'
import { maxShownBytes, readRejectedRecord } from './rejected-record.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-record-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const finding = (row: number, place: number): Finding => ({
  row,
  line: row + 1,
  column: place === 0 ? 'a' : 'b',
  path: `/${place}`,
  rule: 'type',
  value: `v${place}`,
  message: `fault ${place} with "quotes"\nand lines`,
})
/** Records with one, two and three findings in turn. */
function makeFile(name: string, columns: string[] | null, records: RejectedRecord[]) {
  const lines = new RejectedLines({ columns })
  const rowOf: number[] = []
  const chunks = records.map((record, i) => {
    const findings = Array.from({ length: (i % 3) + 1 }, (_, place) => finding(i + 1, place))
    rowOf.push(...findings.map(() => i))
    return lines.add(findings, record) ?? Buffer.alloc(0)
  })
  const path = join(folder, name)
  writeFileSync(path, Buffer.concat(chunks))
  return { path, index: lines.summary.index, rowOf }
}

describe('the record of a finding', () => {
  it('is the one with the nth finding, whatever lines are cut by the chunks that are read', async () => {
    const records = Array.from({ length: 9000 }, (_, i) => [`a${i}`, `Größe ${i}\n`.repeat(i % 40)])
    const { path, index, rowOf } = makeFile('many', ['a', 'b'], records)
    for (const n of [1, 2, 3, 4, 999, 1000, 1001, 1002, 5555, 12_001, rowOf.length]) {
      const at = rowOf[n - 1] as number
      expect(await readRejectedRecord(path, index, n), `finding ${n}`).toEqual({
        row: at + 1,
        line: at + 2,
        columns: ['a', 'b'],
        record: records[at],
        findings: Array.from({ length: (at % 3) + 1 }, (_, place) => finding(at + 1, place)),
      })
    }
    for (const n of [0, -1, rowOf.length + 1, 1_000_000]) expect(await readRejectedRecord(path, index, n)).toBeNull()
  })

  it('has the names of its own where the file has no columns', async () => {
    const record = { a: 1, b: { c: [true, null] } }
    const { path, index } = makeFile('objects', null, [record])
    expect(await readRejectedRecord(path, index, 1)).toMatchObject({ columns: null, record })
  })

  it('is not read where it is larger than a person would read', async () => {
    const { path, index } = makeFile(
      'large',
      ['a', 'b'],
      [
        ['x'.repeat(maxShownBytes), ''],
        ['small', ''],
      ],
    )
    expect(await readRejectedRecord(path, index, 1)).toBe('large')
    expect(await readRejectedRecord(path, index, 3)).toMatchObject({ record: ['small', ''] })
  })
})
