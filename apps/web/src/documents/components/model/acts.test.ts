import { findDiagramFaults } from '@millrace/contract/components/diagram.rule'
import { describe, expect, it } from 'vitest'
import { exampleComponent, exampleUsed } from '../components.examples.ts'
import { pasteParts, readParts, writeParts } from './clipboard.ts'
import { portsOnLink, startsOf, targetsOf, whyNotConnect, wordsOfEnd } from './connecting.ts'
import { type ComponentDraft, draftOf, type Selection } from './draft.ts'
import { groupOf } from './group.ts'
import { nameOfType } from './type-words.ts'

const draft = draftOf(exampleComponent())
const [, overlay] = exampleUsed()
const known = { portsOf: (id: string) => exampleUsed().find(({ _id }) => _id === id), store: {} }
const instances = (...indexes: number[]): Selection => indexes.map((index) => ({ part: 'instances', index }))
const ends = ({ links }: Pick<ComponentDraft, 'links'>) =>
  links.map((link) => `${link.fromInstance}.${link.fromPort} > ${link.toInstance}.${link.toPort}`)

describe('copying and pasting boxes', () => {
  const welcome = () => null
  const pasted = (into: ComponentDraft, selected: Selection) => {
    const outcome = pasteParts(into, writeParts(draft, selected) ?? '', welcome)
    if ('reason' in outcome) throw new Error(outcome.reason)
    return outcome.edit
  }
  const bare: ComponentDraft = { ...draft, inputs: [], outputs: [], instances: [], links: [] }

  it('boxes come with the links between them into another component', () => {
    const edit = pasted(bare, instances(0, 1))
    expect(edit.value.instances).toEqual(draft.instances)
    expect(ends(edit.value)).toEqual(['rowsToProducts.products > overlay.master'])
    expect(edit.name).toBe('paste of 2 boxes')
    expect(edit.selected).toEqual(instances(0, 1))
  })

  it('names that are taken get a number, and the links follow', () => {
    const edit = pasted(draft, [...instances(1), { part: 'inputs', index: 1 }])
    expect(edit.value.instances.at(-1)).toEqual({ name: 'overlay2', instanceOf: 'overlay3' })
    expect(ends(edit.value).at(-1)).toBe('.local2 > overlay2.local')
    expect(edit.value.links.at(-1)?.name).toBe('local to overlay2')
  })

  it('pasted twice into the same component is sound', () => {
    const all: Selection = [
      ...instances(0, 1),
      { part: 'inputs', index: 0 },
      { part: 'inputs', index: 1 },
      { part: 'outputs', index: 0 },
    ]
    const twice = pasted(pasted(draft, all).value, all).value
    expect(twice.links).toHaveLength(12)
    expect(findDiagramFaults({ ...twice, links: [...twice.links] as never }, known.portsOf)).toEqual([])
  })

  it.each([
    ['no text', ''],
    ['other JSON', '{"instances":[]}'],
    [
      'a broken box',
      JSON.stringify({ ...JSON.parse(writeParts(draft, instances(0)) ?? ''), instances: [{ name: 1 }] }),
    ],
    [
      'a port that is no port',
      JSON.stringify({
        ...JSON.parse(writeParts(draft, instances(0)) ?? ''),
        inputs: [{ name: 'my rows', inputSchema: {} }],
      }),
    ],
  ])('%s is refused in a sentence', (_, text) =>
    expect(pasteParts(draft, text, welcome)).toEqual({
      reason: 'The clipboard holds no boxes of a component. Copy some first.',
    }),
  )

  it('a box that may not stand here is refused, and nothing is pasted', () => {
    const refuse = (id: string) => (id === 'clean1' ? 'A component cannot contain itself.' : null)
    expect(pasteParts(bare, writeParts(draft, instances(0, 1)) ?? '', refuse)).toEqual({
      reason: 'A component cannot contain itself.',
    })
  })

  it('nothing is copied where no box is selected, and only what a box is made of is read', () => {
    expect(writeParts(draft, [{ part: 'links', index: 0 }])).toBeNull()
    const text = JSON.parse(writeParts(draft, instances(0)) ?? '') as object
    const read = readParts(JSON.stringify({ ...text, instances: [{ name: 'a', instanceOf: 'x', secret: 1 }] }))
    expect(read?.instances).toEqual([{ name: 'a', instanceOf: 'x' }])
  })
})

it.each([
  [{}, 'anything'],
  [{ type: 'string' }, 'text'],
  [{ type: ['number', 'null'] }, 'number or null'],
  [{ $ref: 'importer://schema/id/a' }, 'record'],
  [{ type: 'array' }, 'list'],
  [{ type: 'array', items: { $ref: 'importer://schema/id/a' } }, 'list of records'],
  [{ type: 'array', items: { type: 'array', items: { type: 'object' } } }, 'list of lists of objects'],
])('what goes through a port of %j is called %s', (schema, words) => expect(nameOfType(schema)).toBe(words))

describe('joining ports', () => {
  it('starts are own inputs and outputs of instances', () => {
    expect(startsOf(draft, known).map(wordsOfEnd)).toEqual([
      'catalogue',
      'local',
      'rowsToProducts › products',
      'overlay › products',
    ])
  })

  it('CMP-030/ui ports that fit by their schemas come first, joined ones and circles not at all', () => {
    const text = { type: 'string' }
    const withText = { ...draft, outputs: [{ name: 'title', outputSchema: text }, ...draft.outputs] }
    const targets = targetsOf(withText, { instance: 'overlay', port: 'products' }, known)
    expect(targets.map(({ end }) => wordsOfEnd(end))).toEqual(['title'])
    expect(targets[0]?.misfit).toBe('It gives a list, and a text is needed.')
    const fromInput = targetsOf(withText, { instance: '', port: 'catalogue' }, known)
    expect(fromInput.map(({ end, misfit }) => [wordsOfEnd(end), misfit === null])).toEqual([
      ['products', true],
      ['overlay › master', true],
      ['overlay › local', true],
      ['title', false],
    ])
  })

  it.each([
    ['rowsToProducts.products', 'overlay.master', 'rowsToProducts › products and overlay › master are joined already.'],
    ['overlay.products', 'rowsToProducts.rows', 'This link would close a circle.'],
    ['overlay.products', 'overlay.master', 'This link would close a circle.'],
    ['overlay.products', '.products', 'overlay › products and products are joined already.'],
    ['rowsToProducts.products', '.products', null],
  ])('%s to %s: %s', (from, to, reason) => {
    const end = (text: string) => ({ instance: text.split('.')[0] ?? '', port: text.split('.')[1] ?? '' })
    expect(whyNotConnect(draft, end(from), end(to))).toBe(reason)
  })

  it('a component on a link is passed through by the ports that fit', () => {
    const inputs = [{ name: 'settings', inputSchema: { type: 'object' } }, ...overlay!.inputs]
    expect(portsOnLink(draft, 1, { ...overlay!, inputs }, known)).toEqual({ input: 'master', output: 'products' })
    expect(portsOnLink(draft, 1, { inputs, outputs: [] }, known)).toBeNull()
  })
})

describe('grouping boxes', () => {
  const anything = () => ({})
  const grouped = (from: ComponentDraft, selected: Selection) => {
    const group = groupOf(from, selected, anything)
    if ('reason' in group) throw new Error(group.reason)
    return { ...group, edit: group.replace({ _id: 'new', name: 'Clean and join' }) }
  }

  it('links over the border become ports, and one instance takes the place of the boxes', () => {
    const { content, edit } = grouped(draft, instances(0, 1))
    expect(content.inputs.map(({ name }) => name)).toEqual(['catalogue', 'local'])
    expect(content.outputs.map(({ name }) => name)).toEqual(['products'])
    expect(ends(content as Pick<ComponentDraft, 'links'>)).toEqual(ends(draft))
    expect(edit.value.instances).toEqual([{ name: 'cleanAndJoin', instanceOf: 'new' }])
    expect(ends(edit.value)).toEqual([
      '.catalogue > cleanAndJoin.catalogue',
      '.local > cleanAndJoin.local',
      'cleanAndJoin.products > .products',
    ])
    expect(edit.name).toBe('group of 2 boxes into Clean and join')
    expect(edit.selected).toEqual(instances(0))
  })

  it('constants and code of links go along', () => {
    const coded: ComponentDraft = {
      ...draft,
      instances: [{ ...draft.instances[0]!, values: { settings: { a: 1 } } }, draft.instances[1]!],
      links: draft.links.map((link) => ({ ...link, jsCode: `// ${link.name}` })),
    }
    const { content, edit } = grouped(coded, instances(0))
    expect(content.instances).toEqual([coded.instances[0]])
    expect(content.links.map(({ jsCode }) => jsCode)).toEqual(['// catalogue to rows', 'ctx.output = ctx.input;'])
    expect(edit.value.links.map(({ jsCode }) => jsCode)).toEqual([
      'ctx.output = ctx.input;',
      '// rows to overlay',
      '// local to overlay',
      '// overlay to products',
    ])
  })

  it.each<[string, ComponentDraft, Selection, string]>([
    [
      'a circle',
      {
        ...draft,
        links: [
          ...draft.links,
          { ...draft.links[1]!, name: 'back', fromInstance: 'overlay', toInstance: 'rowsToProducts', toPort: 'rows' },
        ],
      },
      instances(0, 1),
      'The diagram has a circle: take a link out of it first.',
    ],
    ['nothing', draft, [], 'Select the boxes that are to be one component.'],
    ['a link alone', draft, [{ part: 'links', index: 0 }], 'Select the boxes that are to be one component.'],
    [
      'what another box stands between',
      {
        ...draft,
        instances: [...draft.instances, { name: 'end', instanceOf: 'clean1' }],
        links: [...draft.links, { ...draft.links[1]!, name: 'on', fromInstance: 'overlay', toInstance: 'end' }],
      },
      instances(0, 2),
      'overlay lies between the selected boxes: select it too.',
    ],
    [
      'a link without an end',
      { ...draft, links: [{ ...draft.links[1]!, toPort: '' }] },
      instances(0),
      'The link rows to overlay has an end that leads nowhere: mend or delete it first.',
    ],
    [
      'two of one name',
      { ...draft, instances: [draft.instances[0]!, draft.instances[0]!] },
      instances(0),
      'Two boxes are called rowsToProducts: rename one of them first.',
    ],
  ])('%s is refused in a sentence', (_, from, selected, reason) =>
    expect(groupOf(from, selected, anything)).toEqual({ reason }),
  )

  it('any group feeds every port from where it was fed before, over the same code', () => {
    let groups = 0
    for (let seed = 1; seed <= 300; seed++) {
      const next = random(seed)
      const before = randomDiagram(next)
      const chosen = instances(...before.instances.flatMap((_, index) => (next(2) === 0 ? [index] : [])))
      const group = groupOf(before, chosen, anything)
      if ('reason' in group) continue
      groups++
      const after = group.replace({ _id: 'group', name: 'group' }).value
      const inner = group.content as Pick<ComponentDraft, 'inputs' | 'outputs' | 'instances' | 'links'>
      const portsIn = (id: string) =>
        id === 'group' ? inner : { inputs: [{ name: 'a' }, { name: 'b' }], outputs: [{ name: 'x' }, { name: 'y' }] }
      const faults = (diagram: typeof inner) =>
        findDiagramFaults({ ...diagram, links: [...diagram.links] as never }, portsIn)
      expect([...faults(after), ...faults({ ...draft, ...inner })], `seed ${seed}`).toEqual([])
      expect(feeds(after, inner), `seed ${seed}`).toEqual(feeds(before, null))
    }
    expect(groups).toBeGreaterThan(100)
  })
})

/** What feeds each port, in order, as 'box.port' with the code on the way; a group is looked through. */
function feeds(
  outer: Pick<ComponentDraft, 'instances' | 'links'>,
  inner: Pick<ComponentDraft, 'instances' | 'links'> | null,
) {
  const inside = new Set(inner?.instances.map(({ name }) => name))
  const codes = (jsCode: string, rest: string) => (jsCode === 'ctx.output = ctx.input;' ? rest : `${rest} ${jsCode}`)
  const into = (instance: string, port: string, links: ComponentDraft['links'], isInner: boolean): string[] =>
    links
      .filter((link) => link.toInstance === instance && link.toPort === port)
      .flatMap((link) => origins(link, isInner).map((origin) => codes(link.jsCode, origin)))
  const origins = (link: ComponentDraft['links'][number], isInner: boolean): string[] => {
    if (isInner && link.fromInstance === '') return into('group', link.fromPort, outer.links, false)
    if (inner !== null && !isInner && link.fromInstance === 'group') return into('', link.fromPort, inner.links, true)
    return [`${link.fromInstance}.${link.fromPort}`]
  }
  const boxes = [...outer.instances.map(({ name }) => name), ...inside].filter((name) => name !== 'group').toSorted()
  return Object.fromEntries([
    ...boxes.flatMap((name) =>
      ['a', 'b'].map((port) => [
        `${name}.${port}`,
        into(name, port, inside.has(name) ? (inner?.links ?? []) : outer.links, inside.has(name)),
      ]),
    ),
    ['.out', into('', 'out', outer.links, false)],
  ])
}

function random(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Up to seven boxes of two inputs and two outputs, links forwards only, some with code. */
function randomDiagram(next: (below: number) => number): ComponentDraft {
  const count = 1 + next(7)
  const name = (index: number) => (index === -1 || index === count ? '' : `box${index}`)
  const links = Array.from({ length: next(3 * count) }, (_, at) => {
    const from = next(count + 1) - 1
    const to = from + 1 + next(count - from)
    return {
      name: `link ${at}`,
      fromInstance: name(from),
      fromPort: from === -1 ? ['in', 'more'][next(2)]! : ['x', 'y'][next(2)]!,
      toInstance: name(to),
      toPort: to === count ? 'out' : ['a', 'b'][next(2)]!,
      jsCode: next(2) === 0 ? 'ctx.output = ctx.input;' : `code${at}`,
    }
  })
  return {
    ...draft,
    inputs: ['in', 'more'].map((port) => ({ name: port, inputSchema: {} })),
    outputs: [{ name: 'out', outputSchema: {} }],
    instances: Array.from({ length: count }, (_, index) => ({ name: name(index), instanceOf: 'box' })),
    links,
  }
}
