import type { Hierarchy } from '@millrace/contract'
import { describe, expect, it } from 'vitest'
import { finalWorkflows, layOutHierarchy, pipelineTree, type UserNode, usersBelow } from './hierarchy.ts'
import { exampleHierarchy, exampleItem } from './usages.examples.ts'

const words = (nodes: readonly UserNode[]): unknown[] =>
  nodes.map(({ item, users, again }) => (again ? `${item.key} again` : [item.key, ...words(users)]))

describe('what a component is used by', () => {
  it('is a tree in which nothing is unfolded twice', () => {
    const { components } = exampleHierarchy()
    expect(words(usersBelow('rows', components))).toEqual([['bikes'], ['prices', ['bikes']], ['stores']])
    const deep = [...components, exampleItem('top', { sources: ['bikes'] })]
    expect(words(usersBelow('rows', deep))).toEqual([['bikes', ['top']], ['prices', 'bikes again'], ['stores']])
  })

  it('has pipelines below the master they inherit from', () => {
    expect(words(pipelineTree(exampleHierarchy().pipelines))).toEqual([['p1', ['p2']], ['p3']])
  })

  it('names the workflows nobody else uses', () => {
    expect(finalWorkflows(exampleHierarchy())).toBe('Final workflows: Bikes catalogue version 3, Stores version 1.')
    expect(finalWorkflows({ ...exampleHierarchy(), components: [], bottomComponents: [] })).toBe(
      'No other component uses this version.',
    )
  })
})

/** A ladder of components, each of which uses all below it: lines of every length. */
const ladder = (steps: number): Hierarchy => {
  const keys = Array.from({ length: steps }, (_, n) => `c${n}`)
  const items = keys.map((key, n) => exampleItem(key, { sources: keys.slice(0, n) }))
  const [component, ...components] = items as [Hierarchy['component'], ...Hierarchy['components']]
  const dependencies = items.flatMap(({ key, sources }) => sources.map((from) => ({ from, to: key })))
  return { component, components, pipelines: [], dependencies, bottomComponents: [] }
}

describe('the graph of it', () => {
  it.each([
    ['the example', exampleHierarchy()],
    ['a ladder', ladder(6)],
  ])('of %s goes from left to right, and no line runs through a box', (_, hierarchy) => {
    const { items, lines, columns, rows } = layOutHierarchy(hierarchy)
    expect(items).toHaveLength(1 + hierarchy.components.length + hierarchy.pipelines.length)
    const taken = new Map(items.map(({ item, column, row }) => [`${column} ${row}`, item.key]))
    expect(taken.size).toBe(items.length)
    expect(lines).toHaveLength(hierarchy.dependencies.length)
    for (const { key, places } of lines) {
      expect(places.map(({ column }) => column)).toEqual(places.map((_place, n) => (places[0]?.column ?? 0) + n))
      const through = places.map(({ column, row }) => taken.get(`${column} ${row}`))
      const [from, to] = key.split(' ')
      expect([through[0], through.at(-1)]).toEqual([from, to])
      expect(through.slice(1, -1).filter((box) => box !== undefined)).toEqual([])
    }
    expect(Math.max(...items.map(({ column }) => column))).toBe(columns - 1)
    expect(Math.max(...lines.flatMap(({ places }) => places.map(({ row }) => row)), 0)).toBeLessThan(rows)
  })

  it('of something nobody uses is one box', () => {
    const alone = { ...exampleHierarchy(), components: [], pipelines: [], dependencies: [] }
    expect(layOutHierarchy(alone)).toMatchObject({ columns: 1, rows: 1, lines: [] })
  })
})
