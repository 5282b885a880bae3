import { describe, expect, it } from 'vitest'
import { loadGuestSources } from '../../host/processes/guest-sources.ts'
import { isPacked, createRowPacker, type PackedRows } from './packed-rows.ts'

const { pack, unpack } = createRowPacker(loadGuestSources().columns)

/** Seeded, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const someValues = [
  '',
  'a',
  'Łódź 棚',
  '\ud800',
  '"\\\n\0',
  0,
  -0,
  1.5,
  Number.NaN,
  Infinity,
  true,
  false,
  null,
  undefined,
]
const nested = [[], ['x', 'y'], [1, [2]], { a: 1 }, {}, new Date(0)]
const names = ['sku', '__proto__', 'constructor', '1', 'toString', 'a"b', 'ü', 'price']

function rowsOf(seed: number): Record<string, unknown>[] {
  const next = random(seed)
  const keys = names.filter(() => next(3) > 0)
  const lean = next(2) === 0
  const favourite = keys.map(() => someValues[next(someValues.length)])
  return Array.from({ length: 1 + next(40) }, () => {
    const row: Record<string, unknown> = {}
    keys.forEach((key, i) => {
      if (lean && next(5) === 0) return
      const pick = next(10)
      const value =
        pick < 7 ? favourite[i] : pick < 9 ? someValues[next(someValues.length)] : nested[next(nested.length)]
      Object.defineProperty(row, key, { value, writable: true, enumerable: true, configurable: true })
    })
    return row
  })
}

/** Own keys in order with their values: comparing objects trips over a key called __proto__. */
const entriesOf = (row: Record<string, unknown>) => Object.entries(row)

describe('createRowPacker', () => {
  it('gives back the very records: values, kinds, absent keys and the order of keys', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const rows = rowsOf(seed)
      const packed = pack(rows)
      if (packed === null) continue
      expect(isPacked(packed)).toBe(true)
      const back = unpack(packed)
      expect(back.map(entriesOf), `seed ${seed}`).toStrictEqual(rows.map(entriesOf))
      for (const row of back) expect(Object.getPrototypeOf(row)).toBe(Object.prototype)
    }
  })

  it('packs what the records of a file look like', () => {
    const packed = pack([
      { sku: 'A', price: 1, note: '' },
      { sku: 'B', note: 'x' },
    ])
    expect(packed?.keys).toEqual(['sku', 'price', 'note'])
    expect(packed?.columns.map((column) => [column.kind, column.absent])).toEqual([
      ['s', []],
      ['v', [1]],
      ['s', []],
    ])
  })

  it('takes what is undefined for absent where it is asked to', () => {
    const rows = [
      { sku: 'A', price: 1, note: undefined },
      { sku: undefined, price: undefined, note: 'x' },
      { sku: 'C', price: 3, note: 'y' },
    ]
    const packed = pack(rows, true)
    expect(packed?.columns.map(({ absent }) => absent)).toEqual([[1], [1], [0]])
    expect(unpack(packed as PackedRows)).toStrictEqual([
      { sku: 'A', price: 1 },
      { note: 'x' },
      { sku: 'C', price: 3, note: 'y' },
    ])
    expect(unpack(pack(rows) as PackedRows)).toStrictEqual(rows)
  })

  it('leaves what is no list of alike records as it is', () => {
    expect(pack([])).toBeNull()
    expect(pack([{ a: 1 }, 5])).toBeNull()
    expect(pack([{ a: 1 }, [1]])).toBeNull()
    expect(pack([{}, {}])).toBeNull()
    expect(
      pack([
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toBeNull()
    expect(pack([Object.create({ a: 1 })])).toBeNull()
  })

  it('never takes a broken answer for whole', () => {
    const packed = () =>
      pack([
        { sku: 'A', n: 1 },
        { sku: 'BC', n: 2 },
      ]) as never as Record<string, never>
    const broken = (change: (columns: Record<string, unknown>[], all: Record<string, unknown>) => void) => {
      const all = packed() as Record<string, unknown>
      change(all.columns as Record<string, unknown>[], all)
      return isPacked(all)
    }
    expect(isPacked(null)).toBe(false)
    expect(broken((columns) => columns.pop())).toBe(false)
    expect(broken((columns) => Object.assign(columns[0] ?? {}, { ends: new Uint32Array([2, 1]) }))).toBe(false)
    expect(broken((columns) => Object.assign(columns[0] ?? {}, { ends: new Uint32Array([2, 4]) }))).toBe(false)
    expect(broken((columns) => Object.assign(columns[0] ?? {}, { at: [5], odd: [null] }))).toBe(false)
    expect(broken((columns) => Object.assign(columns[1] ?? {}, { data: new Float64Array(1) }))).toBe(false)
    expect(broken((_columns, all) => Object.assign(all, { n: 3 }))).toBe(false)
    expect(broken((_columns, all) => Object.assign(all, { keys: ['sku', 1] }))).toBe(false)
    expect(broken(() => {})).toBe(true)
  })
})
