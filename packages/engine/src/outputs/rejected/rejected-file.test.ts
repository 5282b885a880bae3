import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Finding } from '@millrace/contract'
import { readRejectedFindings, readRejectedHead, readRejectedRecords } from './read-rejected.ts'
import { RejectedLines } from './rejected-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-rejected-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const finding = (row: number, n: number): Finding => ({
  row,
  line: row + 1,
  column: 'a',
  path: '',
  rule: 'type',
  value: `v${n}`,
  message: `fault ${n} with "quotes"\nand lines`,
})
/** Records with one, two and three findings in turn. */
function makeFile(records: number) {
  const lines = new RejectedLines({ columns: ['a', 'b'] })
  const all: Finding[] = []
  const chunks: Buffer[] = []
  for (let row = 1; row <= records; row++) {
    const findings = Array.from({ length: (row % 3) + 1 }, (_, i) => finding(row, all.length + i + 1))
    all.push(...findings)
    chunks.push(lines.add(findings, [`a${row}`, 'Größe\n'.repeat(row % 7)]) ?? Buffer.alloc(0))
  }
  const path = join(folder, `${records}.jsonl`)
  writeFileSync(path, Buffer.concat(chunks))
  return { path, all, summary: lines.summary, size: Buffer.concat(chunks).length }
}

describe('the file of rejected records', () => {
  it('gives any page of its findings back, near the place the index leads to', async () => {
    const { path, all, summary, size } = makeFile(3000)
    expect(summary).toMatchObject({ bytes: size, records: 3000, findings: all.length })
    expect(summary.index).toHaveLength(Math.ceil(all.length / 1000))
    for (const from of [1, 2, 999, 1000, 1001, 2500, 3001, 5950, all.length]) {
      expect(await readRejectedFindings(path, summary.index, from, 100), `from ${from}`).toEqual(
        all.slice(from - 1, from + 99),
      )
    }
    expect(await readRejectedFindings(path, summary.index, all.length + 1, 10)).toEqual([])
    expect(await readRejectedFindings(path, summary.index, 1_000_000, 10)).toEqual([])
  })

  it('gives all its records back, whatever lines are cut by the chunks that are read', () => {
    const { path, size } = makeFile(20_000)
    const fd = openSync(path, 'r')
    try {
      expect(readRejectedHead(fd, size)).toEqual({ columns: ['a', 'b'] })
      let row = 0
      for (const { place, record } of readRejectedRecords(fd, size)) {
        row++
        expect(place[1]).toBe(row)
        expect(record).toEqual([`a${row}`, 'Größe\n'.repeat(row % 7)])
      }
      expect(row).toBe(20_000)
    } finally {
      closeSync(fd)
    }
  })

  it('is full at its limit, from that record on', () => {
    const lines = new RejectedLines({ columns: ['a'] }, 500)
    const taken = Array.from({ length: 10 }, (_, i) => lines.add([finding(i, i)], [i === 3 ? 'x'.repeat(300) : 'x']))
    const kept = taken.filter((bytes) => bytes !== null)
    expect(kept).toHaveLength(3)
    expect(taken.slice(3)).toEqual(Array.from({ length: 7 }, () => null))
    expect(lines.summary).toMatchObject({ records: 3, findings: 3, bytes: Buffer.concat(kept).length })
  })
})
