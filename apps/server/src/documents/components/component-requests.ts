import { z } from 'zod'

/** Why a request of component code is not served, for its author to read. */
export class ComponentRequestError extends Error {}

export type DatabaseCall =
  | { verb: 'query' | 'open'; connection: string; sql: string; parameters: unknown[] }
  | { verb: 'next' | 'close'; handle: number }
export type HttpCall = { method: string; url: string; headers: Record<string, string>; body: string | null }

const Statement = z.tuple([z.enum(['query', 'open']), z.string(), z.string(), z.array(z.unknown()).nullish()])
const Handle = z.tuple([z.enum(['next', 'close']), z.number().int()])
const Request = z.object({
  method: z.string().default('GET'),
  url: z.string(),
  headers: z.record(z.string(), z.string()).nullish(),
  body: z.string().nullish(),
})

/** What a runner asked, checked: the code in it is nobody's we trust. @throws ComponentRequestError */
export function databaseCall(args: unknown[]): DatabaseCall {
  const statement = Statement.safeParse(args)
  if (statement.success) {
    const [verb, connection, sql, parameters] = statement.data
    return { verb, connection, sql, parameters: parameters ?? [] }
  }
  const handle = Handle.safeParse(args)
  if (handle.success) return { verb: handle.data[0], handle: handle.data[1] }
  throw new ComponentRequestError('the request is malformed')
}

/** @throws ComponentRequestError */
export function httpCall(args: unknown[]): HttpCall {
  const request = Request.safeParse(args[0])
  if (!request.success) throw new ComponentRequestError('the request is malformed')
  const { method, url, headers, body } = request.data
  return { method, url, headers: headers ?? {}, body: body ?? null }
}
