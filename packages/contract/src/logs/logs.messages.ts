import { z } from 'zod'
import { Id, IdList, ISODate, QueryNumber } from '../primitives.ts'
import { maxLogPage } from './logs.rule.ts'

const logLevels = ['error', 'warn', 'info', 'success'] as const
export const LogLevel = z.enum(logLevels)
export type LogLevel = z.infer<typeof LogLevel>

/** LOG-001; `seq` counts from 1 per upload or import without gaps, so that a client sees which lines it lacks. */
export const Log = z.object({
  _id: Id,
  seq: z.number().int(),
  logDate: ISODate,
  level: LogLevel,
  message: z.string(),
  dataSubKind: z.string().optional(),
  uploadId: Id.optional(),
  importId: Id.optional(),
})
export type Log = z.infer<typeof Log>

/** Lines of one upload or import are read on from `after` (exclusive), at most `limit`. */
const page = { after: QueryNumber.min(0).optional(), limit: QueryNumber.min(1).max(maxLogPage).optional() }

export const logCalls = {
  'GET /logs/uploads': { query: z.object({ ids: IdList, ...page }), reply: z.array(Log) },
  'GET /logs/jobs': { query: z.object({ id: Id, ...page }), reply: z.array(Log) },
}
