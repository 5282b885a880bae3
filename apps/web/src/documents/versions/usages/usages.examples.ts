import type { Hierarchy, HierarchyItem } from '@millrace/contract'

// Made-up usages for tests of screens.

export const exampleItem = (key: string, over: Partial<HierarchyItem> = {}): HierarchyItem => ({
  ...{ key, type: 'component', name: key, class_name: 'prod', version: 1, vLocked: true, sources: [] },
  ...over,
})

const draft = { class_name: 'draft', vLocked: false }

/** A component that three others use, one of them twice over, and two families of pipelines. */
export const exampleHierarchy = (): Hierarchy => {
  const component = exampleItem('rows', { name: 'Rows to products', version: 2 })
  const components = [
    exampleItem('bikes', { name: 'Bikes catalogue', sources: ['rows', 'prices'], version: 3, ...draft }),
    exampleItem('prices', { name: 'Prices by market', sources: ['rows'] }),
    exampleItem('stores', { name: 'Stores', sources: ['rows'] }),
  ]
  const pipelines = [
    exampleItem('p1', { name: 'Bikes', type: 'pipeline', sources: ['bikes'], ...draft }),
    exampleItem('p2', { name: 'Bikes fr-FR', type: 'pipeline', sources: ['p1'], ...draft }),
    exampleItem('p3', { name: 'Stores en-US', type: 'pipeline', sources: ['stores'] }),
  ]
  const dependencies = [...components, ...pipelines].flatMap(({ key, sources }) =>
    sources.map((from) => ({ from, to: key })),
  )
  const bottomComponents = components.filter(({ key }) => key !== 'prices')
  return { component, components, pipelines, dependencies, bottomComponents }
}
