import type { AuditFilters } from '@millrace/contract'
import { sql } from 'kysely'
import type { Connection } from '../database/database.ts'

export type AuditRow = {
  id: string
  at: Date
  /** Null for the product's own work and for people who were deleted. */
  userId: string | null
  userName: string
  kind: string
  objectId: string
  name: string
  action: string
  before: unknown
  after: unknown
}

/** `%` and `_` in what somebody typed are letters like others. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** The rows that the filters let pass, newest first. */
function passing(db: Connection, filters: AuditFilters) {
  const { user, kind, action, text, from, to } = filters
  return db
    .selectFrom('audit as a')
    .$if(kind !== undefined, (query) => query.where('a.kind', '=', kind ?? ''))
    .$if(action !== undefined, (query) => query.where('a.action', '=', action ?? ''))
    .$if(user !== undefined, (query) => query.where('a.user_name', 'ilike', containing(user ?? '')))
    .$if(text !== undefined, (query) => query.where('a.name', 'ilike', containing(text ?? '')))
    .$if(from !== undefined, (query) => query.where('a.at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('a.at', '<=', new Date(to ?? 0)))
}

const columns = [
  'a.id',
  'a.at',
  'a.user_name as userName',
  'a.kind',
  'a.object_id as objectId',
  'a.name',
  'a.action',
  'a.before',
  'a.after',
] as const

/** Newest first; rows of one moment by their ids, which sort by the time they were made. */
export function auditRows(
  db: Connection,
  filters: AuditFilters,
  page: { skip: number; take: number },
): Promise<AuditRow[]> {
  return passing(db, filters)
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select([...columns, 'u.id as userId'])
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .offset(page.skip)
    .limit(page.take)
    .execute()
}

export async function countAudit(db: Connection, filters: AuditFilters): Promise<number> {
  const row = await passing(db, filters)
    .select((count) => count.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Rows after the last one that was read, in the same order: any number of them in pieces of equal cost. */
export function auditRowsAfter(
  db: Connection,
  filters: AuditFilters,
  last: { at: string; id: string } | null,
  take: number,
): Promise<(AuditRow & { exactAt: string })[]> {
  return (
    passing(db, filters)
      .leftJoin('users as u', 'u.id', 'a.user_id')
      // To the microsecond, which a Date does not hold: nothing is read twice or left out.
      .select([...columns, 'u.id as userId', sql<string>`a.at::text`.as('exactAt')])
      .$if(last !== null, (query) => query.where(sql<boolean>`(a.at, a.id) < (${last?.at}::timestamptz, ${last?.id})`))
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(take)
      .execute()
  )
}

/** Each kind and each action that occurs, looked up one after the other in an index instead of in all rows. */
export async function auditValues(db: Connection, column: 'kind' | 'action'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      (select ${name} as value from audit order by ${name} limit 1)
      union all
      select (select ${name} from audit where ${name} > found.value order by ${name} limit 1)
      from found where found.value is not null
    )
    select value from found where value is not null order by value`.execute(db)
  return rows.map((row) => row.value)
}
