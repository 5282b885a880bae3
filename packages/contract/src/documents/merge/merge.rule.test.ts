import { describe, expect, it } from 'vitest'
import { type MergeChange, type MergeConflict, mergeJson } from './merge.rule.ts'
import { isSameText } from './same-text.ts'

const price = { type: 'number', minimum: 0 }
const base = {
  type: 'object',
  properties: { sku: { type: 'string' }, price, name: { type: 'string' } },
  required: ['sku', 'price'],
  allOf: [{ minProperties: 1 }, { maxProperties: 9 }],
}
const withPrice = (value: unknown) => ({ ...base, properties: { ...base.properties, price: value } })
const without = (names: string[], from: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))

describe('what only one side changed', () => {
  it.each<[string, unknown, unknown, unknown]>([
    [
      'another field each',
      withPrice({ ...price, minimum: 1 }),
      { ...base, title: 'Bike' },
      { ...withPrice({ ...price, minimum: 1 }), title: 'Bike' },
    ],
    [
      'two attributes of one field',
      withPrice({ ...price, minimum: 1 }),
      withPrice({ ...price, maximum: 9 }),
      withPrice({ type: 'number', minimum: 1, maximum: 9 }),
    ],
    [
      'a list of names, added to by both',
      { ...base, required: ['sku', 'price', 'name'] },
      { ...base, required: ['size', 'sku', 'price'] },
      { ...base, required: ['size', 'sku', 'price', 'name'] },
    ],
    [
      'a list of names, taken from and added to',
      { ...base, required: ['price'] },
      { ...base, required: ['sku', 'price', 'name'] },
      { ...base, required: ['price', 'name'] },
    ],
    [
      'entries of a list without names',
      { ...base, allOf: [{ minProperties: 2 }, { maxProperties: 9 }] },
      { ...base, allOf: [{ minProperties: 1 }, { maxProperties: 9 }, { not: {} }] },
      { ...base, allOf: [{ minProperties: 2 }, { maxProperties: 9 }, { not: {} }] },
    ],
    [
      'the same change by both',
      withPrice({ type: 'integer' }),
      withPrice({ type: 'integer' }),
      withPrice({ type: 'integer' }),
    ],
    [
      'the same entry added by both',
      { ...base, allOf: [...base.allOf, { not: {} }] },
      { ...base, allOf: [...base.allOf, { not: {} }] },
      { ...base, allOf: [...base.allOf, { not: {} }] },
    ],
    [
      'a field called like a prototype',
      JSON.parse(JSON.stringify(base).replace('"sku":', '"__proto__":{"type":"null"},"sku":')),
      { ...base, title: 'Bike' },
      JSON.parse(
        `${JSON.stringify(base).replace('"sku":', '"__proto__":{"type":"null"},"sku":').slice(0, -1)},"title":"Bike"}`,
      ),
    ],
    [
      'a field removed by one',
      { ...base, properties: without(['name'], base.properties) },
      { ...base, title: 'Bike' },
      { ...base, properties: without(['name'], base.properties), title: 'Bike' },
    ],
  ])('%s', (_, mine, theirs, merged) => {
    expect(mergeJson({ base, mine, theirs })).toMatchObject({ conflicts: [] })
    expect(JSON.stringify(mergeJson({ base, mine, theirs }).value)).toBe(JSON.stringify(merged))
  })

  it('parts in another order keep the order of the one who moved them, with what the other added', () => {
    const { sku, name } = base.properties
    const mine = { ...base, properties: { name, sku, price } }
    const theirs = { ...base, properties: { ...base.properties, size: { type: 'string' } } }
    const { value, conflicts, changes } = mergeJson({ base, mine, theirs })
    expect(conflicts).toEqual([])
    expect(Object.keys((value as typeof base).properties)).toEqual(['name', 'size', 'sku', 'price'])
    expect(changes.map(({ path, side }) => [path.join('/'), side])).toEqual([
      ['properties/size', 'theirs'],
      ['properties', 'mine'],
    ])
  })

  it('entries with names are the same ones wherever they stand', () => {
    const ports = [
      { name: 'in', inputSchema: { type: 'array' } },
      { name: 'prices', inputSchema: {} },
    ]
    const mine = [
      { name: 'prices', inputSchema: {} },
      { name: 'in', inputSchema: { type: 'array' } },
    ]
    const theirs = [ports[0], { name: 'prices', inputSchema: { type: 'object' } }]
    expect(mergeJson({ base: ports, mine, theirs })).toMatchObject({
      value: [{ name: 'prices', inputSchema: { type: 'object' } }, ports[0]],
      conflicts: [],
    })
  })
})

describe('what both changed', () => {
  it.each<[string, unknown, unknown, Partial<MergeConflict>]>([
    [
      'one value in two ways',
      withPrice({ ...price, minimum: 1 }),
      withPrice({ ...price, minimum: 2 }),
      { path: ['properties', 'price', 'minimum'], base: 0, mine: 1, theirs: 2 },
    ],
    [
      'removed here, changed there',
      { ...base, properties: without(['price'], base.properties) },
      withPrice({ ...price, maximum: 5 }),
      { path: ['properties', 'price'], base: price, mine: undefined, theirs: { ...price, maximum: 5 } },
    ],
    [
      'a value of another type',
      withPrice(true),
      withPrice({ ...price, maximum: 5 }),
      { path: ['properties', 'price'], mine: true },
    ],
    [
      'one field added in two ways',
      { ...base, title: 'A' },
      { ...base, title: 'B' },
      { path: ['title'], base: undefined, mine: 'A', theirs: 'B' },
    ],
    [
      'moved by both to the same order',
      { ...base, required: ['price', 'sku'] },
      { ...base, required: ['price', 'sku'] },
      {},
    ],
  ])('%s', (_, mine, theirs, conflict) => {
    const { conflicts } = mergeJson({ base, mine, theirs })
    expect(conflicts).toEqual(Object.keys(conflict).length === 0 ? [] : [expect.objectContaining(conflict)])
  })

  it('is decided by its id, each conflict by itself', () => {
    const mine = { ...withPrice({ type: 'integer', minimum: 0 }), title: 'A' }
    const theirs = { ...withPrice({ type: 'string', minimum: 0 }), title: 'B' }
    const { conflicts } = mergeJson({ base, mine, theirs })
    expect(conflicts.map(({ id }) => id)).toEqual(['value:/properties/price/type', 'value:/title'])
    const chosen = mergeJson({ base, mine, theirs }, (id) => (id === 'value:/title' ? 'mine' : 'theirs'))
    expect(chosen.value).toEqual({ ...withPrice({ type: 'string', minimum: 0 }), title: 'A' })
    expect(chosen.conflicts).toEqual(conflicts)
  })

  it('asks which order counts when both moved the same parts', () => {
    const [a, b, c] = [['x'], ['y'], ['z']]
    const sides = { base: { a, b, c }, mine: { b, a, c }, theirs: { c, a, b } }
    expect(mergeJson(sides).conflicts).toMatchObject([
      { kind: 'order', mine: ['b', 'a', 'c'], theirs: ['c', 'a', 'b'] },
    ])
    expect(Object.keys(mergeJson(sides, () => 'mine').value as object)).toEqual(['b', 'a', 'c'])
  })
})

/** Numbers of a seed, each below what is asked for. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const names = ['type', 'name', 'price', 'items', 'a/b', '__proto__x']
function randomValue(next: (below: number) => number, depth: number): unknown {
  const kind = next(depth > 3 ? 3 : 6)
  // Mostly numbers that come once, so that a lost one is missed; some that come often, as in real documents.
  if (kind === 0) return next(next(3) === 0 ? 5 : 1_000_000_000)
  if (kind === 1) return ['string', 'number', 'x', ''][next(4)]
  if (kind === 2) return [true, null][next(2)]
  if (kind === 3) return Array.from({ length: next(4) }, () => randomValue(next, depth + 1))
  return Object.fromEntries(Array.from({ length: next(5) }, () => [names[next(6)], randomValue(next, depth + 1)]))
}

/** The value with a few places changed, removed, added or moved. */
function edited(value: unknown, next: (below: number) => number): unknown {
  if (next(8) === 0) return randomValue(next, 2)
  if (Array.isArray(value)) {
    const list = value.flatMap((item) => (next(8) === 0 ? [] : [next(3) === 0 ? edited(item, next) : item]))
    if (next(4) === 0) list.splice(next(list.length + 1), 0, randomValue(next, 3))
    return next(6) === 0 ? list.toReversed() : list
  }
  if (typeof value !== 'object' || value === null) return next(2) === 0 ? value : randomValue(next, 4)
  const entries = Object.entries(value).flatMap(([name, item]) =>
    next(8) === 0 ? [] : [[name, next(3) === 0 ? edited(item, next) : item] as const],
  )
  if (next(3) === 0) entries.push([`new${next(3)}`, randomValue(next, 3)])
  return Object.fromEntries(next(6) === 0 ? entries.toReversed() : entries)
}

/** Plain values of a document, each as its text, with how often it is there. */
function leaves(value: unknown, found = new Map<string, number>()): Map<string, number> {
  if (typeof value !== 'object' || value === null) {
    const text = JSON.stringify(value) ?? 'absent'
    found.set(text, (found.get(text) ?? 0) + 1)
  } else for (const item of Object.values(value)) leaves(item, found)
  return found
}

const told = (changes: readonly MergeChange[], conflicts: readonly MergeConflict[]) => changes.length + conflicts.length

describe('random pairs of edits', () => {
  const cases = Array.from({ length: 3000 }, (_, seed) => {
    const next = random(seed + 1)
    const before = Object.fromEntries(names.map((name) => [name, randomValue(next, 1)]))
    return { seed, base: before, mine: edited(before, next), theirs: edited(before, next) }
  })

  it('one edit alone is taken as it is, letter by letter, and the same edit twice is one', () => {
    for (const { base: before, mine } of cases) {
      const expected = JSON.stringify(mine)
      for (const sides of [
        { base: before, mine, theirs: before },
        { base: before, mine: before, theirs: mine },
        { base: before, mine, theirs: mine },
      ]) {
        const { value, conflicts, changes } = mergeJson(sides)
        expect(JSON.stringify(value)).toBe(expected)
        expect(conflicts).toEqual([])
        expect(changes.length > 0).toBe(!isSameText(before, mine))
      }
    }
  })

  it('the sides may change places: the same conflicts, and the same document when each is decided the same way', () => {
    for (const { base: before, mine, theirs } of cases) {
      const one = mergeJson({ base: before, mine, theirs })
      const other = mergeJson({ base: before, mine: theirs, theirs: mine })
      expect(other.conflicts.length).toBe(one.conflicts.length)
      expect(told(other.changes, other.conflicts)).toBe(told(one.changes, one.conflicts))
    }
  })

  it('nothing disappears unreported: whatever a side has and the result lacks is a told change or a conflict', () => {
    let conflicted = 0
    for (const { seed, base: before, mine, theirs } of cases) {
      const { value, changes, conflicts } = mergeJson({ base: before, mine, theirs })
      if (conflicts.length > 0) conflicted++
      const kept = leaves(value)
      const mentioned = leaves([...changes, ...conflicts].map(({ path: _, ...rest }) => Object.values(rest)))
      for (const side of [mine, theirs])
        for (const text of leaves(side).keys())
          expect(kept.has(text) || mentioned.has(text), `seed ${seed}: ${text} is gone`).toBe(true)
      if (isSameText(value, before)) continue
      expect(told(changes, conflicts), `seed ${seed}: a change is not told`).toBeGreaterThan(0)
    }
    expect(conflicted).toBeGreaterThan(300)
  })

  it('deciding every conflict for one side keeps all that side wrote there', () => {
    for (const { seed, base: before, mine, theirs } of cases) {
      const { conflicts } = mergeJson({ base: before, mine, theirs })
      const { value } = mergeJson({ base: before, mine, theirs }, () => 'mine')
      const kept = leaves(value)
      for (const conflict of conflicts)
        if (conflict.kind === 'value' && conflict.mine !== undefined)
          for (const text of leaves(conflict.mine).keys()) expect(kept.has(text), `seed ${seed}: ${text}`).toBe(true)
    }
  })
})
