import { expect, it } from 'vitest'
import { findOwnInstances } from './own-instances.ts'

const of = (...ids: string[]) => ids.map((instanceOf) => ({ instanceOf }))
const versions = [{ _id: 'own2' }, { _id: 'own1' }]
const byId = new Map([
  ['outer', { instances: of('leaf', 'own1') }],
  ['leaf', { instances: of() }],
])

it.each<[string, string[], number[]]>([
  ['nothing of itself', ['leaf', 'unknown'], []],
  ['itself', ['leaf', 'own2'], [1]],
  ['an older version of itself', ['own1'], [0]],
  ['what contains it', ['outer', 'leaf', 'own2'], [0, 2]],
])('a component with instances of %s', (_, instances, wrong) => {
  const found = findOwnInstances(of(...instances), versions, byId)
  expect(found.flatMap(({ at }) => at)).toEqual(wrong.map((index) => ({ part: 'instances', index })))
  expect(found.map(({ message }) => message)).toEqual(wrong.length === 0 ? [] : ['The component contains itself'])
})
