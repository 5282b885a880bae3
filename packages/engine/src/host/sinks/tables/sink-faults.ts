import { createHash } from 'node:crypto'
import { SinkProblem } from '../../../outputs/targets/sink-problem.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Every session of an import's sink carries this name, so that a later attempt can end an earlier one that hangs. */
export const sessionName = ({ importId, sink }: TableSinkOptions, scope = ''): string =>
  `millrace ${createHash('sha256').update(`${importId}\n${sink}${scope}`).digest('hex').slice(0, 24)}`

/** What an error says, whatever it is. */
export function reasonOf(error: unknown): string {
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] }
  // Several addresses of one host fail together: an error without a message of its own.
  const first = errors?.[0] as { message?: string } | undefined
  return message || first?.message || code || String(error)
}

export const unreachable = ({ sink }: TableSinkOptions, error: unknown): SinkProblem =>
  new SinkProblem('connection', `The database of the sink '${sink}' cannot be reached: ${reasonOf(error)}`)

export const connectionLost = ({ sink }: TableSinkOptions, error: unknown): SinkProblem =>
  new SinkProblem('connection', `The connection to the database of the sink '${sink}' was lost: ${reasonOf(error)}`)

export const staleAttempt = ({ sink }: TableSinkOptions): SinkProblem =>
  new SinkProblem('stale', `Another attempt of the import has taken over: the sink '${sink}' writes nothing`)
