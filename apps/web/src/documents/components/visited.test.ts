import { expect, it } from 'vitest'
import { visit } from './visited.ts'

const trail = [
  { id: 'a1', name: 'A' },
  { id: 'b1', name: 'B' },
  { id: 'c1', name: 'C' },
]

it.each([
  ['one not visited yet is added', { id: 'd1', name: 'D' }, ['d1'], ['a1', 'b1', 'c1', 'd1']],
  ['going back cuts what came after', { id: 'b1', name: 'B' }, ['b1'], ['a1', 'b1']],
  ['a new version takes the place of the one before', { id: 'c2', name: 'C' }, ['c1', 'c2'], ['a1', 'b1', 'c2']],
  ['a new name is shown', { id: 'a1', name: 'A once more' }, ['a1'], ['a1']],
])('CMP-009/ui %s', (_, { id, name }, versions, ids) => {
  const shown = visit(trail, { id, name }, versions)
  expect(shown.map((one) => one.id)).toEqual(ids)
  expect(shown.at(-1)).toEqual({ id, name })
})
