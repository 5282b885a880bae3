import { describe, expect, it } from 'vitest'
import {
  type Diagram,
  type DiagramElement,
  findDiagramFault,
  findDiagramFaults,
  executionOrder,
  portsFrom,
  portsTo,
} from './diagram.rule.ts'

const link = (name: string, from: string, to: string) => {
  const [fromInstance = '', fromPort = ''] = from.split('.')
  const [toInstance = '', toPort = ''] = to.split('.')
  return { name, fromInstance, fromPort, toInstance, toPort, jsCode: '', inputSchema: {}, outputSchema: {} }
}
const diagram = (change: Partial<Diagram> = {}): Diagram => ({
  inputs: [{ name: 'rows', inputSchema: {} }],
  outputs: [{ name: 'products', outputSchema: {} }],
  instances: [
    { name: 'a', instanceOf: 'one' },
    { name: 'b', instanceOf: 'one' },
  ],
  links: [link('l1', '.rows', 'a.in'), link('l2', 'a.out', 'b.in'), link('l3', 'b.out', '.products')],
  ...change,
})
const portsOf = (id: string) => (id === 'one' ? { inputs: [{ name: 'in' }], outputs: [{ name: 'out' }] } : undefined)
const placeOf = ({ part, index }: DiagramElement) => `${part} ${index}`

describe('diagram checks', () => {
  it('passes a sound diagram', () => {
    expect(findDiagramFaults(diagram(), portsOf)).toEqual([])
  })

  it('CMP-034/engine CMP-036/engine names a repeated instance, input, output or link', () => {
    const twice = (change: Partial<Diagram>) => findDiagramFault(diagram(change), portsOf)
    const { inputs, outputs, instances, links } = diagram()
    expect(twice({ inputs: [...inputs, ...inputs] })).toBe('duplicate or missing port: rows')
    expect(twice({ outputs: [...outputs, ...outputs] })).toBe('duplicate or missing port: products')
    expect(twice({ instances: [...instances, { name: 'a', instanceOf: 'one' }] })).toBe('duplicate or missing port: a')
    expect(twice({ links: [...links, link('l3', 'a.out', '.products')] })).toBe('duplicate or missing port: l3')
  })

  it('CMP-035/engine names the missing instance or port of a link', () => {
    const withLink = (from: string, to: string) => findDiagramFault(diagram({ links: [link('x', from, to)] }), portsOf)
    expect(withLink('.rowz', 'a.in')).toBe('duplicate or missing port: rowz')
    expect(withLink('.rows', 'c.in')).toBe('duplicate or missing port: c')
    expect(withLink('.rows', 'a.inn')).toBe('duplicate or missing port: inn')
    expect(withLink('a.outt', '.products')).toBe('duplicate or missing port: outt')
    expect(withLink('a.out', '.rows')).toBe('duplicate or missing port: rows')
  })

  it('names a constant for a port that its instance does not have', () => {
    const withValues = (values: Record<string, unknown>, instanceOf = 'one') =>
      findDiagramFault(diagram({ instances: [{ name: 'a', instanceOf, values }], links: [] }), portsOf)
    const cases: [Record<string, unknown>, string, string | null][] = [
      [{}, 'one', null],
      [{ in: 1 }, 'one', null],
      [{ in: null }, 'one', null],
      [{ in: 1, inn: 2 }, 'one', 'duplicate or missing port: inn'],
      [{ out: 1 }, 'one', 'duplicate or missing port: out'],
      [{ toString: 1 }, 'one', 'duplicate or missing port: toString'],
      [{ in: 1 }, 'gone', 'duplicate or missing port: in'],
    ]
    for (const [values, instanceOf, problem] of cases) expect(withValues(values, instanceOf)).toBe(problem)
  })

  it('CMP-035/engine names the ports of an instance whose component is gone', () => {
    expect(findDiagramFault(diagram(), () => undefined)).toBe('duplicate or missing port: in')
  })

  it('says which parts a fault concerns, all at once', () => {
    const { instances, links } = diagram()
    const twice = diagram({
      instances: [...instances, { name: 'a', instanceOf: 'one', values: { inn: 1 } }],
      links: [...links, link('l1', 'c.out', 'b.in'), link('l4', '.rowz', '.products')],
    })
    expect(
      findDiagramFaults(twice, portsOf).map(({ message, at }) => [message.split(': ')[1], at.map(placeOf)]),
    ).toEqual([
      ['a', ['instances 0', 'instances 2']],
      ['l1', ['links 0', 'links 3']],
      ['inn', ['instances 2']],
      ['c', ['links 3']],
      ['rowz', ['links 4']],
    ])
  })

  it('of a cycle, the parts that lead back to themselves are concerned, and no others', () => {
    const { instances, links } = diagram()
    const [fault, ...others] = findDiagramFaults(
      diagram({
        instances: [...instances, { name: 'before', instanceOf: 'one' }, { name: 'after', instanceOf: 'one' }],
        links: [
          ...links,
          link('back', 'b.out', 'a.in'),
          link('l5', 'before.out', 'a.in'),
          link('l6', 'b.out', 'after.in'),
        ],
      }),
      portsOf,
    )
    expect(fault?.at.map(placeOf)).toEqual(['instances 0', 'instances 1', 'links 1', 'links 3'])
    expect(others).toEqual([])
  })

  it('refuses a cycle, of one instance too', () => {
    const { links } = diagram()
    const back = diagram({ links: [...links, link('back', 'b.out', 'a.in')] })
    expect(findDiagramFault(back, portsOf)).toBe('The component has a cycle')
    const self = diagram({ links: [...links, link('self', 'a.out', 'a.in')] })
    expect(findDiagramFault(self, portsOf)).toBe('The component has a cycle')
  })

  it('refuses port names that are no identifiers', () => {
    expect(findDiagramFault(diagram({ inputs: [{ name: 'my rows', inputSchema: {} }], links: [] }), portsOf)).toBe(
      'duplicate or missing port: my rows',
    )
    expect(findDiagramFault(diagram({ inputs: [{ name: '__proto__', inputSchema: {} }], links: [] }), portsOf)).toBe(
      'duplicate or missing port: __proto__',
    )
  })

  it('runs instances after what feeds them, ties in link order', () => {
    const free = diagram({
      instances: ['x', 'y', 'z'].map((name) => ({ name, instanceOf: 'one' })),
      links: [link('1', '.rows', 'z.in'), link('2', '.rows', 'x.in'), link('3', 'x.out', 'y.in')],
    })
    expect(executionOrder(free)).toEqual(['z', 'x', 'y'])
  })

  it('CMP-007/engine offers the own inputs as starts and the own outputs as ends', () => {
    expect(portsFrom(diagram(), '', portsOf)).toEqual(['rows'])
    expect(portsTo(diagram(), '', portsOf)).toEqual(['products'])
    expect(portsFrom(diagram(), 'a', portsOf)).toEqual(['out'])
    expect(portsTo(diagram(), 'nobody', portsOf)).toEqual([])
  })
})
