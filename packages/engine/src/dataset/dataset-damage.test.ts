import { describe, expect, it } from 'vitest'
import type { AcceptedBatch } from './dataset.types.ts'
import { datasetOf, recordsOf, told, withDataset } from './dataset-for-test.ts'
import { DatasetError } from './dataset-error.ts'

const rows = Array.from({ length: 900 }, (_, i) => i + 1)
const records = rows.map((row) => ({
  row,
  name: `Größe ${row}`,
  price: row / 100,
  tags: row % 7 ? undefined : ['x', row],
}))
const batches: AcceptedBatch[] = [0, 300, 600].map((from) => ({
  read: 300,
  records: records.slice(from, from + 300),
  rows: rows.slice(from, from + 300),
  lines: rows.slice(from, from + 300).map((row) => row * 2),
}))
const odd: AcceptedBatch = {
  read: 2,
  records: [
    { a: 1, b: 2 },
    { b: 2, a: 1 },
  ],
  rows: [901, 902],
  lines: [1, 2],
}

const readAll = (bytes: Uint8Array): string =>
  withDataset(bytes, (dataset) => {
    const read = [...dataset.batches(null)].flatMap(({ rows: some }) => recordsOf(some))
    return read.map((record, i) => `${told(dataset.placeOf(i + 1))} ${told(record)}`).join('\n')
  })

describe.each([false, true])('a damaged dataset (packed: %s)', (isPacked) => {
  const whole = datasetOf([...batches, odd], {}, isPacked)
  const expected = readAll(whole)

  it('IMP-049/engine is refused wherever a byte of it was changed', () => {
    for (let i = 0; i < 400; i++) {
      const at = Math.floor((whole.length * i) / 400)
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] as number) ^ (1 << (i % 8))
      expect(outcomeOf(damaged), `byte ${at}`).toBe('refused')
    }
  })

  it('IMP-049/engine is refused wherever it was cut off, and with bytes behind its end', () => {
    for (let i = 0; i < 100; i++) {
      expect(outcomeOf(whole.subarray(0, Math.floor((whole.length * i) / 100)))).toBe('refused')
    }
    expect(outcomeOf(Buffer.concat([whole, Buffer.from('x')]))).toBe('refused')
    expect(readAll(whole)).toBe(expected)
  })

  function outcomeOf(bytes: Uint8Array): string {
    try {
      return readAll(bytes) === expected ? 'as before' : 'other records'
    } catch (problem) {
      if (problem instanceof DatasetError) return 'refused'
      throw problem
    }
  }
})
