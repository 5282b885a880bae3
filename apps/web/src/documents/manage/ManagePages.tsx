import { ManagePage } from './ManagePage.tsx'

export const PipelinesPage = () => (
  <ManagePage kind="pipeline" title="Pipelines" explorer="Pipelines" emptyText="There are no pipelines yet." />
)
export const SchemasPage = () => (
  <ManagePage kind="schema" title="Data Models" explorer="Data Models" emptyText="There are no data models yet." />
)
export const ComponentsPage = () => (
  <ManagePage kind="component" title="ComponentEditor" explorer="Components" emptyText="There are no components yet." />
)
