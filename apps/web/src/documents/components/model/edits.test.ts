import { describe, expect, it } from 'vitest'
import { applyEdit, type History, redo, startHistory, undo } from '../../editing/history.ts'
import { exampleComponent, exampleUsed } from '../components.examples.ts'
import { type ComponentDraft, type ComponentEdit, draftOf, type Selection } from './draft.ts'
import {
  addInstance,
  addPort,
  changeLink,
  connect,
  insertOnLink,
  removeElements,
  renameInstance,
  renamePort,
  setConstants,
  setInstanceOf,
  setPortSchema,
} from './edits.ts'
import { formEdit } from './form-edit.ts'
import { instanceNameOf } from './names.ts'

const draft = draftOf(exampleComponent())
const [clean] = exampleUsed()
const portsOf = (id: string) => exampleUsed().find(({ _id }) => _id === id)
const ends = ({ value }: ComponentEdit) =>
  value.links.map((link) => `${link.fromInstance}.${link.fromPort} > ${link.toInstance}.${link.toPort}`)
const certain = (edit: ComponentEdit | null): ComponentEdit => {
  if (edit === null) throw new Error('nothing was edited')
  return edit
}

describe('the parts of a diagram', () => {
  it.each([
    ['Rows to products', 'rowsToProducts'],
    ['Überschrift für 2', 'uberschriftFur2'],
    ['EV', 'eV'],
    ['***', 'instance'],
  ])('an instance of %s is named %s', (document, name) => expect(instanceNameOf(document)).toBe(name))

  it('a second instance of a component gets a name of its own', () => {
    const edit = addInstance(draft, clean!)
    expect(edit.value.instances.at(-1)).toEqual({ name: 'rowsToProducts2', instanceOf: 'clean1' })
    expect(edit.selected).toEqual([{ part: 'instances', index: 2 }])
    expect(edit.name).toBe('new instance rowsToProducts2')
  })

  it('links follow an instance and a port that get another name', () => {
    expect(ends(certain(renameInstance(draft, 1, 'join')))).toEqual([
      '.catalogue > rowsToProducts.rows',
      'rowsToProducts.products > join.master',
      '.local > join.local',
      'join.products > .products',
    ])
    expect(ends(certain(renamePort(draft, 'inputs', 0, 'bikes')))[0]).toBe('.bikes > rowsToProducts.rows')
    expect(ends(certain(renamePort(draft, 'outputs', 0, 'rows')))[3]).toBe('overlay.products > .rows')
    expect(renameInstance(draft, 1, 'overlay')).toBeNull()
  })

  it('links of a name that stands twice are left to their author', () => {
    const twice = { ...draft, instances: [...draft.instances, { name: 'overlay', instanceOf: 'overlay3' }] }
    expect(ends(certain(renameInstance(twice, 1, 'join')))).toContain('overlay.products > .products')
  })

  it('two ports are joined once', () => {
    const from = { instance: '', port: 'catalogue' }
    const to = { instance: 'overlay', port: 'master' }
    const edit = certain(connect(draft, from, to))
    expect(edit.value.links.at(-1)).toEqual({
      name: 'catalogue to overlay',
      fromInstance: '',
      fromPort: 'catalogue',
      toInstance: 'overlay',
      toPort: 'master',
      jsCode: 'ctx.output = ctx.input;',
    })
    expect(connect(edit.value, from, to)).toBeNull()
  })

  it('a component put on a link takes its values over and gives them on', () => {
    const coded = certain(changeLink(draft, 1, { jsCode: 'ctx.output = ctx.input.slice(1)' })).value
    const edit = certain(insertOnLink(coded, 1, clean!, { input: 'rows', output: 'products' }))
    expect(ends(edit).slice(1, 2)).toEqual(['rowsToProducts.products > rowsToProducts2.rows'])
    expect(ends(edit).at(-1)).toBe('rowsToProducts2.products > overlay.master')
    expect(edit.value.links[1]?.jsCode).toBe('ctx.output = ctx.input.slice(1)')
  })

  it('what is removed takes its links along, and no others', () => {
    const without = (selected: Selection) => ends(certain(removeElements(draft, selected)))
    expect(without([{ part: 'instances', index: 1 }])).toEqual(['.catalogue > rowsToProducts.rows'])
    expect(without([{ part: 'inputs', index: 1 }])).not.toContain('.local > overlay.local')
    expect(without([{ part: 'outputs', index: 0 }])).toHaveLength(3)
    expect(without([{ part: 'links', index: 0 }])).toHaveLength(3)
    expect(removeElements(draft, [])).toBeNull()
  })

  it('constants are set and taken away, without a trace', () => {
    const set = certain(setConstants(draft, 0, { rows: [1] }))
    expect(set.value.instances[0]).toEqual({ name: 'rowsToProducts', instanceOf: 'clean1', values: { rows: [1] } })
    expect(certain(setConstants(set.value, 0, {})).value).toEqual(draft)
    expect(setConstants(draft, 0, {})).toBeNull()
  })
})

describe('the form of a component', () => {
  const edited = (change: object) => formEdit(draft, { ...draft, ...change }, portsOf)

  it('makes no edit of what is as it was', () => {
    expect(edited({})).toBeNull()
    expect(edited({ links: [...draft.links], inputs: [...draft.inputs] })).toBeNull()
  })

  it('what is emptied there is an empty text again, and new entries have all their fields', () => {
    expect(edited({ description: undefined })?.value.description).toBe('')
    expect(edited({ instances: [{}] })?.value.instances).toEqual([{ name: '', instanceOf: '' }])
    expect(edited({ inputs: [{ name: 'a' }] })?.value.inputs).toEqual([{ name: 'a', inputSchema: {} }])
  })

  it('CMP-030/ui a port that the other instance does not have is cleared, and its only one chosen', () => {
    const moved = (index: number, change: object) =>
      edited({ links: draft.links.map((link, at) => (at === index ? { ...link, ...change } : link)) })?.value.links[
        index
      ]
    expect(moved(0, { toInstance: 'overlay' })?.toPort).toBe('')
    expect(moved(2, { toInstance: 'rowsToProducts' })?.toPort).toBe('rows')
    expect(moved(1, { fromInstance: 'overlay' })?.fromPort).toBe('products')
    expect(moved(3, { fromInstance: '' })?.fromPort).toBe('')
  })

  it('keys of one text are one step of Undo', () => {
    let history: History<ComponentDraft, Selection> = startHistory(draft, [])
    for (const description of ['J', 'Jo', 'Joi'])
      history = applyEdit(history, certain(formEdit(history.present.value, { ...draft, description }, portsOf)))
    expect(history.past.map(({ name }) => name)).toEqual(['change of description'])
    expect(undo(history).present.value).toBe(draft)
    expect(redo(undo(history)).present.value.description).toBe('Joi')
  })
})

it('any edits undo to the start and redo to the end', () => {
  for (let seed = 1; seed <= 40; seed++) {
    let state = seed
    const next = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }
    let history: History<ComponentDraft, Selection> = startHistory(draft, [])
    const moments = [JSON.stringify(draft)]
    for (let step = 0; step < 30; step++) {
      const edit = randomEdit(history.present.value, next)
      if (edit === null) continue
      const before = history.past.length
      history = applyEdit(history, edit)
      if (history.past.length > before) moments.push(JSON.stringify(history.present.value))
    }
    const end = history.present.value
    for (const moment of moments.toReversed()) {
      expect(JSON.stringify(history.present.value), `seed ${seed}`).toBe(moment)
      history = undo(history)
    }
    for (const _ of moments) history = redo(history)
    expect(history.present.value).toBe(end)
  }
})

function randomEdit(now: ComponentDraft, next: (below: number) => number): ComponentEdit | null {
  const at = (list: readonly unknown[]) => next(Math.max(1, list.length))
  const side = next(2) === 0 ? 'inputs' : 'outputs'
  const end = () => ({ instance: now.instances[at(now.instances)]?.name ?? '', port: `p${next(3)}` })
  const edits = [
    () => addInstance(now, clean!),
    () => addPort(now, side),
    () => connect(now, end(), end()),
    () => insertOnLink(now, at(now.links), clean!, { input: 'rows', output: 'products' }),
    () => renameInstance(now, at(now.instances), `i${next(5)}`),
    () => renamePort(now, side, at(now[side]), `p${next(5)}`),
    () => setPortSchema(now, side, at(now[side]), { type: 'array' }),
    () => setInstanceOf(now, at(now.instances), `c${next(3)}`),
    () => setConstants(now, at(now.instances), next(3) === 0 ? {} : { rows: next(3) }),
    () => changeLink(now, at(now.links), { jsCode: `ctx.output = ${next(9)}` }),
    () =>
      removeElements(now, [
        { part: 'instances', index: at(now.instances) },
        { part: 'links', index: at(now.links) },
      ]),
  ]
  return edits[next(edits.length)]?.() ?? null
}
