import { apiRoot, requestTimeoutMs, tokenHeader } from '@millrace/contract/envelope'
import { CallError, isAbort } from './call-error.ts'
import { reasonOf } from './reason-of.ts'

/** Host of the API; empty = where the app comes from. Set at build time (LOG-021). */
export const apiOrigin: string = import.meta.env.VITE_API_ORIGIN ?? ''

export type RequestParts = {
  /** Parts of the path, by the name that stands in braces there. */
  params?: Record<string, string> | undefined
  query?: Record<string, unknown> | undefined
  body?: BodyInit | undefined
  token?: string | null
  signal?: AbortSignal | undefined
}

/**
 * Address of a call named 'METHOD /path'; lists are comma-joined, absent values left out.
 * @throws Error when a part of the path is not given
 */
export function addressOf(
  call: string,
  query: Record<string, unknown> = {},
  params: Record<string, string> = {},
): string {
  const path = call.slice(call.indexOf(' ') + 1).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`${call} needs ${name}`)
    return encodeURIComponent(value)
  })
  const searched = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) searched.set(key, Array.isArray(value) ? value.join(',') : String(value))
  }
  const search = searched.toString()
  return `${apiOrigin}${apiRoot}${path}${search === '' ? '' : `?${search}`}`
}

/** Sends the request; no answer at all becomes a CallError with the browser's message (ERR-003), an abort stays an AbortError. */
export async function send(call: string, { params, query, body, token, signal }: RequestParts): Promise<Response> {
  const headers: Record<string, string> = {}
  if (token) headers[tokenHeader] = token
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  try {
    return await fetch(addressOf(call, query, params), {
      method: call.slice(0, call.indexOf(' ')),
      headers,
      body: body ?? null,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      cache: 'no-store',
    })
  } catch (error) {
    if (isAbort(error)) throw error
    throw new CallError(call, null, reasonOf(error))
  }
}

export const requestIdOf = (response: Response): string | null => response.headers.get('x-request-id')

export async function requestText(
  call: string,
  parts: RequestParts,
): Promise<{ text: string; requestId: string | null }> {
  const response = await send(call, parts)
  try {
    return { text: await response.text(), requestId: requestIdOf(response) }
  } catch (error) {
    if (isAbort(error)) throw error
    throw new CallError(call, null, reasonOf(error), requestIdOf(response))
  }
}
