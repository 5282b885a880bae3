import { describe, expect, it } from 'vitest'
import { listOfSchema, refToSchema } from '../schemas/references.rule.ts'
import { schemaFrom, schemaTo } from './link-schemas.rule.ts'

const text = { type: 'string' }
const drawn = (kind: 'workflow' | 'forEach') => ({
  kind,
  inputs: [
    { name: 'rows', inputSchema: listOfSchema('row') },
    { name: 'texts', inputSchema: listOfSchema('text') },
  ],
  outputs: [{ name: 'products', outputSchema: listOfSchema('product') }],
  instances: [{ name: 'a', instanceOf: 'one' }],
})
const portsOf = (id: string) =>
  id === 'one'
    ? { inputs: [{ name: 'in', inputSchema: text }], outputs: [{ name: 'out', outputSchema: listOfSchema('x') }] }
    : undefined

describe('schemas of links', () => {
  it('CMP-028/engine come from the ports at their ends', () => {
    const component = drawn('workflow')
    expect(schemaFrom(component, { instance: '', port: 'rows' }, portsOf)).toEqual(listOfSchema('row'))
    expect(schemaTo(component, { instance: '', port: 'products' }, portsOf)).toEqual(listOfSchema('product'))
    expect(schemaFrom(component, { instance: 'a', port: 'out' }, portsOf)).toEqual(listOfSchema('x'))
    expect(schemaTo(component, { instance: 'a', port: 'in' }, portsOf)).toEqual(text)
  })
  it('CMP-028/engine inside a forEach the first input and all outputs carry one item', () => {
    const component = drawn('forEach')
    expect(schemaFrom(component, { instance: '', port: 'rows' }, portsOf)).toEqual(refToSchema('row'))
    expect(schemaFrom(component, { instance: '', port: 'texts' }, portsOf)).toEqual(listOfSchema('text'))
    expect(schemaTo(component, { instance: '', port: 'products' }, portsOf)).toEqual(refToSchema('product'))
  })
  it('allow anything where there is no such port', () => {
    const component = drawn('workflow')
    for (const end of [
      { instance: '', port: 'gone' },
      { instance: 'a', port: 'gone' },
      { instance: 'gone', port: 'in' },
    ]) {
      expect(schemaFrom(component, end, portsOf)).toEqual({})
      expect(schemaTo(component, end, portsOf)).toEqual({})
    }
  })
})
