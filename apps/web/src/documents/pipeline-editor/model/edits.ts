import type { Component, Pipeline } from '@millrace/contract'
import { portSchemas } from '@millrace/contract/pipelines/ports.rule'
import { draftFields, emptyDraft, pick, type PipelineDraft, type PipelineEdit } from './draft.ts'

/** What of a pipeline its form calls each part, for Undo. */
const fieldWords: Record<keyof PipelineDraft, string> = {
  name: 'name',
  isMaster: 'master pipeline',
  isHidden: 'hidden',
  masterPipeline: 'master',
  component: 'component',
  brand: 'brand',
  locale: 'locale',
  productLine: 'product line',
  datakind: 'data kind',
  pipelineSchema: 'schema of the data',
  inputSchema: 'input schema',
  outputSchema: 'output schema',
  dataSources: 'data sources',
  dataSinks: 'data sinks',
  endpoints: 'endpoints',
  listeners: 'listeners',
}

/** What a country has from the master it chooses (PIP-014). */
const fromMaster = [
  ...(['pipelineSchema', 'inputSchema', 'outputSchema', 'component'] as const),
  ...(['dataSources', 'dataSinks', 'brand', 'locale', 'productLine', 'datakind'] as const),
] as const

/** What the form has made of a pipeline. Fields that were emptied there are empty texts, lists and nothing again. */
export function formEdit(before: PipelineDraft, value: unknown): PipelineEdit | null {
  const given = Object.entries(value as Partial<PipelineDraft>).filter(([, field]) => field !== undefined)
  const after: PipelineDraft = { ...emptyDraft, ...Object.fromEntries(given) }
  const changed = draftFields.filter((field) => after[field] !== before[field])
  const [first] = changed
  if (first === undefined) return null
  return {
    name: `change of ${fieldWords[first]}`,
    value: after,
    selected: null,
    joins: `form ${changed.join(' ')}`,
  }
}

/** The country with this master: its schemas, sources, sinks, classes and component are the master's (PIP-014). */
export const chooseMaster = (draft: PipelineDraft, master: Pipeline): PipelineEdit => ({
  name: `choice of ${master.name}`,
  value: { ...draft, ...pick(master, fromMaster), masterPipeline: master._id },
  selected: null,
})

/** The country without a master: what was the master's is empty (PIP-015). */
export const clearMaster = (draft: PipelineDraft): PipelineEdit => ({
  name: 'clearing of the master',
  value: { ...draft, ...pick(emptyDraft, fromMaster), masterPipeline: null },
  selected: null,
})

/** The master with this component, or none: its input and output schema are those of the component's ports (D-106). */
export const chooseComponent = (draft: PipelineDraft, component: Component | null): PipelineEdit => ({
  name: component === null ? 'clearing of the component' : `choice of ${component.name}`,
  value: {
    ...draft,
    ...(component === null ? pick(emptyDraft, ['inputSchema', 'outputSchema']) : portSchemas(component)),
    component: component?._id ?? null,
  },
  selected: null,
})
