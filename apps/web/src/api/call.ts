import type { Body, CallName, ParsedParams, ParsedQuery, Reply } from '@millrace/contract'
import { isPublicCall } from '@millrace/contract/public-calls'
import { openEnvelope } from './envelope.ts'
import { type FailureOptions, reportFailure } from './report-failure.ts'
import { freshToken } from './fresh-token.ts'
import { leaving } from './leaving.ts'
import { requestIdOf, requestText, send } from './request.ts'
import { saveAs } from './save-as.ts'

export type CallOptions<N extends CallName> = FailureOptions & {
  /** Parts of the path: `{ id }` of 'POST /components/{id}/execute'. */
  params?: ParsedParams<N>
  query?: ParsedQuery<N>
  body?: Body<N>
  signal?: AbortSignal
}

/**
 * Makes a call of the contract and answers its `data`, e.g. `call('GET /uploads/last', { query: { pipelineId, dataSubKind } })`.
 * @throws CallError, after the failure was shown as a toast (unless `quiet`) or by the logout dialog; AbortError on abort
 */
export async function call<N extends CallName>(name: N, options: CallOptions<N> = {}): Promise<Reply<N>> {
  let token: string | null | undefined
  try {
    if (!isPublicCall(name)) leaving.refuseCalls(name)
    token = isPublicCall(name) ? null : await freshToken()
    const { text, requestId } = await requestText(name, {
      params: options.params as Record<string, string> | undefined,
      query: options.query as Record<string, unknown> | undefined,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      token,
      signal: options.signal,
    })
    return openEnvelope<Reply<N>>(name, text, requestId)
  } catch (error) {
    throw reportFailure(error, options, token)
  }
}

/** Makes a call that answers a file and hands it to the browser under the name the server gave. Answers that name. */
export async function download<N extends CallName>(
  name: N,
  body: Body<N>,
  options: FailureOptions = {},
): Promise<string> {
  let token: string | null | undefined
  try {
    leaving.refuseCalls(name)
    token = await freshToken()
    const response = await send(name, { body: JSON.stringify(body), token })
    const disposition = response.headers.get('content-disposition')
    if (!response.ok || disposition === null) {
      openEnvelope<null>(name, await response.text(), requestIdOf(response))
      return ''
    }
    const fileName = fileNameOf(disposition)
    saveAs(await response.blob(), fileName)
    return fileName
  } catch (error) {
    throw reportFailure(error, options, token)
  }
}

/** File name of a Content-Disposition header; the encoded form wins (RFC 6266). */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=(?:UTF-8|utf-8)''([^;]+)/.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded.trim())
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, '$1')
  return /filename=([^;]+)/.exec(disposition)?.[1]?.trim() ?? 'download'
}
