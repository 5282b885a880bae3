import { describe, expect, it } from 'vitest'
import { isSameJson } from '../schemas/json-equality.ts'
import { compareWithMaster, type InheritableFields, rollOut } from './inheritance.rule.ts'

/** Numbers of a seed, each below what is asked for. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Next = (below: number) => number
const oneOf = <T>(next: Next, values: readonly T[]): T => values[next(values.length)] as T
const some = (next: Next, values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(() => next(3) > 0))

const config = (next: Next) =>
  oneOf(next, [
    undefined,
    some(next, { delimiter: oneOf(next, [',', ';']), decimal: oneOf(next, ['.', ',']), header: true }),
    { method: 'GET', url: oneOf(next, ['https://a.example', 'https://b.example']) },
    { connection: 'c', query: oneOf(next, ['select 1', 'select 2']) },
  ])
const target = (next: Next) =>
  oneOf(next, [
    undefined,
    { kind: 'table', connection: 'c', table: oneOf(next, ['a', 'b']), keys: oneOf(next, [['k'], ['k', 'l']]) },
    { kind: 'http', url: 'https://a.example', batchSize: oneOf(next, [1, 2]) },
  ])

const present = (element: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(element).filter(([, value]) => value !== undefined))

const anyPipeline = (next: Next): InheritableFields => ({
  ...{ brand: oneOf(next, [null, 'a', 'b']), productLine: oneOf(next, ['a', 'b']), datakind: oneOf(next, ['a', 'b']) },
  ...{ locale: oneOf(next, ['a', 'b']), component: oneOf(next, ['a', 'b']), inputSchema: {}, outputSchema: {} },
  pipelineSchema: oneOf(next, [{}, { type: 'object' }]),
  dataSources: ['one', 'two', 'three']
    .filter(() => next(4) > 0)
    .map((dataSubKind) => present({ dataSubKind, contentType: oneOf(next, ['csv', 'json']), config: config(next) })),
  dataSinks: ['out', 'more']
    .filter(() => next(4) > 0)
    .map((name) => present({ name, format: oneOf(next, [undefined, 'csv', 'json']), target: target(next) })),
})

/** A pipeline whose fields come from one of those before it, most of them from the first. */
const mixed = (next: Next, from: readonly InheritableFields[]): InheritableFields => {
  const [first = anyPipeline(next), ...others] = from
  const pick = () => (next(4) > 0 ? first : oneOf(next, [...others, anyPipeline(next)]))
  const keys = Object.keys(first) as (keyof InheritableFields)[]
  return Object.fromEntries(keys.map((key) => [key, pick()[key]])) as InheritableFields
}

/** The value at a pointer; sources and sinks stand by name. */
function valueAt(pipeline: InheritableFields, pointer: string): unknown {
  const [first = '', ...path] = pointer.slice(1).split('/')
  const key = first === 'dataSources' ? 'dataSubKind' : 'name'
  return path.reduce<unknown>(
    (value, part) =>
      Array.isArray(value)
        ? value.find((item) => item[key] === part)
        : (value as Record<string, unknown> | undefined)?.[part],
    (pipeline as Record<string, unknown>)[first],
  )
}

const seeds = 3000
const cases = Array.from({ length: seeds }, (_, seed) => {
  const next = random(seed + 1)
  const stored = anyPipeline(next)
  const newest = mixed(next, [stored])
  return { seed, stored, newest, country: mixed(next, [stored, newest]) }
})

describe(`rolling out, ${seeds} pipelines of a seed each`, () => {
  it('never changes what is the country’s own', () => {
    let overrides = 0
    for (const { seed, country, stored, newest } of cases) {
      const rolled = rollOut(country, stored, newest)
      for (const { pointer, state, own } of compareWithMaster(country, stored, newest)) {
        if (state === 'inherited') continue
        overrides += 1
        expect(isSameJson(valueAt(rolled, pointer), own), `seed ${seed}: ${pointer} is changed`).toBe(true)
      }
    }
    expect(overrides).toBeGreaterThan(seeds)
  })
  it('gives everything else the newest value of the master', () => {
    for (const { seed, country, stored, newest } of cases) {
      const inherited = compareWithMaster(country, stored, newest).filter(({ state }) => state === 'inherited')
      const rolled = rollOut(country, stored, newest)
      for (const { pointer, newest: value } of inherited) {
        expect(isSameJson(valueAt(rolled, pointer), value), `seed ${seed}: ${pointer} is behind`).toBe(true)
      }
    }
  })
  it('changes nothing when it is done again', () => {
    for (const { seed, country, stored, newest } of cases) {
      const once = rollOut(country, stored, newest)
      expect(rollOut(once, newest, newest), `seed ${seed}`).toEqual(once)
    }
  })
  it('leaves no field drifted', () => {
    for (const { seed, country, stored, newest } of cases) {
      const states = compareWithMaster(rollOut(country, stored, newest), newest).map(({ state }) => state)
      expect(states, `seed ${seed}`).not.toContain('drifted')
    }
  })
})
