import { assignableRoles, type ActingPerson, managesEverybody, type Role, type TfaState } from '@millrace/contract'
import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** `documentId` is the pipeline, the same for all its versions (D-39). */
export type AssignedPipeline = { documentId: string; isActive: boolean }

export type UserRow = {
  id: string
  firstName: string
  lastName: string
  userName: string
  email: string
  service: string
  avatar: string | null
  role: Role
  isActive: boolean
  unrestrictedUpload: boolean
  tfa: TfaState
  lastSeenAt: Date | null
  hasPassword: boolean
  /** When the newest link for a password runs out, used or not, and the newest that was not used; null where none is left. */
  newestLinkUntil: Date | null
  openLinkUntil: Date | null
  adminBadges: string[]
  projectBadges: string[]
  pipelines: AssignedPipeline[]
}

const selectUsers = (where: RawBuilder<unknown>) => sql<UserRow>`
  select u.id, u.first_name as "firstName", u.last_name as "lastName", u.user_name as "userName", u.email, u.service,
    u.avatar, u.role, u.is_active as "isActive", u.unrestricted_upload as "unrestrictedUpload", u.tfa,
    u.last_seen_at as "lastSeenAt", u.password_hash is not null as "hasPassword", l.newest as "newestLinkUntil",
    l.open as "openLinkUntil",
    array(select b.id from user_badges ub join badges b on b.id = ub.badge_id
      where ub.user_id = u.id and b.type = 'admin' order by lower(b.name)) as "adminBadges",
    array(select b.id from user_badges ub join badges b on b.id = ub.badge_id
      where ub.user_id = u.id and b.type = 'project' order by lower(b.name)) as "projectBadges",
    coalesce((select json_agg(json_build_object('documentId', p.document_id, 'isActive', p.is_active))
      from user_pipelines p where p.user_id = u.id), '[]') as pipelines
  from users u
  left join (select user_id, max(expires_at) as newest, max(expires_at) filter (where used_at is null) as open
    from password_links group by user_id) l on l.user_id = u.id and u.password_hash is null
  ${where}`

/** These people, in no order. One query, whatever the number. */
export async function usersById(db: Connection, ids: readonly string[]): Promise<UserRow[]> {
  if (ids.length === 0) return []
  return (await selectUsers(sql`where u.id = any(${[...ids]}::text[])`).execute(db)).rows
}

/** Whom the acting person may have in their list (`isListed`, D-34), in no order. */
export async function usersInScope(db: Connection, actor: ActingPerson): Promise<UserRow[]> {
  if (managesEverybody(actor.role)) return (await selectUsers(sql``).execute(db)).rows
  const scope = sql`where u.id = ${actor.userId} or (
    u.role = any(${[...assignableRoles(actor.role)]}::text[])
    and exists (select 1 from user_badges ub
      where ub.user_id = u.id and ub.badge_id = any(${[...actor.adminBadges]}::text[])))`
  return (await selectUsers(scope).execute(db)).rows
}

/**
 * Holds these people until the transaction ends, always in the same order: of two changes at once, the second sees what
 * the first did.
 */
export async function holdUsers(tx: Connection, ids: readonly string[]): Promise<void> {
  await sql`select id from users where id = any(${[...ids]}::text[]) order by id for no key update`.execute(tx)
}

/**
 * Makes these the person's badges. What stays is not touched: a new row would wait for everybody who holds its badge or
 * pipeline, in an order of its own, and two could wait for each other.
 */
export async function storeBadges(tx: Connection, userId: string, badges: readonly string[]): Promise<void> {
  const wanted = [...new Set(badges)].toSorted()
  await tx
    .deleteFrom('user_badges')
    .where('user_id', '=', userId)
    .where(sql<boolean>`badge_id <> all(${wanted}::text[])`)
    .execute()
  if (wanted.length === 0) return
  await tx
    .insertInto('user_badges')
    .values(wanted.map((badge) => ({ user_id: userId, badge_id: badge })))
    .onConflict((any) => any.doNothing())
    .execute()
}

/** Makes these the pipelines assigned to the person; what stays is not touched. */
export async function storePipelines(
  tx: Connection,
  userId: string,
  pipelines: readonly AssignedPipeline[],
): Promise<void> {
  const wanted = pipelines.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
  await tx
    .deleteFrom('user_pipelines')
    .where('user_id', '=', userId)
    .where(sql<boolean>`document_id <> all(${wanted.map((one) => one.documentId)}::text[])`)
    .execute()
  if (wanted.length === 0) return
  await tx
    .insertInto('user_pipelines')
    .values(wanted.map((one) => ({ user_id: userId, document_id: one.documentId, is_active: one.isActive })))
    .onConflict((row) =>
      row
        .columns(['user_id', 'document_id'])
        .doUpdateSet({ is_active: (column) => column.ref('excluded.is_active') })
        .whereRef('user_pipelines.is_active', '<>', 'excluded.is_active'),
    )
    .execute()
}

/** Assigns a pipeline to a person; false when it was already. */
export async function insertAssignment(db: Connection, userId: string, documentId: string): Promise<boolean> {
  const made = await db
    .insertInto('user_pipelines')
    .values({ user_id: userId, document_id: documentId })
    .onConflict((any) => any.doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export type NewUserRow = {
  id: string
  user_name: string
  first_name: string
  last_name: string
  email: string
  service: string
  avatar: string | null
  role: Role
  password_hash: string | null
  is_active: boolean
  unrestricted_upload: boolean
  tfa: 'off' | 'required'
}

/** @returns false when the username or the address is taken; a refused row does not end the caller's transaction */
export async function insertUser(tx: Connection, row: NewUserRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('users')
    .values(row)
    .onConflict((any) => any.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Letters are lowered as the index does it: JavaScript lowers some otherwise, so that two would be taken for different. */
export const findUserByEmail = (db: Connection, email: string) =>
  db
    .selectFrom('users')
    .where(sql<string>`lower(email)`, '=', sql<string>`lower(${email})`)
    .select(['id as userId', 'is_active as isActive'])
    .executeTakeFirst()

/** Changes columns of a person. @throws the database's unique violation when an address is taken */
export async function updateUser(tx: Connection, id: string, change: Updateable<Tables['users']>): Promise<void> {
  await tx.updateTable('users').set(change).where('id', '=', id).execute()
}

export async function removeUser(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

/** Whether there is any person at all. */
export async function hasAnyUser(db: Connection): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** The person of that username while they have not chosen a password. */
export const findWithoutPassword = (db: Connection, userName: string) =>
  db
    .selectFrom('users')
    .where('user_name', '=', userName)
    .where('password_hash', 'is', null)
    .select(['id as userId', 'user_name as userName'])
    .executeTakeFirst()

/** Whom a mail is for; held, since a change of the person takes them before their links. */
export const holdReceiver = (tx: Connection, userId: string) =>
  tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['first_name as firstName', 'last_name as lastName', 'user_name as userName', 'email'])
    .forNoKeyUpdate()
    .executeTakeFirst()
