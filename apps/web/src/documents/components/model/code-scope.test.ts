import { describe, expect, it } from 'vitest'
import { exampleComponent } from '../components.examples.ts'
import { isSameScope, leafScope, linkScope } from './code-scope.ts'
import { draftOf } from './draft.ts'

const around = { modules: null, connections: ['Shop'] }
const row = { type: 'object', properties: { sku: { type: 'string' } } }
const rows = { type: 'array', items: row }
const rates = { type: 'array', items: { type: 'number' } }

const loop = draftOf(
  exampleComponent({
    kind: 'forEach',
    inputs: [
      { name: 'rows', inputSchema: rows },
      { name: 'rates', inputSchema: rates },
    ],
    outputs: [{ name: 'products', outputSchema: rows }],
    instances: [{ name: 'price', instanceOf: 'net', values: { rate: 1 } }],
  }),
)
const link = (from: [string, string], to: [string, string], name = `${from.join('.')} to ${to.join('.')}`) => {
  const [fromInstance, fromPort] = from
  const [toInstance, toPort] = to
  return { name, fromInstance, fromPort, toInstance, toPort, jsCode: '' }
}
const portsOf = () => ({
  inputs: [
    { name: 'row', inputSchema: row },
    { name: 'rate', inputSchema: { type: 'number' } },
  ],
  outputs: [{ name: 'price', outputSchema: { type: 'number' } }],
})

describe('what the code of a link sees', () => {
  const scopeOf = (one: ReturnType<typeof link>, ...others: ReturnType<typeof link>[]) =>
    linkScope({ ...loop, links: [one, ...others] }, one, portsOf, around)

  it('in a forEach, the entries of its first input and of its outputs', () => {
    const { kind, inputs, outputs } = scopeOf(link(['', 'rows'], ['', 'products']))
    expect(kind).toBe('link')
    expect(inputs).toEqual([{ name: 'rows', schema: row }])
    expect(outputs).toEqual([{ name: 'products', schema: row, shared: false }])
    expect(scopeOf(link(['', 'rates'], ['price', 'row'])).inputs[0]?.schema).toEqual(rates)
  })
  it('a port that something else fills too: each gives a part', () => {
    const [one, other] = [link(['', 'rows'], ['', 'products']), link(['price', 'price'], ['', 'products'])]
    expect(scopeOf(one, other).outputs[0]?.shared).toBe(true)
    expect(scopeOf(link(['', 'rates'], ['price', 'rate'])).outputs[0]?.shared).toBe(true)
    expect(scopeOf(link(['', 'rows'], ['price', 'row'])).outputs[0]?.shared).toBe(false)
  })
})

describe('what the code of a component sees', () => {
  it('CMP-008/ui databases and network, in an instruction with the switch alone', () => {
    const asked = { ...loop, isDB: true, isIO: true }
    expect(leafScope({ ...asked, kind: 'instruction' }, around)).toMatchObject({ isDB: true, isIO: true })
    expect(leafScope({ ...asked, kind: 'function' }, around)).toMatchObject({ isDB: false, isIO: false })
    expect(leafScope({ ...loop, kind: 'instruction' }, around)).toMatchObject({ isDB: false, isIO: false })
    expect(leafScope(asked, around)).toBeNull()
  })
  it('the same while its code is written, and something else after a change of a port', () => {
    const [before, typed] = ['a', 'ab'].map((jsCode) => leafScope({ ...loop, kind: 'function', jsCode }, around)!)
    expect(isSameScope(before!, typed!)).toBe(true)
    const [input] = loop.inputs
    const renamed = { ...loop, kind: 'function' as const, inputs: [{ ...input!, name: 'records' }] }
    expect(isSameScope(before!, leafScope(renamed, around)!)).toBe(false)
    const retyped = {
      ...loop,
      kind: 'function' as const,
      outputs: [{ name: 'products', outputSchema: { type: 'array' } }],
    }
    expect(isSameScope(before!, leafScope(retyped, around)!)).toBe(false)
  })
})
