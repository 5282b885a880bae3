import { findDiagramFaults } from '@millrace/contract/components/diagram.rule'
import { describe, expect, it } from 'vitest'
import { exampleComponent, exampleUsed } from '../../components.examples.ts'
import { type ComponentDraft, draftOf } from '../../model/draft.ts'
import { type DiagramPort, graphOf } from './graph.ts'

const byId = new Map(exampleUsed().map((component) => [component._id, component]))
const drawn = (change: Partial<ComponentDraft> = {}, isLoaded = true) => {
  const draft = { ...draftOf(exampleComponent()), ...change }
  return graphOf(draft, { byId, isLoaded }, isLoaded ? findDiagramFaults(draft, (id) => byId.get(id)) : [])
}
const { links, instances } = draftOf(exampleComponent())
const namesOf = (ports: readonly DiagramPort[]) =>
  ports.map(({ name, isMissing, hasConstant }) => `${name}${isMissing ? '?' : ''}${hasConstant ? '=' : ''}`)
const boxNamed = (graph: ReturnType<typeof drawn>, name: string) => graph.boxes.filter((box) => box.name === name)

describe('what is drawn of a component', () => {
  it('CMP-031/ui is a box for each instance and own port, and a link from port to port', () => {
    const { boxes, lines } = drawn()
    expect(boxes.map(({ kind, name, inputs, outputs }) => [kind, name, namesOf(inputs), namesOf(outputs)])).toEqual([
      ['input', 'catalogue', [], ['catalogue']],
      ['input', 'local', [], ['local']],
      ['forEach', 'rowsToProducts', ['rows'], ['products']],
      ['function', 'overlay', ['master', 'local'], ['products']],
      ['output', 'products', ['products'], []],
    ])
    const nameOf = (id: string) => boxes.find((box) => box.id === id)?.name
    expect(lines.map(({ from, to }) => `${nameOf(from.box)}.${from.port} > ${nameOf(to.box)}.${to.port}`)).toEqual([
      'catalogue.catalogue > rowsToProducts.rows',
      'rowsToProducts.products > overlay.master',
      'local.local > overlay.local',
      'overlay.products > products.products',
    ])
    expect([...boxes, ...lines].every(({ fault }) => fault === null)).toBe(true)
  })

  it.each<[string, Partial<ComponentDraft>, string[], string[]]>([
    [
      'a port that its instance does not have',
      { links: [{ ...links[0]!, toPort: 'rowz' }] },
      ['rows', 'rowz?'],
      ['products'],
    ],
    ['no port chosen yet', { links: [{ ...links[1]!, fromPort: '' }] }, ['rows'], ['products', '?']],
    [
      'a constant, and one for a port that is not there',
      { links: [], instances: [{ ...instances[0]!, values: { rows: [], rowz: 1 } }] },
      ['rows=', 'rowz?='],
      ['products'],
    ],
  ])('%s is drawn at its box', (_, change, inputs, outputs) => {
    const [box] = boxNamed(drawn(change), 'rowsToProducts')
    expect(namesOf(box!.inputs)).toEqual(inputs)
    expect(namesOf(box!.outputs)).toEqual(outputs)
  })

  it('an instance and a port that links name and nobody has are drawn as missing', () => {
    const { boxes, lines } = drawn({
      links: [
        { ...links[0]!, fromPort: 'catalog', toInstance: 'clean', toPort: 'rows' },
        { ...links[3]!, fromInstance: 'clean', fromPort: 'done' },
      ],
    })
    const missing = boxes.filter(({ element }) => element === null)
    expect(missing.map(({ kind, name, inputs, outputs }) => [kind, name, namesOf(inputs), namesOf(outputs)])).toEqual([
      ['input', 'catalog', [], ['catalog?']],
      ['unknown', 'clean', ['rows?'], ['done?']],
    ])
    expect(lines.map(({ fault }) => fault)).toEqual([
      'duplicate or missing port: catalog; duplicate or missing port: clean',
      'duplicate or missing port: clean',
    ])
  })

  it('until the components are known no port is called missing', () => {
    const graph = drawn({ instances: [{ name: 'overlay', instanceOf: 'far away' }] }, false)
    expect(namesOf(boxNamed(graph, 'overlay')[0]!.inputs)).toEqual(['master', 'local'])
  })

  it('names that repeat are all drawn and ringed; links lead to the first', () => {
    const graph = drawn({ instances: [...instances, instances[1]!] })
    const [first, second] = boxNamed(graph, 'overlay')
    expect([first?.fault, second?.fault]).toEqual(Array(2).fill('duplicate or missing port: overlay'))
    expect(first?.id).not.toBe(second?.id)
    expect(graph.lines.filter(({ to }) => to.box === first?.id)).toHaveLength(2)
    expect(graph.lines.filter(({ to }) => to.box === second?.id)).toHaveLength(0)
  })
})
