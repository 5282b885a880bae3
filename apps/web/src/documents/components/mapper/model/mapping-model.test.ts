import type { MappingRule, MappingSettings, RecordField } from '@millrace/contract/components/mapping.rule'
import { describe, expect, it } from 'vitest'
import { exampleMapFields, exampleMapping } from '../mapper.examples.ts'
import { ruleForm, ruleSchemaOf, type Source, targetRows, tidyRule, withSource } from './mapping-edits.ts'
import { fedSchemaOf, feedingOf } from './neighbours.ts'
import { fieldsOfPort, fieldsOfRecord, valueAtPath } from './record-fields.ts'

const field = (path: string, type = 'string'): RecordField => ({ path, type, required: false })

describe('fields of a schema', () => {
  it('are told with their type, through references, and end where a schema leads back to itself', () => {
    const store = { 'importer://schema/id/1': { type: 'object', properties: { amount: { type: 'integer' } } } }
    const node = {
      type: 'object',
      required: ['id'],
      properties: {
        id: { type: ['string', 'null'], format: 'date' },
        price: { $ref: 'importer://schema/id/1' },
        parent: { $ref: '#/definitions/node' },
        tags: { type: 'array', items: { type: 'string' } },
      },
    }
    const port = { definitions: { node }, type: 'array', items: { $ref: '#/definitions/node' } }
    expect(fieldsOfPort(port, store).map(({ path, type, format, required }) => [path, type, format, required])).toEqual(
      expect.arrayContaining([
        ['id', 'string', 'date', true],
        ['price', 'object', undefined, false],
        ['price.amount', 'integer', undefined, false],
        ['parent', 'object', undefined, false],
        ['tags', 'array', undefined, false],
      ]),
    )
    expect(fieldsOfPort(port, store).length).toBeLessThan(30)
    expect(fieldsOfPort(undefined, {})).toEqual([])
  })

  it('are told of a record, where no schema tells them', () => {
    expect(fieldsOfRecord({ a: 1, b: { c: 'x', d: null } }).map(({ path, type }) => `${path} ${type}`)).toEqual([
      'a number',
      'b object',
      'b.c string',
      'b.d unknown',
    ])
    expect([valueAtPath({ 'a.b': 1 }, 'a.b'), valueAtPath({ a: { b: 2 } }, 'a.b')]).toEqual([1, 2])
    expect(valueAtPath({ a: 'x' }, 'a.length')).toBeUndefined()
  })
})

describe('what an instance is joined with', () => {
  const { inputs, outputs, instances, links } = exampleMapping()
  const [first, last] = links
  const blocks = new Map(
    ['Filter', 'Group', 'Map fields'].map((name) => [name, { ...exampleMapFields(), name }] as const),
  )
  const through = (block: string, code = 'ctx.output = ctx.input;', values = {}) => {
    const joint = [
      { ...first!, toInstance: 'between', toPort: 'records' },
      { ...first!, fromInstance: 'between', fromPort: 'records', jsCode: code },
    ]
    return { inputs, outputs, instances: [...instances, { name: 'between', instanceOf: block, values }], links: joint }
  }
  const source = (diagram: Parameters<typeof feedingOf>[0]) => feedingOf(diagram, blocks, 'convert', 'records')

  it('is found on both sides, through links that copy and blocks that keep fields', () => {
    const own = { schema: inputs[0]?.inputSchema, input: 'rows' }
    const nothing = { schema: undefined, input: undefined }
    expect(source({ inputs, outputs, instances, links })).toEqual(own)
    expect(source(through('Filter'))).toEqual(own)
    expect(source(through('Filter', 'ctx.output = ctx.input.slice(1)'))).toEqual(nothing)
    expect(source(through('Group'))).toEqual(nothing)
    expect(source(through('gone'))).toEqual(nothing)
    expect(fedSchemaOf({ inputs, outputs, instances, links }, blocks, 'convert', ['records'])).toBe(
      outputs[0]?.outputSchema,
    )
    const behind = [
      { ...last!, toInstance: 'between', toPort: 'records' },
      { ...last!, fromInstance: 'between' },
    ]
    const diagram = { ...through('Filter'), links: behind }
    expect(fedSchemaOf(diagram, blocks, 'convert', ['records'])).toBe(outputs[0]?.outputSchema)
    expect(fedSchemaOf({ ...diagram, links: [] }, blocks, 'convert', ['records'])).toBeUndefined()
  })

  it('another mapping gives the fields that it makes; a circle ends', () => {
    const settings = { fields: [{ to: 'a', value: 1 }] }
    const { schema } = source(through('Map fields', undefined, { settings }))
    expect(fieldsOfPort(schema, {}).map(({ path }) => path)).toEqual(['a'])
    const circle = through('Filter')
    const links = [{ ...first!, fromInstance: 'between', fromPort: 'records', toInstance: 'between' }, circle.links[1]!]
    expect(source({ ...circle, links })).toEqual({ schema: undefined, input: undefined })
  })
})

describe('a rule', () => {
  const schema = ruleSchemaOf(exampleMapFields().inputs[1]?.inputSchema)
  const sources = [field('a'), field('n', 'number')]

  it.each<[MappingRule | undefined, RecordField, Source, object]>([
    [undefined, field('x'), { kind: 'from', path: 'a' }, { to: 'x', from: 'a' }],
    [undefined, field('x'), { kind: 'from', path: 'n' }, { to: 'x', from: 'n', as: 'text' }],
    [undefined, field('x', 'boolean'), { kind: 'value' }, { to: 'x', value: false }],
    [{ to: 'x', value: 'y' }, field('x', 'number'), { kind: 'from', path: 'a' }, { to: 'x', from: 'a', as: 'number' }],
    [
      { to: 'x', from: 'a', as: 'number', locale: 'de-DE' },
      field('x', 'integer'),
      { kind: 'from', path: 'n' },
      { to: 'x', from: 'n', as: 'number', locale: 'de-DE' },
    ],
    [
      { to: 'x', from: 'a', default: 'd' },
      field('x'),
      { kind: 'template' },
      { to: 'x', template: '{a}', default: 'd' },
    ],
    [{ to: 'x', from: 'a', as: 'text' }, field('x'), { kind: 'value' }, { to: 'x', value: '' }],
  ])('%j of %j with the source %j is %j', (rule, target, from, made) => {
    expect(withSource(rule, target, from, sources)).toEqual(made)
  })

  it.each<[MappingRule, string[]]>([
    [{ to: 'x', from: 'a' }, ['treatAsEmpty', 'replace', 'as', 'default']],
    [{ to: 'x', from: 'a', as: 'number' }, ['treatAsEmpty', 'replace', 'as', 'locale', 'default']],
    [
      { to: 'x', template: '', as: 'date' },
      ['template', 'treatAsEmpty', 'replace', 'as', 'locale', 'format', 'default'],
    ],
    [{ to: 'x', value: 1 }, ['value']],
  ])('%j is asked for %j', (rule, names) => {
    expect(Object.keys(ruleForm(schema, rule, field('x')).properties as object)).toEqual(names)
  })

  it('loses what says nothing', () => {
    const rule = { to: 'x', from: 'a', as: 'as it is', locale: 'de-DE', replace: [], treatAsEmpty: ['NA'] }
    expect(tidyRule(schema, rule)).toEqual({ to: 'x', from: 'a', treatAsEmpty: ['NA'] })
  })
})

it.each<[MappingSettings, string[]]>([
  [{}, ['key', 'size.width', 'attributes']],
  [
    {
      fields: [
        { to: 'attributes.color', value: 1 },
        { to: 'other', value: 1 },
      ],
    },
    ['key', 'size.width', 'attributes', 'attributes.color', 'other'],
  ],
  [{ fields: [{ to: 'size.height', value: 1 }] }, ['key', 'size.width', 'size.height', 'attributes']],
  [{ fields: [{ to: 'size', from: 'a' }] }, ['key', 'size', 'size.width', 'attributes']],
])('rows for %j are %j', (settings, rows) => {
  const targets = [field('key'), field('size', 'object'), field('size.width'), field('attributes', 'object')]
  expect(targetRows(targets, settings).map(({ path }) => path)).toEqual(rows)
})
