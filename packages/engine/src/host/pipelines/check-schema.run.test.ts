import type { JsonSchema } from '@millrace/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunnerLimits } from '../../runs/limits.ts'
import { prepareRunners } from '../processes/prepare-runners.ts'
import { checkSchema } from './check-schema.ts'

const { signal } = new AbortController()
const check = async (schema: JsonSchema, store: Record<string, JsonSchema> = {}, limits = {}) =>
  (await checkSchema(schema, store, { signal, limits }))?.message ?? null

beforeAll(() => {
  prepareRunners()
})

/** References that double at each step: as many ways through them as 2 to the power of `steps`. */
function doubling(steps: number, wrap: (ref: JsonSchema) => JsonSchema): JsonSchema {
  const definitions: JsonSchema = { d0: { type: 'object' } }
  for (let n = 1; n <= steps; n++) definitions[`d${n}`] = wrap({ $ref: `#/definitions/d${n - 1}` })
  return { definitions, allOf: [{ $ref: `#/definitions/d${steps}` }] }
}

const nested = (keyword: string, depth: number): JsonSchema =>
  JSON.parse(`{"${keyword}":[`.repeat(depth) + '{"type":"string"}' + ']}'.repeat(depth)) as JsonSchema

/** As many objects of as many fields, described as authors do. */
function fields(objects: number, each: number): JsonSchema {
  const description = 'As its maker calls it; empty where the maker says nothing about it, which is not the same as no.'
  const many = (count: number, item: (n: number) => JsonSchema): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, n) => [`part${n}`, item(n)])),
  })
  const field = (n: number) => ({ type: 'string', maxLength: 40, description, ui: { label: `Field ${n}`, columns: 6 } })
  return many(objects, () => many(each, field))
}

describe('the check of a schema', () => {
  it('S2 accepts in a process of its own what a run could use', async () => {
    const store = { 'importer://schema/id/1': { type: 'string' } }
    expect(await check({ properties: { a: { $ref: 'importer://schema/id/1' } } }, store)).toBeNull()
  })

  it.each<[string, JsonSchema, RegExp | null, Partial<RunnerLimits>?]>([
    ['references that multiply', doubling(40, (ref) => ({ allOf: [ref, ref] })), /its references multiply/],
    ['alternatives that multiply', doubling(40, (ref) => ({ anyOf: [ref, { not: ref }] })), /its references multiply/],
    [
      'fields that multiply',
      doubling(40, (ref) => ({ properties: { a: ref, b: ref } })),
      // Each is compiled once; how often it applies is decided by the data.
      null,
    ],
    ['a schema within itself', { allOf: [{ $ref: '#' }] }, /refers to itself without end \(at schema\/allOf\/0\)$/],
    [
      'definitions that lead to each other',
      { definitions: { a: { $ref: '#/definitions/b' }, b: { allOf: [{ $ref: '#/definitions/a' }] } } },
      /refers to itself without end \(at schema\/definitions\/a\)$/,
    ],
    ['deep nesting', nested('allOf', 60), null],
    ['very deep nesting', nested('allOf', 20_000), /nested too deeply/],
    [
      'three thousand fields',
      { properties: Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`p${n}`, { type: 'number' }])) },
      null,
    ],
    [
      'a hundred thousand fields',
      { properties: Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`p${n}`, { type: 'number' }])) },
      /it takes too (?:long|much memory) to compile/,
      // That the limits of the product end such a schema is shown through the service, in schemas.db.test.ts.
      { runMs: 3000 },
    ],
    ['a schema of 5 MB with 26,000 fields', fields(52, 500), null],
    ['a huge enum', { enum: Array.from({ length: 100_000 }, (_, n) => `value ${n}`) }, null],
    ['a faulty pattern nobody refers to', { definitions: { a: { pattern: '(' } } }, /is not a regular expression/],
    ['a dangling reference nobody refers to', { definitions: { a: { $ref: '#/b' } } }, /can't resolve reference/],
    ['an address outside the store', { $ref: 'https://example.com/a.json' }, /^Schema not exist\.$/],
  ])('S2 %s', async (_what, schema, message, limits) => {
    const found = await check(schema, {}, limits)
    if (message === null) expect(found).toBeNull()
    else expect(found).toMatch(message)
  })

  it('S2 what takes too long or too much is no schema', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`p${n}`, { pattern: `^a${n}$` }]))
    expect(await check({ properties: fields }, {}, { runMs: 300 })).toBe(
      'The schema is not valid: it takes too long to compile',
    )
    const large = { enum: Array.from({ length: 600_000 }, (_, n) => ({ n })) }
    expect(await check(large, {}, { parserMiB: 40, overshootMiB: 10 })).toBe(
      'The schema is not valid: it takes too much memory to compile',
    )
  })

  it('many at once take turns', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => check({ type: 'string' })))
    expect(all).toEqual([null, null, null, null, null, null])
  })
})
