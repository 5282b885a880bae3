import { byMasterThenName, forbidden, type PipelineListItem, type Reply } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { personInScope } from './acting-person.ts'
import type { AssignablePipeline, AssignablePipelines } from './assignable-pipelines.ts'
import type { AssignedPipeline } from './users.repository.ts'
import { pipelinesOfVersions } from './assigned-pipelines.reads.ts'

/**
 * What is stored for the permissions a caller sends: one entry for each pipeline, whichever of its versions was named
 * (D-39). Where two versions of one pipeline contradict each other, the one that differs from what is stored counts,
 * for that is what somebody changed. Pipelines the caller does not see stay as they were.
 * @param seen document ids of the pipelines the caller sees
 * @throws ApiError 40300 when a pipeline is named that the caller does not see or that is not there
 */
export async function pipelinesToStore(
  tx: Connection,
  seen: ReadonlySet<string>,
  stored: readonly AssignedPipeline[],
  permissions: Readonly<Record<string, boolean>>,
): Promise<AssignedPipeline[]> {
  const pipelineOf = await pipelinesOfVersions(tx, Object.keys(permissions))
  const before = new Map(stored.map((one) => [one.documentId, one.isActive]))
  const wanted = new Map<string, boolean>()
  for (const [versionId, isActive] of Object.entries(permissions)) {
    const documentId = pipelineOf.get(versionId)
    if (documentId === undefined || !seen.has(documentId)) throw forbidden()
    const was = before.get(documentId) ?? false
    if (!wanted.has(documentId) || isActive !== was) wanted.set(documentId, isActive)
  }
  return [
    ...stored.filter((one) => !seen.has(one.documentId)),
    ...[...wanted].map(([documentId, isActive]) => ({ documentId, isActive })),
  ]
}

/**
 * GET /users/pipelinesFor (API-022): pipelines assigned to the person, and those they could be given: what the caller
 * sees, the person's project badges let them read, and is not hidden. Without a person: for a new one, who has no badges.
 * @throws ApiError 40400 for somebody outside of the caller's scope
 */
export async function pipelinesFor(
  { db }: Pick<Platform, 'db'>,
  pipelines: AssignablePipelines,
  caller: Caller,
  userId: string | undefined,
): Promise<Reply<'GET /users/pipelinesFor'>> {
  const person = await personInScope(db, caller, userId)
  const assigned = new Set(person?.pipelines.filter((one) => one.isActive).map((one) => one.documentId))
  const seen = await pipelines.allSeen(caller)
  // Read badges alone decide what the person could be given: as for a manager, who needs no assignment.
  const readable = await pipelines.allSeen({ ...caller, role: 'manager', badges: new Set(person?.projectBadges) })
  const all = await pipelines.assignable([...seen])
  const listed = (chosen: readonly AssignablePipeline[]): PipelineListItem[] =>
    chosen.map(({ item }) => item).toSorted(byMasterThenName)
  return {
    userPipelines: listed(all.filter(({ documentId }) => assigned.has(documentId))),
    availablePipelines: listed(
      all.filter(({ documentId, isHidden }) => !assigned.has(documentId) && readable.has(documentId) && !isHidden),
    ),
  }
}
