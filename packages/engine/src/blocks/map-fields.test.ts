import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { callBlock, errorMessageOf } from './block-for-test.ts'
import { blocks } from './blocks.ts'

const record = {
  sku: '007',
  brand: 'Acme',
  name: '',
  price: '12.5',
  count: '3',
  on: 'Yes',
  colour: 'NA',
  size: { w: 1, h: 2 },
  hex: '0x10',
  ean: '12345678901234567890',
  euro: '1.234,50 €',
  share: '12,5 %',
  iso: '2024-12-31',
  day: '01/02/2024',
  old: '1.1.30',
  never: '31.02.2024',
}
const output = (settings: unknown, records: unknown = [record], label = 'fr-FR') =>
  callBlock('Map fields', { records, settings }, { context: { locale: { label } } })
const map = (...given: Parameters<typeof output>) => output(...given).records

describe('Map fields', () => {
  it.each<[Record<string, unknown>, unknown, string?]>([
    [{ from: 'sku' }, '007'],
    [{ from: 'size.h' }, 2],
    [{ from: 'size' }, { w: 1, h: 2 }],
    [{ from: 'toString' }, undefined],
    [{ value: 5 }, 5],
    [{ value: false }, false],
    [{ fromContext: 'locale.label' }, 'fr-FR'],
    [{ template: '{brand} {sku}' }, 'Acme 007'],
    [{ template: '{brand} {name} {sku}' }, 'Acme 007'],
    [{ template: '{name}{colour}', treatAsEmpty: ['NA'] }, undefined],
    [{ template: '{size.w}×{size.h}' }, '1×2'],
    [{ from: 'price', as: 'number' }, 12.5],
    [{ from: 'count', as: 'whole number' }, 3],
    [{ from: 'on', as: 'boolean' }, true],
    [{ from: 'size.w', as: 'text' }, '1'],
    [{ from: 'name' }, undefined],
    [{ from: 'name', default: 'unnamed' }, 'unnamed'],
    [{ from: 'colour', treatAsEmpty: ['NA'], default: null }, undefined],
    [{ from: 'colour', replace: [{ from: 'NA', to: 'none' }] }, 'none'],
    [{ from: 'colour', replace: [{ from: 'NA', to: null }], default: 'unknown' }, 'unknown'],
    [{ from: 'colour', replace: [{ from: 'red', to: 'Rot' }] }, 'NA'],
    [{ from: 'colour', replace: [{ from: 'red', to: 'Rot' }], whenNotListed: 'empty' }, undefined],
    [{ from: 'count', replace: [{ from: '3', to: [1, 2] }], as: 'number' }, [1, 2]],
    [{ from: 'count', replace: [{ from: '4', to: 5 }], as: 'number' }, 3],
    [{ from: 'euro', as: 'number', locale: 'de-DE' }, 1234.5],
    [{ from: 'euro', as: 'number', locale: 'locale of the run' }, 1234.5, 'de-DE'],
    [{ from: 'size.w', as: 'number', locale: 'de-DE' }, 1],
    [{ from: 'share', as: 'number', locale: 'de-DE', percent: 'divide by 100' }, 0.125],
    [{ from: 'iso', as: 'date' }, '2024-12-31'],
    [{ from: 'day', as: 'date', locale: 'fr-FR' }, '2024-02-01'],
    [{ from: 'day', as: 'date', locale: 'en-US' }, '2024-01-02'],
    [{ from: 'day', as: 'date', format: 'DD/MM/YYYY' }, '2024-02-01'],
    [{ from: 'old', as: 'date', format: 'D.M.YY', centuryFrom: 20 }, '1930-01-01'],
    [{ from: 'iso', as: 'date-time', timeZone: 'Europe/Paris' }, '2024-12-30T23:00:00Z'],
    [{ template: '{size.w}.{count}', as: 'number' }, 1.3],
    [{ value: 'EUR', onlyWith: 'price' }, 'EUR'],
    [{ value: 'EUR', onlyWith: 'name', default: 'USD' }, undefined],
    [{ from: 'brand', as: 'number', onlyWith: 'gone' }, undefined],
  ])('sets a field by %j: %j', (field, value, label) => {
    const made = map({ fields: [{ to: 'x', ...field }] }, [record], label)?.[0]
    expect(made).toEqual(value === undefined ? {} : { x: value })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ from: 'brand', as: 'number' }, "'Acme' is not a number"],
    [{ from: 'hex', as: 'number' }, "'0x10' is not a number"],
    [{ from: 'ean', as: 'number' }, "'12345678901234567890' is not a number"],
    [{ from: 'price', as: 'whole number' }, "'12.5' is not a whole number"],
    [{ from: 'brand', as: 'boolean' }, "'Acme' is not a boolean"],
    [{ from: 'euro', as: 'number' }, "'1.234,50 €' is not a number"],
    [{ from: 'price', as: 'number', locale: 'de-DE' }, "'12.5' is not a number written for de-DE"],
    [{ from: 'share', as: 'number', locale: 'de-DE', percent: 'wrong' }, "'12,5 %' is not a number written for de-DE"],
    [{ from: 'day', as: 'date' }, "'01/02/2024' is not a date"],
    [{ from: 'count', as: 'date' }, "'3' is not a date"],
    [{ from: 'day', as: 'date', format: 'DD.MM.YYYY' }, "'01/02/2024' is not a date DD.MM.YYYY"],
    [{ from: 'never', as: 'date', locale: 'de-DE' }, "'31.02.2024' is not a date written for de-DE"],
    [
      { from: 'colour', replace: [{ from: 'red', to: 'Rot' }], whenNotListed: 'wrong' },
      "'NA' is not in the table of replacements",
    ],
  ])('ends the run at a value that %j does not take: %s', (field, problem) => {
    const settings = { fields: [{ to: 'x', ...field }] }
    expect(errorMessageOf(() => map(settings, [{}, record]))).toBe(`Map fields: record 2, x: ${problem}`)
  })

  it.each([
    ['keep', [{ x: 'Acme' }, { x: 1 }]],
    ['empty', [{ x: 0 }, { x: 1 }]],
    ['leave out', [{ x: 1 }]],
  ])('or goes on and hands out the record as wrong: %s', (whenWrong, made) => {
    const records = [record, { brand: '1' }]
    const settings = { fields: [{ to: 'x', from: 'brand', as: 'number', default: 0 }], whenWrong }
    expect(output(settings, records)).toEqual({ records: made, wrong: [record] })
  })

  it('counts records over all chunks of a list', () => {
    const input = { records: [{ a: 'x' }], settings: { fields: [{ to: 'b', from: 'a', as: 'number' }] } }
    const chunk = () => callBlock('Map fields', input, { offset: 300, once: (work) => work() })
    expect(errorMessageOf(chunk)).toBe("Map fields: record 301, b: 'x' is not a number")
  })

  it('keeps the other fields, removes some, and leaves its input as it was', () => {
    const before = structuredClone(record)
    const fields = [
      { to: 'size.d', value: 3 },
      { to: 'title.text', from: 'sku' },
    ]
    const mapped = map({ fields, keepOthers: true, remove: ['on', 'size.w', 'gone.x'] })?.[0]
    const { on: _on, ...rest } = record
    expect(mapped).toEqual({ ...rest, size: { h: 2, d: 3 }, title: { text: '007' } })
    expect(record).toEqual(before)
  })

  it('takes away what an empty value overwrites', () => {
    expect(map({ fields: [{ to: 'sku', from: 'gone' }], keepOthers: true, remove: [] })?.[0]).not.toHaveProperty('sku')
  })

  it('sets __proto__ and names with dots as data', () => {
    const records = [JSON.parse('{"a.b": 1, "c": {"d": 2}}')]
    const [made] = map({ fields: [{ to: '__proto__', from: 'a.b' }], keepOthers: true }, records) ?? []
    expect(JSON.stringify(made)).toBe('{"a.b":1,"c":{"d":2},"__proto__":1}')
    expect(map({ fields: [{ to: 'a.b', value: 9 }], keepOthers: true }, records)?.[0]).toMatchObject({ 'a.b': 9 })
  })

  it('gives each record its own copy of a constant', () => {
    const settings = Object.freeze({ fields: [{ to: 'tags', value: Object.freeze(['new']) }] })
    const [first, second] = map(settings, [{}, {}]) ?? []
    expect(first?.tags).toEqual(['new'])
    expect(first?.tags).not.toBe(second?.tags)
    expect(Object.isFrozen(first?.tags)).toBe(false)
  })

  it.each<[unknown, string]>([
    [{ fields: [{ from: 'a' }] }, 'Map fields: settings.fields[0].to is missing'],
    [
      { fields: [{ to: 'a' }] },
      'Map fields: settings.fields[0] needs exactly one of from, fromContext, value and template',
    ],
    [
      { fields: [{ to: 'a', from: 'b', value: 1 }] },
      'Map fields: settings.fields[0] needs exactly one of from, fromContext, value and template',
    ],
    [
      { fields: [{ to: 'a', from: 'b', locale: 'de-DE' }] },
      'Map fields: settings.fields[0].locale is used as number or whole number or date or date-time only',
    ],
    [
      { fields: [{ to: 'a', from: 'b', as: 'date', timeZone: 'UTC' }] },
      'Map fields: settings.fields[0].timeZone is used as date-time only',
    ],
    [
      { fields: [{ to: 'a', from: 'b', as: 'number', locale: 'x y' }] },
      "Map fields: settings.fields[0].locale is 'x y', which is no locale; write it as de-DE",
    ],
    [
      { fields: [{ to: 'a', from: 'b', as: 'date', format: 'MM/DD' }] },
      'Map fields: settings.fields[0].format has no year, month or day',
    ],
    [
      { fields: [{ to: 'a', from: 'b', replace: [{ to: 1 }] }] },
      'Map fields: settings.fields[0].replace[0].from is missing',
    ],
    [{ keepOthers: 'yes' }, 'Map fields: settings.keepOthers is not true or false'],
    [{ remove: [1] }, 'Map fields: settings.remove[0] is not a text'],
  ])('says of %j: %s', (settings, message) => {
    expect(errorMessageOf(() => map(settings))).toBe(message)
  })
})

describe('the settings of Map fields', () => {
  const port = blocks.find(({ name }) => name === 'Map fields')?.inputs.find(({ name }) => name === 'settings')
  const fits = new Ajv({ strict: true }).compile(port?.inputSchema ?? false)

  it.each<[Record<string, unknown>, boolean]>([
    [{ to: 'a', from: 'b' }, true],
    [{ to: 'a', value: null }, true],
    [{ to: 'a', from: 'b', as: 'number', locale: 'de-DE', percent: 'wrong' }, true],
    [{ to: 'a', from: 'b', as: 'date-time', format: 'DD.MM.YYYY', timeZone: 'UTC' }, true],
    [{ to: 'a', from: 'b', replace: [{ from: 'x', to: 1 }, { from: 'y' }] }, true],
    [{ to: 'a' }, false],
    [{ from: 'b' }, false],
    [{ to: 'a', from: 'b', template: '{b}' }, false],
    [{ to: 'a', from: 'b', locale: 'de-DE' }, false],
    [{ to: 'a', from: 'b', as: 'text', locale: 'de-DE' }, false],
    [{ to: 'a', from: 'b', as: 'number', format: 'DD.MM.YYYY' }, false],
    [{ to: 'a', from: 'b', as: 'date', timeZone: 'UTC' }, false],
    [{ to: 'a', from: 'b', replace: [{ to: 1 }] }, false],
    [{ to: 'a', from: 'b', colour: 'red' }, false],
  ])('the schema and the code agree on %j', (field, isRight) => {
    expect(fits({ fields: [field] })).toBe(isRight)
    expect(errorMessageOf(() => map({ fields: [field] }, [])) === '').toBe(isRight)
  })
})
