import { type ConnectFault, explainConnectFailure } from '../addresses/connect-fault.ts'
import type { DatabaseOptions } from './database.types.ts'
import { DatabaseError } from './database-error.ts'

/** Which part of the connection to mend, and why, as a sentence. */
export function explainConnectError(
  { type, connectionString }: DatabaseOptions,
  connectMs: number,
  { said, message }: DatabaseError,
): ConnectFault {
  const fault = said === undefined ? null : explainConnectFailure(type, connectionString, { ...said, connectMs })
  return { field: fault?.field ?? null, text: `${fault?.text ?? message}.` }
}

/** The error of a connection that could not be opened, with what to mend in its sentence. */
export function toConnectError(options: DatabaseOptions, connectMs: number, error: unknown): unknown {
  if (!(error instanceof DatabaseError) || error.said === undefined) return error
  const fault = explainConnectFailure(options.type, options.connectionString, { ...error.said, connectMs })
  return fault === null ? error : new DatabaseError(`The database connection '${options.name}': ${fault.text}`)
}
