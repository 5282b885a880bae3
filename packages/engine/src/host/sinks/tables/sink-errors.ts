import { createHash } from 'node:crypto'
import { explainConnectFailure } from '../../addresses/connect-fault.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Every session of an import's sink carries this name, so that a later attempt can end an earlier one that hangs. */
export const sessionName = ({ importId, sink }: TableSinkOptions, scope = ''): string =>
  `millrace ${createHash('sha256').update(`${importId}\n${sink}${scope}`).digest('hex').slice(0, 24)}`

/** The message of an error, whatever kind of value was thrown. */
export function errorReason(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] }
  // When all addresses of a host fail, Node throws an AggregateError without a message of its own.
  const first = errors?.[0] as { message?: string } | undefined
  return message || first?.message || code || String(error)
}

/** How long the database of a sink may take to let us in. */
export const maxConnectMs = 10_000

/** Why the database of a sink does not let us in, with the part of its connection to mend where that can be told. */
export function unreachableError({ sink, database, connectionString }: TableSinkOptions, error: unknown): SinkError {
  const { code } = error as { code?: unknown }
  const words = errorReason(error)
  const failure = { code: typeof code === 'string' ? code : '', words, connectMs: maxConnectMs }
  const reason = explainConnectFailure(database, connectionString, failure)?.text ?? words
  return new SinkError('connection', `The database of the sink '${sink}' cannot be reached: ${reason}`)
}

export const connectionLostError = ({ sink }: TableSinkOptions, error: unknown): SinkError =>
  new SinkError('connection', `The connection to the database of the sink '${sink}' was lost: ${errorReason(error)}`)

export const staleAttemptError = ({ sink }: TableSinkOptions): SinkError =>
  new SinkError('stale', `Another attempt of the import has taken over: the sink '${sink}' writes nothing`)
