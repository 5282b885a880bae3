import {
  byMasterThenName,
  isDealer,
  needsAssignment,
  notFound,
  type PipelineListItem,
  seesEverything,
  seesVersions,
} from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { type Rules, rightsOf, usesDataKind } from '../kernel/rights.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'
import { assignedPipelines } from '../../people/users/assigned-pipelines.reads.ts'
import type { PipelineAccess, SeenPipeline } from './pipelines.types.ts'
import { pickerLists } from './picker-lists.ts'
import { pipelinePaths, type PipelineHead, pipelineHeads, pipelineOfVersion } from './pipelines.reads.ts'
import { presentItem } from './pipelines.presenter.ts'
import { type CountryRow, countryRows, folderRules, type ItemRow, itemRows } from './pipelines.repository.ts'

/** Whether the data kind of that name is the one that every person of role user may use. */
export const isDealerKind = (name: string | null): boolean => isDealer(name === null ? null : { _id: '', name })

/** Which of these heads the caller sees: read badges for everybody (D-46), assignment and data kind for role user. */
async function seenHeads(db: Connection, caller: Caller, heads: readonly PipelineHead[]): Promise<PipelineHead[]> {
  if (seesEverything(caller.role)) return [...heads]
  const folders = await folderRules(db, 'pipeline')
  const chains = new Map<string, Rules[]>()
  const chainOf = (id: string): Rules[] => {
    const known = chains.get(id)
    if (known !== undefined) return known
    const folder = folders.get(id)
    const own = { read: folder?.readRule ?? [], write: [] }
    const chain = folder === undefined ? [] : [own, ...(folder.parentId ? chainOf(folder.parentId) : [])]
    chains.set(id, chain)
    return chain
  }
  const assigned = needsAssignment(caller.role) ? await assignedPipelines(db, caller.userId) : new Set()
  // Who may write is not asked here.
  const rightsIn = (head: PipelineHead) =>
    rightsOf(caller, { read: head.readRule, write: [] }, chainOf(head.folderId), false, {
      assigned: assigned.has(head.documentId),
      dealer: isDealerKind(head.datakind),
    })
  return heads.filter((head) => rightsIn(head).sees)
}

/** Versions a picker offers of one pipeline: the chosen one, and to all but role user a newer draft (D-54, PIC-012). */
function offered(caller: Caller, head: PipelineHead): string[] {
  const versions = head.chosenHidden ? [] : [head.chosenId]
  if (seesVersions(caller.role) && head.hasNewerDraft && !head.newestHidden) versions.push(head.newestId)
  return versions
}

export function createPipelineAccess(platform: Pick<Platform, 'db'>): PipelineAccess {
  const { db } = platform

  const seenIds = async (caller: Caller, documentIds: readonly string[]): Promise<Set<string>> => {
    const heads = await seenHeads(db, caller, await pipelineHeads(db, [...new Set(documentIds)]))
    return new Set(heads.map((head) => head.documentId))
  }

  const everySeenHead = objectRule('list of seen pipelines', async (caller: Caller) =>
    seenHeads(db, caller, await pipelineHeads(db, null)),
  )

  async function mustSeeEach(caller: Caller, pipelineIds: readonly string[]): Promise<void> {
    const seen = await seenIds(caller, pipelineIds)
    if (pipelineIds.some((id) => !seen.has(id))) throw notFound()
  }

  /** Countries of the masters among the rows, by the master's document id; only those the caller sees. */
  async function countriesOf(caller: Caller, rows: readonly ItemRow[]): Promise<Map<string, CountryRow[]>> {
    const masters = rows.filter((row) => row.isMaster).map((row) => row.documentId)
    const countries = await countryRows(db, masters)
    const seen = await seenIds(
      caller,
      countries.map((country) => country.documentId),
    )
    return Map.groupBy(
      countries.filter((country) => seen.has(country.documentId)),
      (country) => country.masterDocumentId,
    )
  }

  async function listed(caller: Caller, versionIds: readonly string[]): Promise<PipelineListItem[]> {
    const rows = await itemRows(db, versionIds)
    const countries = await countriesOf(caller, rows)
    return rows.map((row) => presentItem(row, countries.get(row.documentId) ?? [])).toSorted(byMasterThenName)
  }

  async function picker(caller: Caller): Promise<PipelineListItem[]> {
    const heads = await everySeenHead(caller)
    return listed(
      caller,
      heads.flatMap((head) => offered(caller, head)),
    )
  }

  async function itemsOf(versionIds: readonly string[]): Promise<Map<string, PipelineListItem>> {
    const rows = await itemRows(db, [...new Set(versionIds)])
    return new Map(rows.map((row) => [row.id, presentItem(row)]))
  }

  const access: PipelineAccess = {
    seen: objectRule('sees pipeline', async (caller: Caller, anyVersionId: string): Promise<SeenPipeline> => {
      const found = await pipelineOfVersion(db, anyVersionId)
      if (found === undefined) throw notFound()
      const pipelines = await seenIds(caller, [found.documentId])
      if (!pipelines.has(found.documentId)) throw notFound()
      // Another version may be of another data kind than the one the pipeline is judged by.
      if (!usesDataKind(caller, isDealerKind(found.datakind))) throw notFound()
      const [item] = await listed(caller, [anyVersionId])
      if (item === undefined) throw notFound()
      return { pipelineId: found.documentId, versionId: anyVersionId, item }
    }),
    mustSeeOfUploads: objectRule('sees pipeline of every upload', mustSeeEach),
    mustSeeOfImports: objectRule('sees pipeline of every import', mustSeeEach),
    mustSeeOfJob: objectRule('sees pipeline of the job', mustSeeEach),

    seenAmong: seenIds,

    allSeen: objectRule(
      'list of seen pipelines',
      async (caller: Caller) => new Set((await everySeenHead(caller)).map((head) => head.documentId)),
    ),

    async assignable(documentIds) {
      const heads = await pipelineHeads(db, documentIds)
      const items = await itemsOf(heads.map((head) => head.chosenId))
      return heads.flatMap(({ documentId, chosenId, chosenHidden }) => {
        const item = items.get(chosenId)
        return item === undefined ? [] : [{ documentId, isHidden: chosenHidden, item }]
      })
    },

    picker,
    pickerLists: async (caller) => pickerLists(await picker(caller)),

    async newest(caller) {
      const heads = await everySeenHead(caller)
      const ids = heads.map((head) => (seesVersions(caller.role) ? head.newestId : head.chosenId))
      const paths = await pipelinePaths(db, ids)
      return (await listed(caller, ids)).map((item) => ({ ...item, path: paths.get(item._id) }))
    },

    async masters(caller) {
      const heads = await everySeenHead(caller)
      const ids = heads.flatMap(({ chosenId, newestId, hasNewerDraft }) =>
        hasNewerDraft ? [chosenId, newestId] : [chosenId],
      )
      return (await listed(caller, ids)).filter((item) => item.isMaster)
    },

    items: itemsOf,

    async countries(caller, masterVersionId) {
      const master = await pipelineOfVersion(db, masterVersionId)
      if (master === undefined) return []
      const countries = await countryRows(db, [master.documentId])
      const seen = await seenIds(
        caller,
        countries.map((country) => country.documentId),
      )
      const shown = countries.filter((country) => seen.has(country.documentId))
      const items = new Map(
        (
          await itemRows(
            db,
            shown.map((country) => country.id),
          )
        ).map((row) => [row.id, presentItem(row)]),
      )
      return shown
        .flatMap(({ id, documentId }) => {
          const item = items.get(id)
          return item === undefined ? [] : [{ pipelineId: documentId, versionId: id, item }]
        })
        .toSorted((a, b) => byMasterThenName(a.item, b.item))
    },

    async withCountries(caller, anyVersionId) {
      const { pipelineId, versionId, item } = await access.seen(caller, anyVersionId)
      const countries = item.isMaster ? await access.countries(caller, versionId) : []
      return [pipelineId, ...countries.map((country) => country.pipelineId)]
    },
  }
  return access
}
