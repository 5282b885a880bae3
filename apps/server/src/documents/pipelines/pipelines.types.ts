import type { ComponentGraph, DataSink, DataSource, DocRef, JsonSchema, PipelineListItem } from '@millrace/contract'
import type { Caller } from '../../platform/http/caller.ts'
import type { Asks } from '../../platform/http/object-rules.ts'
import type { AssignablePipelines } from '../../people/users/assignable-pipelines.ts'

/** A pipeline a caller sees. `pipelineId` is the document, the same for all its versions (D-55). */
export type SeenPipeline = { pipelineId: string; versionId: string; item: PipelineListItem }

/** Who sees which pipeline: the one place that decides it (D-39, D-46, D-58). */
type Sees = (caller: Caller, pipelineIds: readonly string[]) => Promise<void>

export interface PipelineAccess extends AssignablePipelines {
  /** Any version's id → that version; ApiError 40400 when unknown or unseen. */
  seen: ((caller: Caller, anyVersionId: string) => Promise<SeenPipeline>) & Asks<'sees pipeline'>
  /** ApiError 40400 unless the caller sees each of these pipelines (document ids), to which the named uploads belong. */
  mustSeeOfUploads: Sees & Asks<'sees pipeline of every upload'>
  /** The same for imports. */
  mustSeeOfImports: Sees & Asks<'sees pipeline of every import'>
  /** The same for a job. */
  mustSeeOfJob: Sees & Asks<'sees pipeline of the job'>
  /** Every pipeline (document id) the caller sees. */
  allSeen: ((caller: Caller) => Promise<Set<string>>) & Asks<'list of seen pipelines'>
  /** Of these pipelines (document ids), those the caller sees. */
  seenAmong(caller: Caller, pipelineIds: readonly string[]): Promise<Set<string>>
  /** Entries for the pickers: versions as in D-54, not hidden, masters first, then by name. */
  picker(caller: Caller): Promise<PipelineListItem[]>
  /** Newest version of each seen pipeline, masters first, then by name. */
  newest(caller: Caller): Promise<PipelineListItem[]>
  /** Masters, each with its newest locked version and any newer draft, by name; only those seen. */
  masters(caller: Caller): Promise<PipelineListItem[]>
  /** List items by version id, whoever asks: for answers about imports and jobs already allowed. */
  items(versionIds: readonly string[]): Promise<Map<string, PipelineListItem>>
  /** Country pipelines of a master (any version), newest locked version or newest draft of each, by name; only those seen. */
  countries(caller: Caller, masterVersionId: string): Promise<SeenPipeline[]>
  /** The pipeline (document id) and, of a master, its countries that the caller sees. @throws ApiError 40400 where it is not seen */
  withCountries(caller: Caller, anyVersionId: string): Promise<string[]>
}

/** All that a run or a validation of one pipeline version needs, resolved from the store. */
export type RunDefinition = {
  pipelineId: string
  pipeline: DocRef
  component: DocRef
  item: PipelineListItem
  /** Document id of the master, for sources with dataFromMaster. */
  masterId: string | null
  sysVersion: number
  graphs: ComponentGraph[]
  root: string
  sources: { source: DataSource; rowSchema: JsonSchema | null }[]
  sinks: { sink: DataSink; rowSchema: JsonSchema | null }[]
  /**
   * Every schema reachable by reference, by its address importer://schema/id/…; references by name are already written
   * as the ids they meant at the last save, here and in rowSchema and graphs.
   */
  schemas: Record<string, JsonSchema>
}
export interface PipelineDefinitions {
  /** ApiError 40000 with a sentence naming the source or sink that names no port of the component. */
  forRun(versionId: string): Promise<RunDefinition>
}
