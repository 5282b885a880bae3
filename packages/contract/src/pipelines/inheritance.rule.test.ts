import { describe, expect, it } from 'vitest'
import { compareWithMaster, followsMaster, type InheritableFields, rollOut, takeOver } from './inheritance.rule.ts'

const market = { dataSubKind: 'market', connectorType: 'manual', contentType: 'csv', enabled: true }
const shop = { dataSubKind: 'shop', connectorType: 'manual', contentType: 'json', enabled: true }
const fetched = (url: string, key = 'sealed:a') => ({
  ...market,
  connectorType: 'real-time',
  config: { method: 'GET', url, headers: { key } },
})
const table = { kind: 'table', connection: 'c', table: 'products', keys: ['code'], mode: 'upsert' }
const toTable = (more: object = {}) => ({ name: 'out', target: { ...table, ...more } })

const pipeline = (more: Partial<InheritableFields> = {}): InheritableFields => ({
  brand: 'adventure',
  productLine: 'bikes',
  datakind: 'product',
  locale: 'en-US',
  component: 'c1',
  pipelineSchema: { type: 'object' },
  inputSchema: {},
  outputSchema: {},
  dataSources: [market],
  dataSinks: [{ name: 'out' }],
  ...more,
})

type Side = Partial<InheritableFields>
/** Pointers whose state is not `inherited`, and `*` behind those that a rollout changes. */
const told = (own: Side, stored: Side, newest: Side) =>
  compareWithMaster(pipeline(own), pipeline(stored), pipeline(newest)).flatMap((field) =>
    field.state === 'inherited'
      ? followsMaster(field)
        ? [`${field.pointer} *`]
        : []
      : [`${field.pointer} ${field.state}`],
  )

const cases: [what: string, own: Side, stored: Side, newest: Side, states: string[], after: Side][] = [
  ['nothing differs', {}, {}, {}, [], {}],
  ['a value is the country’s own', { brand: 'x' }, {}, {}, ['/brand overridden'], { brand: 'x' }],
  ['the master has changed since', { brand: 'x' }, {}, { brand: 'y' }, ['/brand drifted'], { brand: 'x' }],
  ['an inherited value changes', {}, {}, { brand: 'y' }, ['/brand *'], { brand: 'y' }],
  ['both changed alike', { brand: 'y' }, {}, { brand: 'y' }, [], { brand: 'y' }],
  ['a value is taken away by the master', {}, {}, { brand: null }, ['/brand *'], { brand: null }],
  [
    'component and schemas are the master’s, whatever the country has',
    { component: 'odd' },
    {},
    { component: 'c2' },
    ['/component *'],
    { component: 'c2' },
  ],
  [
    'the order of names in the settings schema counts',
    { pipelineSchema: { properties: { a: {}, b: {} } } },
    { pipelineSchema: { properties: { b: {}, a: {} } } },
    { pipelineSchema: { properties: { b: {}, a: {} } } },
    ['/pipelineSchema overridden'],
    { pipelineSchema: { properties: { a: {}, b: {} } } },
  ],
  [
    'a setting of a source',
    { dataSources: [{ ...market, tolerance: 0.1 }] },
    {},
    { dataSources: [{ ...market, contentType: 'excel' }] },
    ['/dataSources/market/contentType *', '/dataSources/market/tolerance overridden'],
    { dataSources: [{ ...market, contentType: 'excel', tolerance: 0.1 }] },
  ],
  [
    'settings of a file one by one',
    { dataSources: [{ ...market, config: { delimiter: ';', decimal: ',' } }] },
    { dataSources: [{ ...market, config: { delimiter: ',', decimal: ',' } }] },
    { dataSources: [{ ...market, config: { delimiter: '|', header: false } }] },
    [
      '/dataSources/market/config/delimiter drifted',
      '/dataSources/market/config/header *',
      '/dataSources/market/config/decimal *',
    ],
    { dataSources: [{ ...market, config: { delimiter: ';', header: false } }] },
  ],
  [
    'the last setting of a file goes',
    { dataSources: [{ ...market, config: { decimal: ',' } }] },
    { dataSources: [{ ...market, config: { decimal: ',' } }] },
    {},
    ['/dataSources/market/config/decimal *'],
    {},
  ],
  [
    'an address goes with its headers',
    { dataSources: [fetched('https://fr.example.org')] },
    { dataSources: [fetched('https://example.org')] },
    { dataSources: [fetched('https://example.org', 'sealed:b')] },
    ['/dataSources/market/config drifted'],
    { dataSources: [fetched('https://fr.example.org')] },
  ],
  [
    'a source that the master added',
    {},
    {},
    { dataSources: [shop, market] },
    ['/dataSources/shop *'],
    { dataSources: [market, shop] },
  ],
  [
    'a source that the master removed',
    { dataSources: [market, shop] },
    { dataSources: [market, shop] },
    {},
    ['/dataSources/shop *'],
    {},
  ],
  [
    'a removed source that the country had changed',
    { dataSources: [market, { ...shop, enabled: false }] },
    { dataSources: [market, shop] },
    {},
    ['/dataSources/shop drifted'],
    { dataSources: [market, { ...shop, enabled: false }] },
  ],
  [
    'a source that the country removed',
    {},
    { dataSources: [market, shop] },
    { dataSources: [market, shop] },
    ['/dataSources/shop overridden'],
    {},
  ],
  [
    'a source of the country alone',
    { dataSources: [market, shop] },
    {},
    {},
    ['/dataSources/shop overridden'],
    { dataSources: [market, shop] },
  ],
  ['a source that both removed', {}, { dataSources: [market, shop] }, {}, [], {}],
  [
    'a source that both added, one setting in another way',
    { dataSources: [market, { ...shop, enabled: false }] },
    {},
    { dataSources: [market, shop] },
    ['/dataSources/shop/enabled drifted'],
    { dataSources: [market, { ...shop, enabled: false }] },
  ],
  [
    'a table of the country’s own, with new keys of the master',
    { dataSinks: [toTable({ table: 'products_fr' })] },
    { dataSinks: [toTable()] },
    { dataSinks: [toTable({ keys: ['code', 'market'] })] },
    ['/dataSinks/out/target/table overridden', '/dataSinks/out/target/keys *'],
    { dataSinks: [toTable({ table: 'products_fr', keys: ['code', 'market'] })] },
  ],
  [
    'a target of another kind is one value',
    { dataSinks: [toTable({ table: 'products_fr' })] },
    { dataSinks: [toTable()] },
    { dataSinks: [{ name: 'out', target: { kind: 'http', url: 'https://example.org', batchSize: 10 } }] },
    ['/dataSinks/out/target drifted'],
    { dataSinks: [toTable({ table: 'products_fr' })] },
  ],
  [
    'a sink with odd letters',
    { dataSinks: [{ name: 'a/b~', format: 'csv' }] },
    { dataSinks: [{ name: 'a/b~' }] },
    { dataSinks: [{ name: 'a/b~' }] },
    ['/dataSinks/a~1b~0/format overridden'],
    { dataSinks: [{ name: 'a/b~', format: 'csv' }] },
  ],
]

describe('compareWithMaster', () => {
  /** The locale is told in every case: it is the country's own. */
  const locale = { locale: 'fr-FR' }
  it.each(cases)('%s', (_, own, stored, newest, states) => {
    expect(told({ ...own, ...locale }, stored, newest).toSorted()).toEqual(['/locale own', ...states].toSorted())
  })
  it('tells each field once, by group, with its three values', () => {
    const fields = compareWithMaster(pipeline({ brand: 'x' }), pipeline(), pipeline({ brand: 'y' }))
    expect(fields[0]).toEqual({
      ...{ pointer: '/brand', group: 'classification', state: 'drifted' },
      ...{ own: 'x', stored: 'adventure', newest: 'y' },
    })
    expect(fields.map(({ group, pointer }) => `${group} ${pointer}`)).toEqual([
      ...['/brand', '/locale', '/productLine', '/datakind'].map((pointer) => `classification ${pointer}`),
      ...['connectorType', 'contentType', 'enabled'].map((key) => `sources /dataSources/market/${key}`),
      ...['/pipelineSchema', '/component', '/inputSchema', '/outputSchema'].map((pointer) => `schema ${pointer}`),
    ])
  })
  it('finds nothing drifted beside the stored version alone', () => {
    const fields = compareWithMaster(pipeline({ brand: 'x' }), pipeline())
    expect(fields.find(({ pointer }) => pointer === '/brand')?.state).toBe('overridden')
  })
})

describe('rollOut', () => {
  it.each(cases)('%s', (_, own, stored, newest, _states, after) => {
    expect(rollOut(pipeline(own), pipeline(stored), pipeline(newest))).toEqual(pipeline(after))
  })
  it('never moves a country to the locale of its master', () => {
    expect(rollOut(pipeline(), pipeline(), pipeline({ locale: 'de-DE' })).locale).toBe('en-US')
  })
  it('takes over what it is told, one setting or a whole source', () => {
    const own = pipeline({ brand: 'x', dataSources: [{ ...market, enabled: false, contentType: 'xml' }] })
    const newest = pipeline({ brand: 'y' })
    expect(rollOut(own, pipeline(), newest, ['/brand', '/dataSources/market'])).toEqual(newest)
    expect(rollOut(own, pipeline(), newest, ['/dataSources/mark', '/locale'])).toEqual(own)
  })
})

describe('takeOver', () => {
  it('sets the named fields to the master’s values and leaves the others', () => {
    const own = pipeline({ brand: 'x', datakind: 'y', locale: 'fr-FR', dataSources: [] })
    expect(takeOver(own, pipeline(), ['/brand', '/dataSources/market', '/locale'])).toEqual(
      pipeline({ datakind: 'y', locale: 'fr-FR' }),
    )
  })
  it('takes away what the master does not have', () => {
    const own = pipeline({ dataSinks: [{ name: 'out', format: 'csv' }, { name: 'more' }] })
    expect(takeOver(own, pipeline(), ['/dataSinks/out/format', '/dataSinks/more'])).toEqual(pipeline())
  })
})
