import {
  conflict,
  type DocKind,
  type DocRef,
  type DocUser,
  forbidden,
  notFound,
  texts,
  textWith,
  type VersionRecord,
} from '@millrace/contract'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import { removeDocument } from '../documents.repository.ts'
import { holdDocumentOf } from '../documents.reads.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { auditedContent } from './audited-content.ts'
import { historyOf, plansWith, publishedAmong, removeRunHistory } from './dependents.repository.ts'
import { insertDraftOf } from './insert-draft.ts'
import { type LockCheck, lockVersions } from './lock-versions.ts'
import { referencesTo, usersOf } from './references.reads.ts'
import { mustHold } from '../rights.ts'
import { filterSeen, seenOr404 } from '../rights-of-items.ts'
import { presentVersion } from './versions.presenter.ts'
import { removeVersion } from './versions.repository.ts'
import { docRef, findVersion, holdForRemoval, holdVersion, type VersionRow, versionsOf } from './versions.reads.ts'

export type VersionsService = ReturnType<typeof createVersionsService>

type LockAsked = { id: string; force?: boolean; country?: boolean }
type Locked = { _id: string; version: number; vLocked: true; locked: DocRef[] }

/** Distinct names in the order found. */
const names = (rows: readonly { name: string }[]): string[] => [...new Set(rows.map((row) => row.name))]

/** How many documents the versions belong to. */
const documentsOf = (rows: readonly VersionRow[]): number => new Set(rows.map((row) => row.documentId)).size

/**
 * Versions of pipelines, schemas and components alike.
 * `lockChecks` are what each kind demands of a draft before it is locked.
 */
export function createVersionsService(platform: Platform, lockChecks: Record<DocKind, LockCheck>) {
  const { db } = platform

  /** Names what the caller sees of the users; of the others only how many there are (S3). */
  async function refuseUsed(tx: Connection, caller: Caller, versionIds: string[]): Promise<void> {
    await holdForRemoval(tx, versionIds)
    const users = await usersOf(tx, versionIds)
    const plans = await plansWith(tx, versionIds)
    const published = await publishedAmong(tx, versionIds)
    if (users.length + plans.length + published.length === 0) return
    const seen = await filterSeen(tx, caller, users)
    const seenPlans = await filterSeen(tx, caller, plans)
    const unseen = documentsOf(users) - documentsOf(seen)
    const hidden =
      unseen === 0 ? [] : [unseen === 1 ? 'a document you do not see' : `${unseen} documents you do not see`]
    const planned = names(seenPlans).map((name) => `a planned import of ${name}`)
    if (seenPlans.length < plans.length) planned.push('a planned import that you do not see')
    // Who deletes a pipeline sees it, and so what is published of it.
    const endpoints = names(published).map((name) => `the published endpoint of ${name}`)
    throw conflict(textWith.usedBy([...names(seen), ...planned, ...endpoints, ...hidden]))
  }

  /** Removes a document whose rights were checked; used ones are refused. Returns keys of files nobody needs any more. */
  async function removeWhole(tx: Connection, caller: Caller, row: VersionRow): Promise<string[]> {
    const versions = await versionsOf(tx, row.documentId)
    await refuseUsed(
      tx,
      caller,
      versions.map((version) => version.id),
    )
    const [newest = row] = versions
    const files = row.kind === 'pipeline' ? await removeRunHistory(tx, row.documentId) : []
    await removeDocument(tx, row.documentId)
    await recordAudit(tx, caller, {
      kind: row.kind,
      objectId: row.id,
      name: row.name,
      action: 'delete',
      // Of all versions the newest in whole: kept for good, the others would be a copy of everything ever deleted.
      before: {
        ...auditedContent(newest.kind, newest.name, newest.content),
        version: newest.version,
        versions: versions.map(({ version, locked }) => ({ version, vLocked: locked })),
      },
      after: null,
    })
    return files
  }

  async function removeFiles(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await platform.files.remove(key).catch((error: unknown) => {
        platform.log.warn({ error, key }, 'a file of a deleted pipeline could not be removed')
      })
    }
  }

  async function lockIn(tx: Connection, caller: Caller, kind: DocKind, asked: LockAsked): Promise<Locked> {
    const { row, rights } = await seenOr404(tx, caller, kind, await holdVersion(tx, asked.id))
    if (row.locked) throw conflict(textWith.alreadyLocked(row.version))
    mustHold.writes(rights)
    const options = { force: asked.force === true, country: asked.country === true && kind === 'pipeline' }
    const locked = await lockVersions(tx, caller, row, options, lockChecks)
    for (const version of locked) {
      await recordAudit(tx, caller, {
        kind: version.kind,
        objectId: version.id,
        name: version.name,
        action: 'lock',
        before: { locked: false },
        after: { locked: true, version: version.version },
      })
    }
    return { _id: row.id, version: row.version, vLocked: true, locked: locked.map(docRef) }
  }

  return {
    /** Versions of the document that any version stands for, newest first (VER-002, VER-005, D-92). */
    async list(caller: Caller, kind: DocKind, anyVersionId: string): Promise<VersionRecord[]> {
      const { row } = await seenOr404(db, caller, kind, await findVersion(db, anyVersionId))
      return (await versionsOf(db, row.documentId)).map(presentVersion)
    },

    /** POST /{documents}/version/lock (VER-006, VER-007, D-95). */
    lock: (caller: Caller, kind: DocKind, asked: LockAsked): Promise<Locked> =>
      db.transaction().execute((tx) => lockIn(tx, caller, kind, asked)),

    /** The same in the caller's transaction. */
    lockIn,

    /** POST /{documents}/version/new: an unlocked copy of a locked version (VER-009, D-94). */
    async createNew(
      caller: Caller,
      kind: DocKind,
      asked: { id: string },
    ): Promise<{ _id: string; version: number; vLocked: false }> {
      return db.transaction().execute(async (tx) => {
        await holdDocumentOf(tx, asked.id)
        const { row, rights } = await seenOr404(tx, caller, kind, await holdVersion(tx, asked.id))
        mustHold.writes(rights)
        if (!row.locked) throw conflict(textWith.notLocked(row.version))
        const { id, version } = await insertDraftOf(tx, caller, row)
        return { _id: id, version, vLocked: false }
      })
    },

    /** POST /{documents}/version/delete: a draft that nothing uses; with the only version the document goes too (VER-010, D-104). */
    async deleteVersion(
      caller: Caller,
      kind: DocKind,
      asked: { id: string },
    ): Promise<{ deleted: string; versions: VersionRecord[] }> {
      const done = await db.transaction().execute(async (tx) => {
        await holdDocumentOf(tx, asked.id)
        const { row, rights } = await seenOr404(tx, caller, kind, await holdVersion(tx, asked.id))
        if (row.isReadyMade) throw forbidden()
        if (row.locked) throw conflict(texts.lockedVersionDelete)
        mustHold.writes(rights)
        const others = (await versionsOf(tx, row.documentId)).filter((version) => version.id !== row.id)
        if (others.length === 0) return { files: await removeWhole(tx, caller, row), versions: [] }
        await refuseUsed(tx, caller, [row.id])
        const history = await historyOf(tx, row.id)
        if (history.length > 0) throw conflict(textWith.usedBy(names(history)))
        await removeVersion(tx, row.id)
        await recordAudit(tx, caller, {
          kind,
          objectId: row.id,
          name: row.name,
          action: 'delete version',
          before: { version: row.version, content: auditedContent(kind, row.name, row.content) },
          after: null,
        })
        return { files: [], versions: others.map(presentVersion) }
      })
      await removeFiles(done.files)
      return { deleted: asked.id, versions: done.versions }
    },

    /** DELETE /{documents}: the document with all its versions, unless anything else uses one of them (D-104). */
    async deleteDocument(caller: Caller, kind: DocKind, anyVersionId: string): Promise<{ deleted: string[] }> {
      const done = await db.transaction().execute(async (tx) => {
        await holdDocumentOf(tx, anyVersionId)
        const { row, rights } = await seenOr404(tx, caller, kind, await findVersion(tx, anyVersionId))
        mustHold.writes(rights)
        const deleted = (await versionsOf(tx, row.documentId)).map((version) => version.id)
        return { deleted, files: await removeWhole(tx, caller, row) }
      })
      await removeFiles(done.files)
      return { deleted: done.deleted }
    },

    /** For folders that go with what lies in them, in their transaction: 40300 if not writable, 40900 if used. */
    async removeWithin(tx: Connection, caller: Caller, row: VersionRow, writes: boolean): Promise<string[]> {
      if (!writes) throw forbidden()
      return removeWhole(tx, caller, row)
    },
    removeFiles,

    /**
     * GET /documents/usages: versions of other documents that use any version of this one directly, by name, newest
     * first, each with what it uses; of documents the caller does not see only how many there are (S3).
     */
    async usages(caller: Caller, anyVersionId: string): Promise<{ users: DocUser[]; unseen: number }> {
      const found = await findVersion(db, anyVersionId)
      if (found === undefined) throw notFound()
      const { row } = await seenOr404(db, caller, found.kind, found)
      const versions = await versionsOf(db, row.documentId)
      const ids = versions.map((version) => version.id)
      const users = await usersOf(db, ids)
      const seen = await filterSeen(db, caller, users)
      const uses = Map.groupBy(await referencesTo(db, ids), (reference) => reference.from)
      return {
        users: seen.map((user) => {
          const used = new Set(uses.get(user.id)?.map((reference) => reference.to))
          const shown = versions.filter((version) => used.has(version.id))
          return { ...docRef(user), uses: shown.map(({ id, version }) => ({ _id: id, version })) }
        }),
        unseen: documentsOf(users) - documentsOf(seen),
      }
    },
  }
}
