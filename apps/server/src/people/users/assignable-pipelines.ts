import type { PipelineListItem, Reply } from '@millrace/contract'
import type { Caller } from '../../platform/http/caller.ts'

/** A pipeline as it is offered for assignment: its document id, and the version that lists show. */
export type AssignablePipeline = { documentId: string; isHidden: boolean; item: PipelineListItem }

/**
 * What people ask of pipelines, which lie a floor above: `documents/pipelines` implements it, and the composition hands
 * it in.
 */
export interface AssignablePipelines {
  /** Every pipeline (document id) the caller sees. */
  allSeen(caller: Caller): Promise<Set<string>>
  /** These pipelines (document ids), in no order. */
  assignable(documentIds: readonly string[]): Promise<AssignablePipeline[]>
  /** What the caller may choose from, and of each list only the values that occur in it (GET /users/pipelines). */
  pickerLists(caller: Caller): Promise<Reply<'GET /users/pipelines'>>
}
