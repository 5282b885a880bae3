import { expect, it } from 'vitest'
import { exampleComponent } from '../components.examples.ts'
import { draftOf, type Selection } from '../model/draft.ts'
import { actOfKey, actsFor, renamePart } from './acts.ts'

const draft = draftOf(exampleComponent())
const box: Selection = [{ part: 'instances', index: 0 }]
const link: Selection = [{ part: 'links', index: 0 }]
const port: Selection = [{ part: 'inputs', index: 0 }]

it.each<[string, Selection, string]>([
  ['nothing', [], 'add connect input output paste'],
  ['a box', box, 'add connect input output settings rename group copy cut paste remove'],
  ['a link', link, 'add connect insert input output rename paste remove'],
  ['an own port', port, 'add connect input output settings rename copy cut paste remove'],
  ['a box and a link', [...box, ...link], 'add connect input output group copy cut paste remove'],
  ['what is gone', [{ part: 'instances', index: 9 }], 'add connect input output paste'],
])('what can be done with %s; the rest says what to do first', (_, selected, names) => {
  const acts = actsFor(draft, selected)
  const possible = acts.filter(({ refused }) => refused === null)
  expect(possible.map(({ name }) => name).join(' ')).toBe(names)
  for (const { refused } of acts) if (refused !== null) expect(refused).toMatch(/^Select .*\.$/)
})

const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
it.each([
  ['Delete', {}, 'remove'],
  ['F2', {}, 'rename'],
  ['Insert', {}, 'add'],
  ['l', {}, 'connect'],
  ['g', { ctrlKey: true }, 'group'],
  ['g', { metaKey: true }, 'group'],
  ['Enter', { ctrlKey: true }, 'settings'],
  ['Enter', {}, null],
  ['g', {}, null],
  ['l', { ctrlKey: true }, null],
  ['Delete', { shiftKey: true }, null],
  ['F2', { altKey: true }, null],
])('the key %s with %j does %s', (key, held, act) => expect(actOfKey({ ...plain, ...held, key })).toBe(act))

it.each([
  [box[0]!, 'overlay', 'There is another overlay already.'],
  [port[0]!, 'my rows', 'A port is named with letters, digits and _, and begins with a letter.'],
  [link[0]!, 'rows to overlay', 'There is another rows to overlay already.'],
  [box[0]!, 'rowsToProducts', null],
])('%j is not renamed to %s', (element, name, said) => expect(renamePart(draft, element, name)).toBe(said))
