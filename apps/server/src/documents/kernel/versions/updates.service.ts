import { type AskedRow, conflict, type DocKind, invalid, texts, type UpdateReport } from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { holdDocumentOf } from '../documents.reads.ts'
import { mustHold } from '../rights.ts'
import { seenOr404, versionRights } from '../rights-of-items.ts'
import { auditedContent } from './audited-content.ts'
import { referencesOf } from './references.reads.ts'
import { replaceReferences } from './references.repository.ts'
import { loadUpdateGraph, type UpdateGraph } from './update-graph.ts'
import { isSamePreview, updateReport } from './update-report.ts'
import { insertVersion, nextNumber, updateContent } from './versions.repository.ts'
import { findVersion, holdVersions, type VersionRow } from './versions.reads.ts'

/** What an update asks of each kind of document. */
export type UpdateRules = {
  /** The content with other versions in place of those that moved; what is derived from them is derived anew. */
  repoint(tx: Connection, content: VersionRow['content'], moved: ReadonlyMap<string, string>): Promise<object>
  /** Refuses a changed version that does not fit what it refers to now. @throws ApiError 40000 */
  check(tx: Connection, row: VersionRow): Promise<void>
}

export type UpdatesService = ReturnType<typeof createUpdatesService>

/** Versions that change, used ones first; of a circle no order is right, and none is needed. */
function usedFirst(graph: UpdateGraph, rootId: string): VersionRow[] {
  const ordered = new Map<string, VersionRow>()
  const visited = new Set<string>()
  const visit = (id: string): void => {
    const node = graph.get(id)
    if (node === undefined || visited.has(id)) return
    visited.add(id)
    for (const used of node.uses) visit(used)
    if (node.changes) ordered.set(id, node.row)
  }
  visit(rootId)
  return [...ordered.values()]
}

/** Updates of a document to the newer versions of what it uses (VER-012, VER-013, D-98, D-99). */
export function createUpdatesService(platform: Platform, rules: Partial<Record<DocKind, UpdateRules>>) {
  const { db } = platform

  async function writableRoot(tx: Connection, caller: Caller, kind: DocKind, id: string): Promise<VersionRow> {
    const { row, rights } = await seenOr404(tx, caller, kind, await findVersion(tx, id))
    mustHold.writes(rights)
    return row
  }

  /** Stores the content of one changed version: of a draft below the root in place, of everything else as a new draft. */
  async function storeChanged(
    tx: Connection,
    caller: Caller,
    row: VersionRow,
    rule: UpdateRules,
    moved: ReadonlyMap<string, string>,
  ): Promise<void> {
    const content = await rule.repoint(tx, row.content, moved)
    const id = moved.get(row.id)
    const version = id === undefined ? row.version : await nextNumber(tx, row.documentId)
    const { documentId } = row
    if (id === undefined) await updateContent(tx, row.id, content, caller.userName)
    else await insertVersion(tx, { id, documentId, version, parents: [row.id], content, by: caller.userName })
    await recordAudit(tx, caller, {
      kind: row.kind,
      objectId: id ?? row.id,
      name: row.name,
      action: 'update',
      before: { version: row.version, ...auditedContent(row.kind, row.name, row.content) },
      after: { version, ...auditedContent(row.kind, row.name, content) },
    })
  }

  /** @returns what each changed version became, by the id it had */
  async function storeEach(
    tx: Connection,
    caller: Caller,
    changed: readonly VersionRow[],
    rootId: string,
    newer: ReadonlyMap<string, string>,
  ): Promise<Map<string, VersionRow>> {
    // Ids before contents: versions that refer to each other in a circle need each other's.
    const fresh = changed.filter((row) => row.locked || row.id === rootId)
    const moved = new Map([...newer, ...fresh.map((row): [string, string] => [row.id, newId()])])
    const ruleOf = ({ kind }: VersionRow): UpdateRules => {
      const rule = rules[kind]
      if (rule === undefined) throw new Error(`no rules to update a ${kind}`)
      return rule
    }
    for (const row of changed) await storeChanged(tx, caller, row, ruleOf(row), moved)
    const made = new Map<string, VersionRow>()
    for (const row of changed) {
      const id = moved.get(row.id) ?? row.id
      const references = await referencesOf(tx, row.id)
      const repointed = references.map((reference) => ({ ...reference, to: moved.get(reference.to) ?? reference.to }))
      await replaceReferences(tx, id, repointed)
      const stored = await findVersion(tx, id)
      if (stored === undefined) throw new Error(`version ${id} vanished while it was stored`)
      made.set(row.id, stored)
    }
    for (const row of made.values()) await ruleOf(row).check(tx, row)
    return made
  }

  return {
    /** POST /{documents}/version/compute: what an update would change; changes nothing. */
    async compute(caller: Caller, kind: DocKind, id: string): Promise<UpdateReport> {
      const root = await writableRoot(db, caller, kind, id)
      return updateReport(await loadUpdateGraph(db, caller, root), root.id)
    },

    /**
     * POST /{documents}/version/update: all or nothing. The preview is computed anew while everything in it is held.
     * Errors: 40900 the preview is out of date, 40000 nothing to update, 40300 one that must change is not writable.
     */
    async update(caller: Caller, kind: DocKind, sent: AskedRow): Promise<UpdateReport> {
      return db.transaction().execute(async (tx) => {
        const root = await writableRoot(tx, caller, kind, sent.old._id)
        const first = usedFirst(await loadUpdateGraph(tx, caller, root), root.id)
        for (const id of [...new Set([root, ...first].map((row) => row.id))].toSorted()) await holdDocumentOf(tx, id)
        await holdVersions(tx, [root.id, ...first.map((row) => row.id)])
        const held = (await findVersion(tx, root.id)) ?? root
        const graph = await loadUpdateGraph(tx, caller, held)
        const changed = usedFirst(graph, root.id)
        const isHeld = changed.every((row) => row.id === root.id || first.some(({ id }) => id === row.id))
        const preview = updateReport(graph, root.id)
        if (!isHeld || !isSamePreview(sent, preview)) throw conflict(texts.previewOutdated)
        if (changed.length === 0) throw invalid(texts.nothingToUpdate)
        for (const row of changed) mustHold.writes(await versionRights(tx, caller, row))
        const newer = new Map(
          [...graph.values()].flatMap((node) => (node.newer === null ? [] : [[node.row.id, node.newer.id] as const])),
        )
        const made = await storeEach(tx, caller, changed, root.id, newer)
        return updateReport(graph, root.id, made)
      })
    },
  }
}
