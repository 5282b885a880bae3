import { Readable } from 'node:stream'
import { contentTypes, forbidden, invalid, type Reply, texts, type User } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { resetTfa, tfaStateOf } from '../sessions/two-factor.ts'
import { holdForChange, managedPeople } from './acting-person.ts'
import type { AssignablePipelines } from './assignable-pipelines.ts'
import { copyInvitation, inviteAgain } from './invite.ts'
import { type AssignMessage, assignToPeople } from './assign-to-people.ts'
import { rightsTable } from './rights-table.ts'
import { saveUser, type UserMessage } from './save-user.ts'
import { sendPasswordLink } from './send-password-link.ts'
import { presentHeldBadge } from '../sessions/session-user.ts'
import { userForAudit } from './user-audit.reads.ts'
import { pipelinesFor } from './user-pipelines.ts'
import { byName, presentUser } from './users.presenter.ts'
import { type UserRow, usersById, removeUser, updateUser } from './users.repository.ts'
import { versionsOfDocuments } from './assigned-pipelines.reads.ts'
import { storedBadges } from '../badges/badges.reads.ts'

export type UsersService = ReturnType<typeof createUsersService>

/** The Users screen: whom a person may manage, and what they may change of them. */
export function createUsersService(platform: Platform, { access }: { access: AssignablePipelines }) {
  const { db, settings, now } = platform

  /** Set-wise: as many queries for one person as for all. */
  async function present(connection: Connection, rows: readonly UserRow[], seen: ReadonlySet<string>): Promise<User[]> {
    const badges = await storedBadges(connection)
    const assigned = new Set(rows.flatMap((row) => row.pipelines.map((one) => one.documentId)))
    const shown = [...assigned].filter((id) => seen.has(id))
    const context = {
      badges: new Map(badges.map((badge) => [badge.id, presentHeldBadge(badge)])),
      versions: await versionsOfDocuments(connection, shown),
      seenPipelines: seen,
      tfaStateOf: (stored: UserRow['tfa']) => tfaStateOf(settings, stored),
      now: now(),
    }
    return rows.map((row) => presentUser(row, context)).toSorted(byName)
  }

  async function presentOne(tx: Connection, id: string, seen: ReadonlySet<string>): Promise<User> {
    const [user] = await present(tx, await usersById(tx, [id]), seen)
    if (user === undefined) throw new Error(`the person ${id} is gone right after being saved`)
    return user
  }

  /** Pipelines are asked for before the transaction, which would else hold two connections at once. */
  async function change<T>(
    caller: Caller,
    work: (tx: Connection, seen: ReadonlySet<string>) => Promise<T>,
  ): Promise<T> {
    const seen = await access.allSeen(caller)
    return db.transaction().execute((tx) => work(tx, seen))
  }

  return {
    /** GET /users: everybody in the caller's scope and the caller, by last name, first name (D-34, API-016). */
    list: async (caller: Caller): Promise<User[]> =>
      present(db, await managedPeople(db, caller), await access.allSeen(caller)),

    /** POST /users: makes a person without `_id`, else changes that one (API-017). */
    save: (caller: Caller, input: UserMessage): Promise<User> =>
      change(caller, async (tx, seen) => presentOne(tx, await saveUser(platform, tx, caller, input, seen), seen)),

    /**
     * POST /users/toggle, all or nothing (API-018). Switched off acts at once: sessions and sockets end (D-19).
     * @throws ApiError 40000 'cannot toggle users property' without ids, 40300 for oneself, 40400 outside of the scope
     */
    toggle: (caller: Caller, { ids, enabled }: { ids: readonly string[]; enabled: boolean }): Promise<User[]> =>
      change(caller, async (tx, seen) => {
        const distinct = [...new Set(ids)]
        if (distinct.length === 0) throw invalid(texts.cannotToggleUsers)
        const { people } = await holdForChange(tx, caller, distinct)
        if (!enabled && distinct.includes(caller.userId)) throw forbidden()
        for (const person of people) {
          if (person.isActive === enabled) continue
          await updateUser(tx, person.id, { is_active: enabled })
          if (!enabled) await endSessionsOf(tx, person.id)
          await recordAudit(tx, caller, {
            ...about(person),
            action: enabled ? 'activate' : 'de-activate',
            before: { isActive: person.isActive },
            after: { isActive: enabled },
          })
        }
        return present(tx, await usersById(tx, distinct), seen)
      }),

    /** POST /users/assign. @see assignToPeople */
    assign: (caller: Caller, message: AssignMessage): Promise<User[]> =>
      change(caller, async (tx, seen) =>
        present(tx, await usersById(tx, await assignToPeople(platform, tx, caller, message, seen)), seen),
      ),

    /**
     * DELETE /users, all or nothing (API-019). History keeps their names, and their plans stay (D-19).
     * @throws ApiError 40300 for oneself, 40400 outside of the scope
     */
    remove: (caller: Caller, ids: readonly string[]): Promise<{ deletedUsers: string[] }> =>
      db.transaction().execute(async (tx) => {
        const { people } = await holdForChange(tx, caller, ids)
        if (ids.includes(caller.userId)) throw forbidden()
        for (const person of people) {
          const before = await userForAudit(tx, person.id)
          await endSessionsOf(tx, person.id)
          await removeUser(tx, person.id)
          await recordAudit(tx, caller, { ...about(person), action: 'delete', before, after: null })
        }
        return { deletedUsers: [...ids] }
      }),

    /**
     * POST /users/reset-password (API-020): the old password stops working, sessions end, a link is sent (D-16).
     * @throws ApiError 40400 outside of the scope
     */
    resetPassword: (caller: Caller, id: string): Promise<null> =>
      db.transaction().execute(async (tx) => {
        const { people } = await holdForChange(tx, caller, [id])
        for (const person of people) {
          await updateUser(tx, person.id, { password_hash: null })
          await endSessionsOf(tx, person.id)
          await sendPasswordLink(platform, tx, { userId: person.id }, 'reset')
          await recordAudit(tx, caller, { ...about(person), action: 'reset password', before: null, after: null })
        }
        return null
      }),

    /**
     * POST /users/reset-tfa (API-021): the next sign-in enrols again (D-17).
     * @throws ApiError 40400 outside of the scope
     */
    resetTfa: (caller: Caller, id: string): Promise<null> =>
      db.transaction().execute(async (tx) => {
        const { people } = await holdForChange(tx, caller, [id])
        for (const person of people) await resetTfa(tx, caller, person.id)
        return null
      }),

    /** POST /users/invite. @see inviteAgain */
    invite: (caller: Caller, id: string): Promise<User> =>
      change(caller, async (tx, seen) => {
        await inviteAgain(platform, tx, caller, id)
        return presentOne(tx, id, seen)
      }),

    /** POST /users/invitation-link. @see copyInvitation */
    invitationLink: (caller: Caller, id: string): Promise<Reply<'POST /users/invitation-link'>> =>
      change(caller, (tx, seen) => copyInvitation(platform, tx, caller, id, seen)),

    /** POST /users/export: who of the people in GET /users may do what, for people. */
    export: async (caller: Caller) => {
      const people = await managedPeople(db, caller)
      const seen = await access.allSeen(caller)
      const users = await present(db, people, seen)
      const assigned = new Set(people.flatMap(({ pipelines }) => pipelines.map(({ documentId }) => documentId)))
      const shown = await access.assignable([...assigned].filter((id) => seen.has(id)))
      const versions = await versionsOfDocuments(
        db,
        shown.map(({ documentId }) => documentId),
      )
      const names = new Map(
        shown.flatMap(({ documentId, item }) =>
          (versions.get(documentId) ?? []).map((id): [string, string] => [id, item.name]),
        ),
      )
      const stamp = now().toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15)
      return {
        name: `people-${stamp}.csv`,
        type: contentTypes.csv,
        content: Readable.from([rightsTable(users, names)]),
      }
    },

    pipelinesFor: (caller: Caller, id: string | undefined): Promise<Reply<'GET /users/pipelinesFor'>> =>
      pipelinesFor(platform, access, caller, id),

    /** GET /users/pipelines: what the caller may choose from to upload and import. */
    pickerLists: (caller: Caller): Promise<Reply<'GET /users/pipelines'>> => access.pickerLists(caller),
  }
}

const about = (person: UserRow) => ({ kind: 'user', objectId: person.id, name: person.userName })
