import { expect, it } from 'vitest'
import { auditedChange } from './audited-change.ts'

const large = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`f${n}`, { description: 'x'.repeat(100) }]))
const content = (properties: object, more = {}) => ({ name: 'Bike', jsonSchema: { properties, ...more } })
const note = 'The content is large: only the parts that differ are kept here.'

it('keeps a small change in whole', () => {
  const change = { before: content({ a: {} }), after: content({ a: {}, b: {} }) }
  expect(auditedChange(change)).toEqual(change)
})

it.each<[string, object, object, object, object]>([
  ['a part that was added', large, { ...large, added: { type: 'string' } }, {}, { added: { type: 'string' } }],
  ['a part that was removed', { ...large, gone: true }, large, { gone: true }, {}],
  [
    'a part that was changed, with what is around it left out',
    large,
    { ...large, f7: { description: 'new', title: 't' } },
    { f7: { description: 'x'.repeat(100) } },
    { f7: { description: 'new', title: 't' } },
  ],
  [
    'parts in another order',
    { ...large, o: { a: 1, b: 2 } },
    { ...large, o: { b: 2, a: 1 } },
    { o: { order: ['a', 'b'] } },
    { o: { order: ['b', 'a'] } },
  ],
])('of large content keeps %s', (_what, before, after, wasThere, isThere) => {
  const kept = (properties: object) => (Object.keys(properties).length === 0 ? {} : { jsonSchema: { properties } })
  expect(auditedChange({ before: content(before), after: content(after) })).toEqual({
    before: { name: 'Bike', ...kept(wasThere) },
    after: { name: 'Bike', ...kept(isThere), note },
  })
})

it('tells of what is too long by its length, and keeps what is beside it', () => {
  const description = 'y'.repeat(1_000_000)
  const { after } = auditedChange({
    before: content(large),
    after: content({ ...large, long: { description, type: 'string' } }, { title: 'New' }),
  })
  expect(after.jsonSchema).toEqual({
    properties: { long: { description: '… (1000002 characters, too many to be kept)', type: 'string' } },
    title: 'New',
  })
})
