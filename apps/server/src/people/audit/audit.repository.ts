import type { AuditFilters } from '@millrace/contract'
import { type Insertable, sql } from 'kysely'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Tables } from '../../platform/database/tables.ts'

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

/** Filters as the table is asked: a part of a username stands for all names that have it. */
export type AuditSearch = Omit<AuditFilters, 'user'> & { userNames?: string[] }

/** Stored bytes of a value beyond which a page says only that it is there. */
const maxShownBytes = 64 * 1024
const tooLong = 'Too long to be shown here; an export holds it.'

/** The names are few and looked up in an index; the rows they lead to are then found by index, too. */
export async function auditSearch(db: Connection, { user, ...filters }: AuditFilters): Promise<AuditSearch> {
  if (user === undefined) return filters
  const part = user.toLowerCase()
  const names = await auditValues(db, 'user_name')
  return { ...filters, userNames: names.filter((name) => name.toLowerCase().includes(part)) }
}

/** `%` and `_` in what somebody typed are letters like others. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function passing(db: Connection, { userNames, kind, action, text, from, to }: AuditSearch) {
  return db
    .selectFrom('audit as a')
    .$if(kind !== undefined, (query) => query.where('a.kind', '=', kind ?? ''))
    .$if(action !== undefined, (query) => query.where('a.action', '=', action ?? ''))
    .$if(userNames !== undefined, (query) => query.where(sql<boolean>`a.user_name = any(${userNames})`))
    .$if(text !== undefined, (query) => query.where('a.name', 'ilike', containing(text ?? '')))
    .$if(from !== undefined, (query) => query.where('a.at', '>=', new Date(from ?? 0)))
    .$if(to !== undefined, (query) => query.where('a.at', '<=', new Date(to ?? 0)))
}

/** Newest first; rows of one moment by their ids, which sort by the time they were made. */
const ordered = (rows: ReturnType<typeof passing>) =>
  rows.select(['a.id', 'a.at']).orderBy('a.at', 'desc').orderBy('a.id', 'desc')

const whole = [
  'r.id',
  'r.at',
  'r.user_name as userName',
  'r.kind',
  'r.object_id as objectId',
  'r.name',
  'r.action',
] as const

const shown = (column: 'before' | 'after') => sql<unknown>`
  case when pg_column_size(${sql.ref(`r.${column}`)}) > ${sql.lit(maxShownBytes)} then to_json(${sql.lit(tooLong)}::text)
    else ${sql.ref(`r.${column}`)} end`

/** One page. Which rows it has is read from an index alone, however far down it is. */
export function auditRows(
  db: Connection,
  search: AuditSearch,
  page: { skip: number; take: number },
): Promise<AuditRow[]> {
  return db
    .selectFrom(ordered(passing(db, search)).offset(page.skip).limit(page.take).as('p'))
    .innerJoin('audit as r', 'r.id', 'p.id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select([...whole, 'u.id as userId', shown('before').as('before'), shown('after').as('after')])
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
}

export async function countAudit(db: Connection, search: AuditSearch): Promise<number> {
  const row = await passing(db, search)
    .select((count) => count.fn.countAll<string>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** A row and its moment to the microsecond, which a Date does not hold: nothing is read twice or left out. */
export type ExactRow = AuditRow & { exactAt: string }

/**
 * Rows after the last one that was read, in the same order: chunks of equal cost, however many there are.
 * @param max rows and stored bytes of a chunk; one row comes in any case
 */
export async function auditRowsAfter(
  db: Connection,
  search: AuditSearch,
  last: Pick<ExactRow, 'id' | 'exactAt'> | null,
  max: { rows: number; bytes: number },
): Promise<ExactRow[]> {
  const next = ordered(passing(db, search))
    .$if(last !== null, (query) =>
      query.where(sql<boolean>`(a.at, a.id) < (${last?.exactAt}::timestamptz, ${last?.id})`),
    )
    .select(sql<number>`coalesce(pg_column_size(a.before), 0) + coalesce(pg_column_size(a.after), 0)`.as('size'))
    .limit(max.rows)
  return db
    .selectFrom(
      db
        .selectFrom(next.as('n'))
        .select(['n.id', 'n.size', sql<string>`sum(n.size) over (order by n.at desc, n.id desc)`.as('upTo')])
        .as('p'),
    )
    .innerJoin('audit as r', 'r.id', 'p.id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .where(sql<boolean>`p."upTo" - p.size < ${max.bytes}`)
    .select([...whole, 'u.id as userId', 'r.before', 'r.after', sql<string>`r.at::text`.as('exactAt')])
    .orderBy('r.at', 'desc')
    .orderBy('r.id', 'desc')
    .execute()
}

/** Each value that occurs, looked up one after the other in an index instead of in all rows. */
export async function auditValues(db: Connection, column: 'kind' | 'action' | 'user_name'): Promise<string[]> {
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

/** `before` and `after` as JSON. */
export async function insertAudit(tx: Connection, row: Omit<Insertable<Tables['audit']>, 'id'>): Promise<void> {
  await tx
    .insertInto('audit')
    .values({ id: newId(), ...row })
    .execute()
}
