import { type LivePresence, notFound } from '@millrace/contract'
import { newId } from '../../platform/database/ids.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { notify } from '../../platform/notices/notices.ts'
import type { Platform } from '../../platform/platform.ts'
import { filterSeen } from '../kernel/rights-of-items.ts'
import { findVersions } from '../kernel/versions/versions.reads.ts'
import { deleteOpen, insertOpen, listOpen, listSaved, renewOpen } from './presence.repository.ts'

export type PresenceService = ReturnType<typeof createPresenceService>

/** One editor's hold on the versions it has open. */
export type OpenEditor = { ids: ReadonlyMap<string, string>; userId: string }

/** Who has which version open. It keeps nobody from saving: it tells people of each other before they collide. */
export function createPresenceService({ db }: Pick<Platform, 'db'>) {
  const tell = async (versionIds: Iterable<string>): Promise<void> => {
    for (const id of versionIds) await notify(db, { about: 'presence', versionId: id })
  }

  /** Opens versions that were taken away from it too, as after a restart of the database. */
  async function insert(editor: OpenEditor, versionIds: Iterable<string>): Promise<void> {
    for (const versionId of versionIds) {
      const id = editor.ids.get(versionId)
      if (id !== undefined) await insertOpen(db, { id, versionId, userId: editor.userId })
    }
  }

  return {
    /** @throws ApiError 40400 unless the caller sees every one of the versions */
    async mustSee(caller: Caller, versionIds: readonly string[]): Promise<void> {
      const rows = await filterSeen(db, caller, await findVersions(db, versionIds))
      if (rows.length !== new Set(versionIds).size) throw notFound()
    },

    /** Tells everybody who has one of the versions open that this person has, too. */
    async open(caller: Caller, versionIds: readonly string[]): Promise<OpenEditor> {
      const editor = { ids: new Map(versionIds.map((id) => [id, newId()])), userId: caller.userId }
      await insert(editor, versionIds)
      await tell(versionIds)
      return editor
    },

    /** To be called every 10 seconds: an editor that is not renewed is taken for gone after 30. */
    async renew(editor: OpenEditor): Promise<void> {
      const there = new Set(await renewOpen(db, [...editor.ids.values()]))
      const lost = [...editor.ids].filter(([, id]) => !there.has(id)).map(([versionId]) => versionId)
      if (lost.length === 0) return
      const known = (await findVersions(db, lost)).map(({ id }) => id)
      await insert(editor, known)
      await tell(known)
    },

    async close(editor: OpenEditor): Promise<void> {
      await deleteOpen(db, [...editor.ids.values()])
      await tell(editor.ids.keys())
    },

    /** What an editor is told of the versions it has open: the others, and the last save of each. */
    async list(editor: OpenEditor): Promise<LivePresence[]> {
      const versionIds = [...editor.ids.keys()]
      const open = await listOpen(db, versionIds)
      return (await listSaved(db, versionIds)).map((saved) => ({
        _id: saved.versionId,
        sys_version: saved.sysVersion,
        savedAt: saved.savedAt.toISOString(),
        savedBy: saved.savedBy,
        people: open
          .filter((row) => row.versionId === saved.versionId && row.id !== editor.ids.get(row.versionId))
          .map((row) => ({
            _id: row.userId,
            name: row.name,
            since: row.openedAt.toISOString(),
            self: row.userId === editor.userId,
          })),
      }))
    },
  }
}
