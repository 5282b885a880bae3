import { type MappingRule, type MappingSettings, mapFieldsName } from '@millrace/contract/components/mapping.rule'
import { mappingCode } from '@millrace/contract/components/mapping-code.rule'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { callBlock } from './block-for-test.ts'
import { mapFieldsBlock } from './map-fields.block.ts'

type Settings = MappingSettings & { fields: readonly MappingRule[] }
const context = { locale: { label: 'fr-FR' }, timeZone: 'America/New_York' }

function runBlock(settings: Settings, records: unknown[]): unknown {
  try {
    return callBlock(mapFieldsName, { records, settings }, { context })
  } catch (problem) {
    return { error: (problem as Error).message }
  }
}

function runCode(code: string, records: unknown[]): unknown {
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the code is ours
    const output: unknown = new Function('ctx', `'use strict'\n${code}`)({ input: { records }, rt_context: context })
    return output
  } catch (problem) {
    return { error: `${mapFieldsName}: ${(problem as Error).message}` }
  }
}

/** Numbers that look random and are the same each time: a fault can be looked at again. */
function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const one = <Item>(list: readonly Item[]): Item => list[Math.floor(next() * list.length)] as Item
  const some = <Item>(list: readonly Item[]): Item[] => list.filter(() => next() < 0.4)
  return { one, some, is: (share: number) => next() < share }
}
type Random = ReturnType<typeof randomFrom>

const paths = ['sku', 'List price', 'size.w', 'a.b', 'toString', '__proto__', 'tags', 'größe', '0', 'x"\\\n', 'gone']
const texts = [
  '',
  'NA',
  '7',
  '12.5',
  '1.234,50 €',
  '12,5 %',
  '31/12/2024',
  '2024-02-30',
  '5 mars 2024',
  'Yes',
  "it's\n`${1}`",
]
const values: unknown[] = [...texts, 0, -3.5, 1e21, true, false, null, [], ['a'], { w: 1 }, { w: '2,5', b: 3 }]
const constants: unknown[] = [...values, JSON.parse('{"__proto__":{"a":1}}')]
const types = ['as it is', 'text', 'number', 'whole number', 'boolean', 'date', 'date-time']

function randomRule({ one, some, is }: Random): MappingRule {
  const to = one(paths)
  const sources: Partial<MappingRule>[] = [
    { from: one(paths) },
    { from: one(paths) },
    { value: one(constants) },
    { template: one(['{sku} {List price}', '{size.w}', 'fixed', '{gone}-{tags}', '`${sku}` {a.b}']) },
    { fromContext: one(['locale.label', 'timeZone']) },
  ]
  const as = one(types)
  const isNumber = as === 'number' || as === 'whole number'
  const isDate = as === 'date' || as === 'date-time'
  return {
    to,
    ...one(sources),
    ...(is(0.8) ? { as } : {}),
    ...(is(0.8) && (isNumber || isDate) ? { as, locale: one(['de-DE', 'fr-FR', 'locale of the run']) } : {}),
    ...(is(0.3) && isNumber ? { as, percent: one(['keep the number', 'divide by 100', 'wrong']) } : {}),
    ...(is(0.4) && isDate ? { as, format: one(['DD/MM/YYYY', 'D MMMM YYYY', 'YYYY-MM-DD']) } : {}),
    ...(is(0.3) && isDate ? { as, centuryFrom: one([0, 20, 100]) } : {}),
    ...(is(0.3) && as === 'date-time' ? { as, timeZone: 'Europe/Paris' } : {}),
    ...(is(0.3) ? { treatAsEmpty: some(['NA', '7', 'fixed']) } : {}),
    ...(is(0.3) ? { replace: some(texts.slice(1)).map((from) => ({ from, to: one(constants) })) } : {}),
    ...(is(0.3) ? { whenNotListed: one(['keep', 'empty', 'wrong']) } : {}),
    ...(is(0.3) ? { default: one(constants) } : {}),
    ...(is(0.2) ? { onlyWith: one(paths) } : {}),
  }
}

function randomMapping(random: Random): Settings {
  const { one, some, is } = random
  return {
    fields: Array.from({ length: one([0, 1, 2, 4]) }, () => randomRule(random)),
    ...(is(0.4) ? { keepOthers: is(0.5) } : {}),
    ...(is(0.3) ? { remove: some(paths) } : {}),
    ...(is(0.9) ? { whenWrong: one(['error', 'keep', 'empty', 'leave out']) } : {}),
  }
}

function randomRecord({ one, some }: Random): unknown {
  const fields = some(paths).map((path) => [path, one(values)])
  return JSON.parse(`{${fields.map(([path, value]) => `${JSON.stringify(path)}:${JSON.stringify(value)}`).join()}}`)
}

/** Mappings that are tried; reading names of months out of locales takes most of the time. */
const count = 250

describe('Map fields turned into code', () => {
  it('gives what the block gives, for any mapping and any records', () => {
    const fits = new Ajv({ strict: true }).compile(
      mapFieldsBlock.inputs.find(({ name }) => name === 'settings')?.inputSchema ?? false,
    )
    const seen = { records: 0, wrong: 0, errors: 0 }
    for (let seed = 1; seed <= count; seed++) {
      const random = randomFrom(seed)
      const settings = randomMapping(random)
      expect(fits(settings), `seed ${seed}: ${JSON.stringify(fits.errors)}`).toBe(true)
      const records = Array.from({ length: 10 }, () => randomRecord(random))
      const wanted = runBlock(settings, structuredClone(records))
      const code = mappingCode(settings, mapFieldsBlock.code)
      // As JSON, in which a field called __proto__ counts as well.
      const found = runCode(code, structuredClone(records))
      expect(JSON.stringify(found), `seed ${seed}: ${JSON.stringify(settings)}\n${code}`).toBe(JSON.stringify(wanted))
      const { records: made = [], wrong = [], error } = wanted as { records?: []; wrong?: []; error?: string }
      seen.records += made.length
      seen.wrong += wrong.length
      seen.errors += error === undefined ? 0 : 1
    }
    // All three ways were gone.
    expect(Math.min(seen.records, seen.wrong, seen.errors)).toBeGreaterThan(30)
  })

  it('reads as its author would write it, and takes only the functions it calls', () => {
    const settings = {
      fields: [
        { to: 'key', from: 'sku' },
        { to: 'price', from: 'List price', as: 'number', default: 0 },
      ],
    }
    const code = mappingCode(settings, mapFieldsBlock.code)
    expect(code).toMatch(/^\/\*\* What stands in a field/)
    expect(
      code.slice(code.indexOf('for (const record'), code.indexOf('return {')),
    ).toBe(`for (const record of ctx.input.records) {
  number++
  faults = 0
  /** @type {any} */
  const mapped = {}
  /** @type {any} */
  let value

  // key
  value = record.sku
  put(mapped, "key", isEmpty(value) ? undefined : value)

  // price
  value = record["List price"]
  value = isEmpty(value) ? undefined : numberFrom(value, numberOf, false) ?? fault(value, "price", "not a number")
  put(mapped, "price", isEmpty(value) ? 0 : value)

  if (faults > 0) wrong.push(record)
  records.push(mapped)
}
`)
    expect(code).toContain('function numberOf(')
    expect(code).not.toContain('function dateReader(')
  })
})
