import { sql } from 'kysely'
import type { Role } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'

/** A stored token with what decides whether it still opens anything. */
export type TokenRow = {
  sessionId: string
  userId: string
  expiresAt: Date
  usedAt: Date | null
  endedAt: Date | null
  isActive: boolean
}

export type CallerRow = TokenRow & {
  userName: string
  firstName: string
  lastName: string
  role: Role
  unrestrictedUpload: boolean
  badges: string[]
}

/** Who holds this access token; one query, since every call asks it. */
export async function findCaller(db: Connection, hash: string): Promise<CallerRow | undefined> {
  return db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'access')
    .select([
      's.id as sessionId',
      'u.id as userId',
      't.expires_at as expiresAt',
      't.used_at as usedAt',
      's.ended_at as endedAt',
      'u.is_active as isActive',
      'u.user_name as userName',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.role as role',
      'u.unrestricted_upload as unrestrictedUpload',
      sql<string[]>`array(select ub.badge_id from user_badges ub join badges b on b.id = ub.badge_id
        where ub.user_id = u.id and b.type = 'project')`.as('badges'),
    ])
    .executeTakeFirst()
}

/** The refresh token, held until the transaction ends: of two uses at once the second sees the first. */
export async function holdRefreshToken(tx: Connection, hash: string): Promise<TokenRow | undefined> {
  return tx
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .where('t.hash', '=', hash)
    .where('t.kind', '=', 'refresh')
    .select([
      's.id as sessionId',
      'u.id as userId',
      't.expires_at as expiresAt',
      't.used_at as usedAt',
      's.ended_at as endedAt',
      'u.is_active as isActive',
    ])
    .forUpdate('t')
    .executeTakeFirst()
}

/** Usernames are found without regard to letter case, and to how an accent was typed: both forms were stored once. */
export async function findSignIn(db: Connection, userName: string) {
  return db
    .selectFrom('users')
    .where(sql<string>`lower(user_name)`, 'in', spellings(userName.toLowerCase()))
    .orderBy(sql`lower(user_name) = ${userName.toLowerCase()}`, 'desc')
    .select(['id', 'user_name as userName', 'password_hash as passwordHash', 'is_active as isActive', 'tfa'])
    .executeTakeFirst()
}

const spellings = (name: string): string[] => [...new Set([name, name.normalize('NFC'), name.normalize('NFD')])]

/** Whether the token was given to somebody who was deleted since; their sessions are kept for this answer. */
export async function isOfDeletedPerson(db: Connection, hash: string): Promise<boolean> {
  const row = await db
    .selectFrom('session_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .where('t.hash', '=', hash)
    .where('s.user_id', 'is', null)
    .select('t.hash')
    .executeTakeFirst()
  return row !== undefined
}

/** What a sign-in rests on, held against changes until the transaction ends. */
export async function holdPasswordOf(tx: Connection, userId: string) {
  return tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['password_hash as passwordHash', 'is_active as isActive', 'tfa'])
    .forShare()
    .executeTakeFirst()
}

/** Tokens of a month ago can only answer 'expired'; they go, and sessions without any token with them; those of deleted people too. */
export async function removeOldTokens(db: Connection, userId: string, before: Date): Promise<void> {
  await db
    .deleteFrom('session_tokens')
    .where('expires_at', '<', before)
    .where('session_id', 'in', (of) =>
      of
        .selectFrom('sessions')
        .select('id')
        .where((where) => where.or([where('user_id', '=', userId), where('user_id', 'is', null)])),
    )
    .execute()
  await db
    .deleteFrom('sessions as s')
    .where((where) => where.or([where('s.user_id', '=', userId), where('s.user_id', 'is', null)]))
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('session_tokens as t').select('t.hash').whereRef('t.session_id', '=', 's.id')),
      ),
    )
    .execute()
}

/** Tokens of anybody that ran out before the instant, and sessions that have none left. @returns how many sessions */
export async function removeOldSessions(db: Connection, before: Date): Promise<number> {
  await db.deleteFrom('session_tokens').where('expires_at', '<', before).execute()
  const { numDeletedRows } = await db
    .deleteFrom('sessions as s')
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('session_tokens as t').select('t.hash').whereRef('t.session_id', '=', 's.id')),
      ),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Ends these sessions where they have not ended before. @returns ids of those it ended */
export async function markEnded(tx: Connection, of: { id: string } | { user_id: string }): Promise<string[]> {
  const [column, value] = 'id' in of ? (['id', of.id] as const) : (['user_id', of.user_id] as const)
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: sql<Date>`now()` })
    .where(column, '=', value)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

export async function insertSession(tx: Connection, session: { id: string; user_id: string }): Promise<void> {
  await tx.insertInto('sessions').values(session).execute()
}

/** A refresh token is good once. */
export async function markTokenUsed(tx: Connection, hash: string): Promise<void> {
  await tx.updateTable('session_tokens').set({ used_at: sql<Date>`now()` }).where('hash', '=', hash).execute()
}

export async function insertTokens(
  tx: Connection,
  tokens: { hash: string; session_id: string; kind: 'access' | 'refresh'; expires_at: Date }[],
): Promise<void> {
  await tx.insertInto('session_tokens').values(tokens).execute()
}

export async function userNameOfId(tx: Connection, userId: string): Promise<string> {
  const row = await tx
    .selectFrom('users')
    .select('user_name as userName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.userName
}

export async function storeLastSeen(db: Connection, userId: string, at: Date): Promise<void> {
  await db.updateTable('users').set({ last_seen_at: at }).where('id', '=', userId).execute()
}
