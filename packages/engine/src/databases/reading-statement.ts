import { DatabaseProblem } from './database-problem.ts'

/**
 * Refuses what does not begin like a statement that reads. PostgreSQL judges the whole statement itself, as the query of
 * a cursor; in MySQL a statement that begins so and runs in a read-only transaction can change nothing.
 * @throws DatabaseProblem
 */
export function mustRead(name: string, sql: string): void {
  const first = /^[a-z]+/i.exec(withoutLead(sql))?.[0].toLowerCase() ?? ''
  if (['select', 'with', 'values', 'table'].includes(first)) return
  throw new DatabaseProblem(
    `The database connection '${name}' is for reading: a statement begins with SELECT, WITH, VALUES or TABLE`,
  )
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
