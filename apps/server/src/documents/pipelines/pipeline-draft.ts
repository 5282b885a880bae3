import {
  conflict,
  DataSink,
  DataSource,
  invalid,
  notFound,
  type PipelineInput,
  portSchemas,
  validatePipeline,
  texts,
  textWith,
} from '@millrace/contract'
import { graphOf } from '../components/component-graphs.ts'
import type { Connection } from '../../platform/database/database.ts'
import { resolveAddresses } from '../schemas/schema-store.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Reference } from '../kernel/versions/references.reads.ts'
import type { Draft } from '../kernel/versions/save-version.ts'
import { filterSeen } from '../kernel/rights-of-items.ts'
import { findVersions, type VersionRow } from '../kernel/versions/versions.reads.ts'
import { parsePipelineContent, type PipelineContent } from './pipeline.content.ts'
import { isInherited, type PipelineColumns, pipelineColumns } from './pipelines.repository.ts'
import { restoreListeners, restoreSinks, restoreSources } from '../kernel/versions/address-secrets.ts'

/** What was stored before the save; null for a new pipeline. */
export type Before = { row: VersionRow; content: PipelineContent; columns: PipelineColumns } | null

/** An id, an object with `_id`, or nothing; absent keeps what was (PIC-010, D-56). */
const idOf = (given: string | { _id: string } | null | undefined, before: string | null): string | null => {
  if (given === undefined) return before
  if (given === null || given === '') return null
  return typeof given === 'string' ? given : given._id
}

export function columnsOf(input: PipelineInput, before: Before): PipelineColumns {
  const old = before?.columns
  return {
    isMaster: input.isMaster ?? old?.isMaster ?? false,
    isHidden: input.isHidden ?? old?.isHidden ?? false,
    brandId: idOf(input.brand, old?.brandId ?? null),
    localeId: idOf(input.locale, old?.localeId ?? null),
    productLineId: idOf(input.productLine, old?.productLineId ?? null),
    datakindId: idOf(input.datakind, old?.datakindId ?? null),
  }
}

/** A version of that kind the caller sees, or one that the pipeline used already; 40400 otherwise. */
async function usable(
  tx: Connection,
  caller: Caller,
  kind: 'component' | 'pipeline',
  id: string,
  already: string | null | undefined,
): Promise<VersionRow> {
  const [row] = (await findVersions(tx, [id])).filter((entry) => entry.kind === kind)
  if (row === undefined) throw notFound()
  if (row.id !== already && (await filterSeen(tx, caller, [row])).length === 0) throw notFound()
  return row
}

/**
 * What the saved pipeline will be: the input laid over what was stored, checked by the save rules (PIP-016 to PIP-018).
 * A country takes component and schemas from its master version at each save, whatever is sent, so that all countries of a master work alike.
 */
export async function pipelineDraft(
  { secrets }: Pick<Platform, 'secrets'>,
  tx: Connection,
  caller: Caller,
  before: Before,
  input: PipelineInput,
  columns: PipelineColumns,
): Promise<Draft> {
  const old = before?.content
  const { isMaster } = columns
  const sentMaster = input.masterPipeline === undefined ? (old?.masterPipeline ?? null) : input.masterPipeline || null
  const masterPipeline = isMaster ? null : sentMaster
  let component = input.component === undefined ? (old?.component ?? null) : input.component
  const stored = { sources: old?.dataSources ?? [], sinks: old?.dataSinks ?? [], listeners: old?.listeners ?? [] }
  const sources =
    input.dataSources === undefined
      ? stored.sources
      : restoreSources(DataSource.array().parse(input.dataSources), stored.sources, secrets)
  const sinks =
    input.dataSinks === undefined
      ? stored.sinks
      : restoreSinks(DataSink.array().parse(input.dataSinks), stored.sinks, secrets)
  const problem = validatePipeline({
    _id: input._id,
    name: input.name,
    isMaster,
    masterPipeline,
    component,
    dataSources: sources,
    dataSinks: sinks,
  })
  if (problem !== null) throw invalid(problem)
  if (before !== null && !isMaster && (await isInherited(tx, before.row.id))) {
    throw conflict(textWith.usedBy(['its country pipelines']))
  }

  const references: Reference[] = []
  let schemas = { inputSchema: {}, outputSchema: {} }
  if (masterPipeline === null) {
    if (!isMaster) component = null
    if (component !== null) {
      schemas = portSchemas(graphOf(await usable(tx, caller, 'component', component, old?.component)))
    }
  } else {
    const master = await usable(tx, caller, 'pipeline', masterPipeline, old?.masterPipeline)
    if (master.documentId === before?.row.documentId) throw invalid(texts.countryInheritsItself)
    if ((await pipelineColumns(tx, master.id))?.isMaster !== true) throw invalid(texts.countryNeedsMaster)
    const inherited = parsePipelineContent(master.content)
    component = inherited.component
    schemas = { inputSchema: inherited.inputSchema, outputSchema: inherited.outputSchema }
    references.push({ to: master.id, role: 'master' })
  }
  if (component !== null) references.push({ to: component, role: 'component' })

  const pipelineSchema = input.pipelineSchema ?? old?.pipelineSchema ?? {}
  const addresses = await resolveAddresses(tx, caller, pipelineSchema, old?.addresses ?? {})
  for (const to of Object.values(addresses)) references.push({ to, role: 'schema' })
  const content: PipelineContent = {
    format: 1,
    masterPipeline,
    component,
    dataSources: sources,
    dataSinks: sinks,
    pipelineSchema,
    ...schemas,
    endpoints: input.endpoints ?? old?.endpoints ?? [],
    listeners: input.listeners === undefined ? stored.listeners : restoreListeners(input.listeners, stored.listeners),
    addresses,
  }
  return { content, references }
}
