import type { Connection } from '../../platform/database/database.ts'
import { insertLogs, type LogLine, type LogOwner } from './logs.repository.ts'

export type { LogLine, LogOwner } from './logs.repository.ts'

/** The longest line that is kept, in characters; the rest is cut with a mark. */
const maxMessageCharacters = 8000

/**
 * Appends lines under the next numbers of their upload or import, in the transaction at hand, and tells those who
 * follow them.
 * @param attempt fencing number of the writing process; null writes whichever attempt holds the row
 * @returns number of the last line; null when the owner is gone or held by a later attempt (G5): nothing was written
 */
export async function appendLogs(
  db: Connection,
  owner: LogOwner,
  lines: readonly LogLine[],
  attempt: number | null,
): Promise<number | null> {
  if (lines.length === 0) return null
  const storable = lines.map((line) => ({ ...line, message: toStorable(line.message) }))
  return insertLogs(db, owner, storable, attempt)
}

/** PostgreSQL keeps no NUL in texts; one inside a line must not lose the line. */
function toStorable(message: string): string {
  const text = message.replaceAll('\0', '\uFFFD')
  return text.length <= maxMessageCharacters ? text : `${text.slice(0, maxMessageCharacters)} …`
}
