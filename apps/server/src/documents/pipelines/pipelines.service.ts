import {
  findUnknownPorts,
  invalid,
  notFound,
  type Pipeline,
  type PipelineInput,
  validatePipeline,
  texts,
} from '@millrace/contract'
import { graphOf } from '../components/component-graphs.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { assignPipelines } from '../../people/users/assign-pipelines.ts'
import { refuseContents } from '../kernel/only-empty-documents.ts'
import { createDocument, openForSave, storeDraft } from '../kernel/versions/save-version.ts'
import { filterSeen, seenOr404, versionRights } from '../kernel/rights-of-items.ts'
import { findVersion, findVersions, type VersionRow, versionsOf } from '../kernel/versions/versions.reads.ts'
import { parsePipelineContent } from './pipeline.content.ts'
import { columnsOf, pipelineDraft } from './pipeline-draft.ts'
import { presentPipeline } from './pipelines.presenter.ts'
import {
  columnsByName,
  countryRows,
  itemRows,
  lookupsExist,
  pipelineColumns,
  storeColumns,
} from './pipelines.repository.ts'

export type PipelinesService = ReturnType<typeof createPipelinesService>

/** What a pipeline must be before it is locked: its save rules, and a component whose ports its sources and sinks name. */
export async function checkPipelineLock(tx: Connection, row: VersionRow): Promise<void> {
  const content = parsePipelineContent(row.content)
  const columns = await pipelineColumns(tx, row.id)
  if (columns === undefined) throw new Error(`pipeline version ${row.id} has no columns`)
  const problem = validatePipeline({
    _id: row.id,
    name: row.name,
    isMaster: columns.isMaster,
    masterPipeline: content.masterPipeline,
    component: content.component,
    dataSources: content.dataSources,
    dataSinks: content.dataSinks,
  })
  if (problem !== null) throw invalid(problem)
  const component = content.component === null ? undefined : await findVersion(tx, content.component)
  if (component === undefined) throw invalid(texts.masterNeedsComponent)
  const [unknownPort] = findUnknownPorts(graphOf(component), content.dataSources, content.dataSinks)
  if (unknownPort !== undefined) throw invalid(unknownPort.message)
}

export function createPipelinesService(platform: Platform) {
  const { db } = platform

  async function present(connection: Connection, caller: Caller, row: VersionRow): Promise<Pipeline> {
    const [item] = await itemRows(connection, [row.id])
    if (item === undefined) throw notFound()
    const countries = item.isMaster ? await countryRows(connection, [row.documentId]) : []
    const seen = new Set(
      (
        await filterSeen(
          connection,
          caller,
          await findVersions(
            connection,
            countries.map((country) => country.id),
          ),
        )
      ).map((country) => country.id),
    )
    return presentPipeline(
      row,
      item,
      await versionRights(connection, caller, row),
      await versionsOf(connection, row.documentId),
      countries.filter((country) => seen.has(country.id)),
    )
  }

  /** What `save` does, inside another's transaction. */
  async function saveIn(tx: Connection, caller: Caller, input: PipelineInput): Promise<Pipeline> {
    refuseContents(caller, input)
    const { _id } = input
    const row =
      _id === undefined ? null : await openForSave(tx, caller, 'pipeline', { _id, sys_version: input.sys_version })
    const columns = row === null ? null : await pipelineColumns(tx, row.id)
    const before =
      row === null || columns === null || columns === undefined
        ? null
        : { row, columns, content: parsePipelineContent(row.content) }
    const wanted = columnsOf(input, before)
    if (!(await lookupsExist(tx, wanted))) throw notFound()
    const draft = {
      ...(await pipelineDraft(platform, tx, caller, before, input, wanted)),
      audited: {
        before: before === null ? {} : await columnsByName(tx, before.columns),
        after: await columnsByName(tx, wanted),
      },
    }
    const stored =
      row === null
        ? await createDocument(tx, caller, 'pipeline', input, draft)
        : await storeDraft(tx, caller, row, input, draft)
    await storeColumns(tx, stored.id, wanted)
    return present(tx, caller, stored)
  }

  return {
    saveIn,

    /**
     * POST /pipelines: creates without `_id`, else saves that draft; absent fields are left as they were. A new one
     * with a name alone is a country draft without a master.
     */
    save: (caller: Caller, input: PipelineInput): Promise<Pipeline> =>
      db.transaction().execute((tx) => saveIn(tx, caller, input)),

    /** Lets a person of role user see these pipelines (D-39); any version stands for its pipeline. */
    async assign(caller: Caller, userId: string, anyVersionIds: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const documentIds: string[] = []
        for (const id of anyVersionIds) {
          documentIds.push((await seenOr404(tx, caller, 'pipeline', await findVersion(tx, id))).row.documentId)
        }
        await assignPipelines(tx, caller, userId, documentIds)
      })
    },

    /** GET /pipelines/id: 40400 when unknown or unseen. */
    async find(caller: Caller, id: string): Promise<Pipeline> {
      const { row } = await seenOr404(db, caller, 'pipeline', await findVersion(db, id))
      return present(db, caller, row)
    },
  }
}
