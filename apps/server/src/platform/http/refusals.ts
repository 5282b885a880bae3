import { ApiError, codes } from '@millrace/contract'
import type { Caller } from './caller.ts'

/** A call that was refused because of the object it names, or because of the caller's role. */
export type Refusal = { caller: Caller; call: string; code: number; objects: string[] }

export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === codes.forbidden || error.code === codes.notFound)

/** Fields of messages that name objects. */
const naming = /^(?:_?ids?|.*Ids?|pipeline|component|folder|parent|masterPipeline|listPipelines)$/
const maxObjects = 10
const maxLength = 100

/** The ids that a request names in its path, query and message, as far as they were read. */
export function namedObjects({ params, query, body }: { params: unknown; query: unknown; body?: unknown }): string[] {
  const named = [params, query, body].flatMap((part) =>
    part !== null && typeof part === 'object' ? Object.entries(part) : [],
  )
  const ids = named.flatMap(([field, value]: [string, unknown]) =>
    naming.test(field) ? [value].flat().flatMap((one) => (typeof one === 'string' ? one.split(',') : [])) : [],
  )
  return [...new Set(ids)]
    .filter((id) => id !== '')
    .map((id) => id.slice(0, maxLength))
    .slice(0, maxObjects)
}
