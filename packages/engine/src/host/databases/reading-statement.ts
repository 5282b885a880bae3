import { DatabaseError } from './database-error.ts'

/**
 * Refuses what does not begin like a statement that reads. PostgreSQL judges the whole statement itself, as the query of
 * a cursor; in MySQL a statement that begins so and runs in a read-only transaction can change nothing.
 * @throws DatabaseError
 */
export function assertReadOnly(name: string, sql: string): void {
  const first = /^[a-z]+/i.exec(withoutLead(sql))?.[0].toLowerCase() ?? ''
  if (['select', 'with', 'values', 'table'].includes(first)) return
  throw new DatabaseError(
    `The database connection '${name}' is for reading: a statement begins with SELECT, WITH, VALUES or TABLE`,
  )
}

/**
 * Functions of PostgreSQL that a reader has no use for: they end sessions of the same account (those of sinks too), hold
 * locks, take limits away, write large objects, or run a text as a statement, in which all of these could hide.
 */
const unread =
  /\b(?:pg_(?:terminate_backend|cancel_backend|notify|(?:try_)?advisory_\w+)|set_config|lo_\w+|dblink\w*|query_to_xml\w*|ts_(?:stat|rewrite)|crosstab\w*|connectby)\b/i

/** @throws DatabaseError for a PostgreSQL statement that calls what only disturbs others, or could hide such a call */
export function assertNoSideEffects(name: string, sql: string): void {
  const found = unread.exec(sql)?.[0] ?? (/\bu&\s*"/i.test(sql) ? 'U&"…"' : null)
  if (found === null) return
  throw new DatabaseError(`The database connection '${name}' is for reading: ${found} is not taken in a statement`)
}

/** The text from its first word on: blanks, opening brackets and comments are passed over, MySQL's executed ones not. */
function withoutLead(sql: string): string {
  let rest = sql
  for (;;) {
    const lead = /^(?:[\s(]+|--[^\n]*(?:\n|$)|\/\*(?![!M])[\s\S]*?\*\/)/.exec(rest)
    if (lead === null) return rest
    rest = rest.slice(lead[0].length)
  }
}
