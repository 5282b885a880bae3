import type { Pipeline, PipelineInput } from '@millrace/contract'
import type { DocumentEdit } from '../../editing/history.ts'

const fields = [
  ...(['name', 'isMaster', 'isHidden', 'masterPipeline', 'component'] as const),
  ...(['brand', 'locale', 'productLine', 'datakind'] as const),
  ...(['pipelineSchema', 'inputSchema', 'outputSchema'] as const),
  ...(['dataSources', 'dataSinks', 'endpoints', 'listeners'] as const),
] as const

/** What is edited of a pipeline: all that its author writes, and what follows from its component. */
export type PipelineDraft = Pick<Pipeline, (typeof fields)[number]>
export type PipelineEdit = DocumentEdit<PipelineDraft, null>

export const draftFields: readonly (keyof PipelineDraft)[] = fields

export const emptyDraft: PipelineDraft = {
  name: '',
  isMaster: false,
  isHidden: false,
  masterPipeline: null,
  component: null,
  brand: null,
  locale: null,
  productLine: null,
  datakind: null,
  pipelineSchema: {},
  inputSchema: {},
  outputSchema: {},
  dataSources: [],
  dataSinks: [],
  endpoints: [],
  listeners: [],
}

/** What is edited of a pipeline that was loaded or saved. */
export const draftOf = (pipeline: Pipeline): PipelineDraft => pick(pipeline, fields)

/** The draft as POST /pipelines takes it; what follows from the component is worked out there. */
export function inputOf(draft: PipelineDraft): PipelineInput {
  const { brand, locale, productLine, datakind, masterPipeline, inputSchema: _, outputSchema: __, ...own } = draft
  const idOf = (entry: { _id: string } | null) => entry?._id ?? null
  return {
    ...own,
    masterPipeline: masterPipeline || null,
    brand: idOf(brand),
    locale: idOf(locale),
    productLine: idOf(productLine),
    datakind: idOf(datakind),
  }
}

export const pick = <Of extends object, Key extends keyof Of>(of: Of, keys: readonly Key[]): Pick<Of, Key> =>
  Object.fromEntries(keys.map((key) => [key, of[key]])) as Pick<Of, Key>
