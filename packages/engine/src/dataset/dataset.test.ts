import { describe, expect, it } from 'vitest'
import type { AcceptedBatch } from './dataset.types.ts'
import { datasetOf, packer, recordsOf, told, withDataset } from './dataset-for-test.ts'

/** Numbers from 0 to below 1, the same for each seed. */
function randomOf(seed: number): () => number {
  let state = seed * 2654435761 + 1
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
}

const texts = [
  '',
  'plain',
  'Größe',
  '中文 😀',
  '\ud800',
  'x\udc00y',
  '\ufeffmark',
  '007',
  'a\0b',
  'ÿ',
  'Ā'.repeat(300),
  'long '.repeat(20_000),
]
const whole = [0, 1, -1, 127, 128, -128, 255, 32_767, 32_768, -32_769, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e300]
const decimals = [
  0.1,
  12.34,
  -99.99,
  0.5,
  1.005,
  123.4567,
  0.00001,
  1 / 3,
  5e-324,
  1.7976931348623157e308,
  21474836.47,
  -0,
]
const nested = [[], {}, [1, -0, 'ÿ'], { a: { b: [null, '\ud83d'] } }, JSON.parse('{"__proto__":{"x":1}}') as object]
const keyPool = [
  'id',
  'name',
  'Größe',
  '__proto__',
  'constructor',
  'toString',
  '\ud800',
  '1',
  '10',
  '2',
  '',
  'a b',
  'price',
  'stock',
  'note',
]

function randomBatches(seed: number): AcceptedBatch[] {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const keys = keyPool.filter(() => random() < 0.6)
  const pools = new Map(keys.map((key) => [key, poolOf(pick)]))
  const unruly = random() < 0.2 ? 0.05 : 0
  let row = 0
  let line = 1
  return Array.from({ length: 1 + Math.floor(random() * 12) }, () => {
    const batch: AcceptedBatch = { read: 0, records: [], rows: [], lines: [] }
    const records: unknown[] = []
    const size = random() < 0.1 ? 0 : Math.floor(random() * 600)
    for (let i = 0; i < size; i++) {
      row++
      batch.read++
      line += random() < 0.9 ? 1 : Math.floor(random() * 400)
      if (random() < 0.05) continue
      const order = random() < unruly ? keys.toReversed() : keys
      const entries = order.filter(() => random() < 0.95).map((key) => [key, pick(pools.get(key) ?? [])])
      records.push(Object.fromEntries(entries))
      batch.rows.push(row)
      batch.lines.push(line)
    }
    return { ...batch, records }
  })
}

/** Values such as a column has: mostly of one kind, with others among them. */
function poolOf(pick: <T>(list: readonly T[]) => T): unknown[] {
  const main = pick<unknown[]>([
    texts.slice(0, -1),
    whole,
    whole.slice(0, 3),
    decimals.slice(0, 4),
    decimals,
    [true, false],
    nested,
    [null],
  ])
  const others = pick<unknown[]>([[], [], [undefined], [null], [undefined, null], ['odd'], [7, 'odd', true]])
  return [...main, ...main, ...main, ...main, ...others]
}

const seeds = Array.from({ length: 60 }, (_, i) => i + 1)

describe('the dataset of a file', () => {
  it.each(seeds)('IMP-049/engine gives each record of random batches as packing gives it (seed %i)', (seed) => {
    const batches = randomBatches(seed)
    const isPacked = seed % 4 === 0
    withDataset(datasetOf(batches, {}, isPacked), (dataset) => {
      const read = [...dataset.batches(null)]
      expect(read.map((batch) => [batch.read, batch.accepted])).toEqual(batches.map((b) => [b.read, b.records.length]))
      batches.forEach(({ records }, i) => {
        const packed = packer.pack(records, true)
        const expected = packed === null ? records.map(withoutUndefined) : packer.unpack(packed)
        const found = recordsOf(read[i]?.rows ?? []).map(withoutUndefined)
        expect(found.map(told)).toEqual(expected.map(told))
      })
    })
  })

  it.each(seeds.slice(0, 20))(
    'IMP-049/engine reads chosen fields alone, undefined where a record lacks one (seed %i)',
    (seed) => {
      const batches = randomBatches(seed)
      const fields = ['name', 'price', 'not there', 'stock']
      withDataset(datasetOf(batches), (dataset) => {
        const read = [...dataset.batches(fields)]
        batches.forEach(({ records }, i) => {
          const expected = records.map((record) =>
            fields.map((field) => told((record as Record<string, unknown>)[field])),
          )
          const found = recordsOf(read[i]?.rows ?? []).map((record) =>
            fields.map((field) => told((record as Record<string, unknown>)[field])),
          )
          expect(found).toEqual(expected)
        })
      })
    },
  )

  it.each(seeds.slice(0, 10))('IMP-049/engine finds record and row by number (seed %i)', (seed) => {
    const batches = randomBatches(seed)
    const all = batches.flatMap(({ records, rows, lines }) =>
      records.map((record, i) => ({ record, place: { row: rows[i], line: lines[i] } })),
    )
    withDataset(datasetOf(batches), (dataset) => {
      const step = Math.max(1, Math.floor(all.length / 40))
      for (let i = 0; i < all.length; i += step) {
        expect(dataset.placeOf(i + 1)).toEqual(all[i]?.place)
        const [found] = recordsOf(dataset.record(i + 1) ?? [])
        expect(told(withoutUndefined(found))).toBe(told(withoutUndefined(all[i]?.record)))
      }
      expect([dataset.placeOf(0), dataset.placeOf(all.length + 1), dataset.record(all.length + 1)]).toEqual([
        null,
        null,
        null,
      ])
    })
  })

  it('IMP-049/engine stores a group as if none had come before it', () => {
    const rows = Array.from({ length: 4000 }, (_, i) => i + 1)
    const group = (valueOf: (row: number) => unknown): AcceptedBatch => ({
      read: rows.length,
      records: rows.map((row) => ({ id: row, value: valueOf(row) })),
      rows,
      lines: rows,
    })
    // Wide texts, numbers and flags leave most behind in memory that is used again; every third place has no value.
    const wide = [(row: number) => 'Ā'.repeat(row % 300), (row: number) => row * 1e9 + 0.1, () => true]
    const lacking = (value: unknown) => (row: number) => (row % 3 === 0 ? undefined : value)
    const next = [lacking('a'), lacking(1), lacking(false), lacking(null), lacking([1]), lacking(undefined)]
    const blocksOf = (batches: AcceptedBatch[]) =>
      withDataset(datasetOf(batches), ({ index }) => index.groups.at(-1)?.columns)
    for (const before of wide) {
      for (const valueOf of next) {
        expect(blocksOf([group(before), group(valueOf)])).toEqual(blocksOf([group(valueOf)]))
      }
    }
  })

  it('IMP-049/engine ends behind the batch with the last record that is wanted, cut to it', () => {
    const batch = (from: number): AcceptedBatch => {
      const rows = Array.from({ length: 10 }, (_, i) => from + i)
      return { read: 11, records: rows.map((row) => ({ row })), rows, lines: rows }
    }
    withDataset(datasetOf([batch(1), batch(12), batch(23)]), (dataset) => {
      const counts = (max: number) => [...dataset.batches(null, max)].map(({ read, accepted }) => [read, accepted])
      expect(counts(10)).toEqual([[11, 10]])
      expect(counts(13)).toEqual([
        [11, 10],
        [11, 3],
      ])
      expect(counts(99)).toEqual([
        [11, 10],
        [11, 10],
        [11, 10],
      ])
    })
  })

  it('IMP-049/engine keeps the counts, what was found out and why the rest of a file cannot be read', () => {
    const end = {
      stamp: 'abc-f',
      detected: { encoding: 'utf-8' as const },
      notes: [{ level: 'warn' as const, message: 'ä' }],
      problem: 'Line 7',
    }
    withDataset(datasetOf(randomBatches(3), end), ({ index, foot }) => {
      expect(index).toMatchObject({ detected: end.detected, notes: end.notes, problem: 'Line 7' })
      expect(index.counts.read).toBe(index.counts.accepted + index.counts.rejected)
      expect(foot.stamp).toBe('abc-f')
    })
  })

  it('IMP-049/engine takes less room than delimited text of the same values, rows and lines included', () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({
      id: i,
      sku: `A-${i}`,
      price: (i * 7) / 100,
      isNew: i % 3 === 0,
      note: i % 2 ? 'ok' : undefined,
    }))
    const text = rows.map((row) => `${Object.values(row).join()}\n`).join('')
    const numbers = rows.map((_, i) => i + 1)
    expect(datasetOf([{ read: 5000, records: rows, rows: numbers, lines: numbers }]).length).toBeLessThan(text.length)
  })
})

function withoutUndefined(record: unknown): unknown {
  return Object.fromEntries(Object.entries(record as object).filter(([, value]) => value !== undefined))
}

it('a field that was not kept is not read as one that no record has', () => {
  const batch = { read: 2, records: [{ id: 1 }, { id: 2 }], rows: [1, 2], lines: [2, 3] }
  withDataset(datasetOf([batch], { fields: ['id', 'none'] }), (dataset) => {
    expect([...dataset.batches(['id', 'none'])].flatMap(({ rows }) => recordsOf(rows))).toEqual([{ id: 1 }, { id: 2 }])
    const fewer = 'it holds fewer fields than are read'
    expect(() => [...dataset.batches(['id', 'name'])]).toThrow(fewer)
    expect(() => [...dataset.batches(null)]).toThrow(fewer)
    expect(() => dataset.record(1)).toThrow(fewer)
  })
})
