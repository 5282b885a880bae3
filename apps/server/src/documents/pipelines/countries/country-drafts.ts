import { invalid, notFound, textWith, texts } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { holdDocumentOf } from '../../kernel/documents.reads.ts'
import { mustHold } from '../../kernel/rights.ts'
import { seenOr404, versionRights } from '../../kernel/rights-of-items.ts'
import { insertDraftOf } from '../../kernel/versions/insert-draft.ts'
import { storeDraft } from '../../kernel/versions/save-version.ts'
import { StaleSaveError } from '../../kernel/versions/stale-save-error.ts'
import { findVersion, holdVersion, type VersionRow, versionsOf } from '../../kernel/versions/versions.reads.ts'
import { type PipelineContent, parsePipelineContent } from '../pipeline.content.ts'
import { pipelineDraft } from '../pipeline-draft.ts'
import { columnsByName, itemRows, pipelineColumns, storeColumns } from '../pipelines.repository.ts'
import { columnsWith, fieldsOf, type PipelineFields, sourceWithNewQuery } from './country-fields.ts'

/** A country held for a change, with the master version that it stores. */
export type OpenCountry = { row: VersionRow; content: PipelineContent; masterId: string; fields: PipelineFields }

export async function fieldsOfVersion(db: Connection, id: string): Promise<PipelineFields> {
  const [row] = await itemRows(db, [id])
  if (row === undefined) throw notFound()
  return fieldsOf(row)
}

/**
 * The newest version of a country, held until the transaction ends; a locked one becomes a draft when it is stored.
 * Errors: 40400 unseen, 40300 not writes, 40900 StaleSaveError: saved since, or no longer the newest.
 */
export async function openCountry(
  tx: Connection,
  caller: Caller,
  asked: { id: string; sys_version: number },
): Promise<OpenCountry> {
  await holdDocumentOf(tx, asked.id)
  const { row, rights } = await seenOr404(tx, caller, 'pipeline', await holdVersion(tx, asked.id))
  mustHold.writes(rights)
  const [newest = row] = await versionsOf(tx, row.documentId)
  if (newest.id !== row.id || row.sysVersion !== asked.sys_version) {
    throw new StaleSaveError(newest.updatedBy, newest.updatedAt)
  }
  const content = parsePipelineContent(row.content)
  if (content.masterPipeline === null) throw invalid(texts.countryNeedsMaster)
  return { row, content, masterId: content.masterPipeline, fields: await fieldsOfVersion(tx, row.id) }
}

/**
 * Stores a country with these fields and this master version, of a locked version as a new draft.
 * @param master the version it inherits from now, with the fields that were compared
 * @throws ApiError 40000 where a query would be shown to somebody who may not read it in the master; save rules
 */
export async function storeCountry(
  platform: Pick<Platform, 'secrets'>,
  tx: Connection,
  caller: Caller,
  country: OpenCountry,
  change: { fields: PipelineFields; master: VersionRow; action: string },
): Promise<VersionRow> {
  const { row, content } = country
  const { fields, master, action } = change
  const hidden = sourceWithNewQuery(country.fields, fields)
  if (hidden !== null && !(await versionRights(tx, caller, master)).writesBadges) {
    throw invalid(textWith.queryOfMaster(hidden))
  }
  const before = await pipelineColumns(tx, row.id)
  const draftId = row.locked ? (await insertDraftOf(tx, caller, row)).id : row.id
  const draftRow = await findVersion(tx, draftId)
  if (before === undefined || draftRow === undefined) throw new Error(`pipeline version ${row.id} has no columns`)
  const columns = columnsWith(before, fields)
  const { dataSources, dataSinks, pipelineSchema } = fields
  const addresses = { ...parsePipelineContent(master.content).addresses, ...content.addresses }
  const changed = { ...content, dataSources, dataSinks, pipelineSchema, addresses }
  const draft = await pipelineDraft(
    platform,
    tx,
    caller,
    { row: draftRow, columns: before, content: changed },
    { name: row.name, masterPipeline: master.id },
    columns,
  )
  const audited = { before: await columnsByName(tx, before), after: await columnsByName(tx, columns) }
  const stored = await storeDraft(tx, caller, draftRow, { name: row.name }, { ...draft, action, audited })
  await storeColumns(tx, stored.id, columns)
  return stored
}
