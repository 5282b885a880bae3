import type { ExecutionFault, LinkValue } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { exampleComponent } from '../components.examples.ts'
import { draftOf } from '../model/draft.ts'
import { placeOfFault, wordsOfPlace } from './fault-place.ts'
import { previewsOf } from './link-values.ts'
import { recordPorts, settleRecord, withRecord } from './records.ts'

const payload = { rows: [1, 2, 3], other: [4], none: [], text: 'x' }
const inputs = ['rows', 'other', 'none', 'text', 'absent', 'toString'].map((name) => ({ name }))

describe('records one by one', () => {
  it('are those of inputs with lists that hold some', () => {
    expect(recordPorts(payload, inputs)).toEqual([
      { name: 'rows', count: 3 },
      { name: 'other', count: 1 },
    ])
    for (const one of [null, [1], 'text', undefined]) expect(recordPorts(one, inputs)).toEqual([])
  })

  it.each([
    [null, payload],
    [
      { port: 'rows', index: 1 },
      { ...payload, rows: [2] },
    ],
    [{ port: 'text', index: 0 }, payload],
  ])('%j goes in alone, the others whole', (chosen, expected) => {
    expect(withRecord(payload, chosen)).toEqual(expected)
  })

  it('a choice follows a payload that has become shorter', () => {
    const ports = recordPorts(payload, inputs)
    expect(settleRecord({ port: 'rows', index: 9 }, ports)).toEqual({ port: 'rows', index: 2 })
    expect(settleRecord({ port: 'none', index: 0 }, ports)).toBeNull()
  })
})

const draft = draftOf(exampleComponent())
const fault = (more: Partial<ExecutionFault>): ExecutionFault => ({
  message: 'lost',
  component: 'Bikes catalogue',
  source: null,
  line: 4,
  column: 1,
  record: null,
  items: [],
  ...more,
})

describe('the place of an error', () => {
  it.each<[string, Partial<ExecutionFault>, object, string]>([
    ['code of the component itself', { source: 'Bikes catalogue' }, { pointer: '/jsCode', element: null }, 'line 4'],
    [
      'code of one of its links',
      { component: 'Bikes catalogue / overlay', source: "link 'local to overlay' of Bikes catalogue", record: 2 },
      { pointer: '/links/2/jsCode', element: { part: 'links', index: 2 } },
      "link 'local to overlay' of Bikes catalogue, line 4, record 2",
    ],
    [
      'code of an instance',
      { component: 'Bikes catalogue / rowsToProducts', items: [3, 1] },
      { pointer: null, element: { part: 'instances', index: 0 }, instanceOf: 'clean1' },
      'rowsToProducts, line 4, item 3, item 1',
    ],
    [
      'a link deep inside an instance',
      { component: 'Bikes catalogue / overlay / price', source: "link 'a' of Overlay locale" },
      { pointer: null, element: { part: 'instances', index: 1 } },
      "link 'a' of Overlay locale, line 4",
    ],
    ['an instance that is no longer there', { component: 'Bikes catalogue / over' }, { element: null }, 'over, line 4'],
    ['nowhere', { component: null, line: null }, { element: null, pointer: null }, ''],
  ])('%s', (_, more, place, words) => {
    expect(placeOfFault(fault(more), 'Bikes catalogue', draft)).toMatchObject(place)
    expect(wordsOfPlace(fault(more), 'Bikes catalogue')).toBe(words)
  })
})

it('links of the diagram show one value, or how many', () => {
  const link = (name: string, count: number, value: unknown, component = 'W'): LinkValue => ({
    component,
    link: name,
    count,
    at: 0,
    ms: 0,
    value,
    cut: false,
  })
  const long = { text: 'x'.repeat(100) }
  const shown = previewsOf(
    [
      link('one', 1, { n: 1 }),
      link('many', 1200, [1]),
      link('none', 0, null),
      link('long', 1, long),
      link('in', 1, 1, 'W / x'),
    ],
    'W',
  )
  expect([...shown].map(([name, { text }]) => [name, text])).toEqual([
    ['one', '{"n":1}'],
    ['many', '1,200'],
    ['none', 'nothing'],
    ['long', `{"text":"${'x'.repeat(15)}…`],
  ])
})
