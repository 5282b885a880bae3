import type { UploadSender } from '@millrace/contract'
import { describeStoredPlan } from '@millrace/contract/schedules/describe-plan.rule'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import { listedAmong } from '../../people/users/listed-people.reads.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { UploadRow } from './uploads.reads.ts'
import { importersAmong, type SenderRow, sendersOf } from './uploads.repository.ts'

/**
 * Who sent these uploads, which the caller sees, in the order given; what fetched sources are is read of the versions
 * that the uploads were sent to. A plan of a pipeline that the caller does not see has no sentence, and a person whom
 * the caller does not see no name.
 */
export async function readSenders(
  db: Connection,
  access: Pick<PipelineAccess, 'items' | 'seenAmong'>,
  caller: Caller,
  uploads: readonly UploadRow[],
): Promise<UploadSender[]> {
  const rows = await sendersOf(
    db,
    uploads.map(({ id }) => id),
  )
  const seen = await access.seenAmong(caller, [...new Set(rows.flatMap(({ planOf }) => planOf ?? []))])
  const items = await access.items([...new Set(uploads.flatMap(({ version_id }) => version_id ?? []))])
  const isFetched = ({ version_id, data_sub_kind }: UploadRow): boolean =>
    items
      .get(version_id ?? '')
      ?.dataSources.some((source) => source.dataSubKind === data_sub_kind && source.connectorType === 'real-time') ??
    false
  const byId = new Map(rows.map((row) => [row.id, row]))
  const named = await namedAmong(db, caller, uploads)
  return uploads.flatMap((upload) => {
    const row = byId.get(upload.id)
    if (row === undefined) return []
    const how = howItCame(upload, row, isFetched(upload))
    const plan = how === 'planned' && seen.has(row.planOf ?? '') ? describeStoredPlan(row) : null
    const userName = named.has(upload.created_by ?? '') ? upload.created_by_name : null
    return [{ _id: upload.id, how, userName, plan, listener: row.listener }]
  })
}

/** Senders whose names the caller may read: people in their list, and whom the logbook names of these pipelines anyway. */
async function namedAmong(db: Connection, caller: Caller, uploads: readonly UploadRow[]): Promise<Set<string>> {
  const ids = [...new Set(uploads.flatMap(({ created_by }) => created_by ?? []))]
  const listed = await listedAmong(db, caller, ids)
  const others = ids.filter((id) => !listed.has(id))
  const pipelineIds = [...new Set(uploads.map(({ pipeline_id }) => pipeline_id))]
  return new Set([...listed, ...(await importersAmong(db, others, pipelineIds))])
}

function howItCame(upload: UploadRow, row: SenderRow, isFetched: boolean): UploadSender['how'] {
  if (upload.origin === 'destination') return 'written'
  if (row.gathered) return 'gathered'
  if (upload.import_id !== null) return 'planned'
  return isFetched ? 'fetched' : 'sent'
}
