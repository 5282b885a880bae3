import { expect, it } from 'vitest'
import { layOutVersions } from './version-graph.ts'

const version = (id: string, number: number, parents: string[] = []) => ({
  _id: id,
  version: number,
  vLocked: false,
  vParents: parents,
  lastUpdateDate: '2026-11-20T16:02:00.000Z',
})

it.each([
  ['nothing', [], []],
  ['a line', [version('c', 3, ['b']), version('b', 2, ['a']), version('a', 1)], ['a 0 0', 'b 1 0', 'c 2 0']],
  [
    'two copies of one',
    [version('a', 1), version('b', 2, ['a']), version('c', 3, ['a']), version('d', 4, ['b'])],
    ['a 0 0', 'b 1 0', 'c 2 1', 'd 3 0'],
  ],
  ['a parent that is gone', [version('b', 2, ['a']), version('c', 5, ['b'])], ['b 0 0', 'c 1 0']],
  ['two parents', [version('a', 1), version('b', 2, ['a']), version('c', 3, ['a', 'b'])], ['a 0 0', 'b 1 0', 'c 2 0']],
])('CMP-023/ui D-94 lays out %s with the newest rightmost', (_case, versions, places) => {
  const { nodes, edges, columns } = layOutVersions(versions)
  expect(nodes.map(({ version: { _id }, column, row }) => `${_id} ${column} ${row}`)).toEqual(places)
  expect(columns).toBe(versions.length)
  expect(edges.every(({ from, to }) => from.column < to.column)).toBe(true)
})

it('joins each version with those it was copied from', () => {
  const { edges } = layOutVersions([version('a', 1), version('b', 2, ['a']), version('c', 3, ['a', 'b', 'gone'])])
  expect(edges.map(({ from, to }) => `${from.version._id}${to.version._id}`)).toEqual(['ab', 'ac', 'bc'])
})
