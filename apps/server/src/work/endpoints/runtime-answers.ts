import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { ApiError, type Code, codes, type Finding, httpStatus } from '@millrace/contract'
import { type EndpointOutcome, faultText } from '@millrace/engine'

/** Bytes of a body that are taken. */
const maxBody = 1 << 20

/** JSON, and for what failed what the owner of the endpoint is told. */
export type RuntimeAnswer = { status: number; text: string; told: string | null }

export function send(
  response: ServerResponse,
  { status, text }: RuntimeAnswer,
  more: OutgoingHttpHeaders | null,
): void {
  if (response.destroyed) return
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 429 && { 'retry-after': '60' }),
    ...(status === 503 && { 'retry-after': '1' }),
    ...more,
  })
  response.end(text)
}

export const refusal = (code: Code, message: string, data: unknown = null, told: string = message): RuntimeAnswer => ({
  status: httpStatus[code],
  text: JSON.stringify({ code, message, data }),
  told,
})

const said = (findings: readonly Finding[]): string => {
  const [first] = findings
  if (first === undefined) return ''
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : ''
  return `${first.path === '' ? '' : `${first.path}: `}${first.message}${more}`
}

/** What the caller is told: of errors inside only the message, while the owner gets the place as well. */
export function answerOf(outcome: EndpointOutcome): RuntimeAnswer {
  switch (outcome.kind) {
    case 'output':
      return { status: 200, text: outcome.text, told: null }
    case 'no JSON':
      return refusal(codes.invalid, outcome.message)
    case 'refused': {
      const { findings } = outcome
      return refusal(codes.invalid, `The request does not fit: ${said(findings)}`, { findings })
    }
    case 'unfit': {
      const told = `The answer does not fit: ${said(outcome.findings)}`
      return refusal(codes.unexpected, 'The answer does not fit its schema.', null, told)
    }
    case 'failed':
      return refusal(codes.unexpected, `The endpoint failed: ${outcome.fault.message}`, null, faultText(outcome.fault))
    case 'memory':
      return refusal(codes.unexpected, 'The call took too much memory.', null, faultText(outcome.fault))
    case 'timeout':
      return refusal(codes.tookTooLong, 'The endpoint took too long.', null, faultText(outcome.fault))
    case 'unavailable':
      return refusal(codes.unavailable, outcome.message)
  }
}

/** The whole body. What is too large is still read, to nowhere, so that the answer arrives. @throws ApiError 413 */
export function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    request.on('data', (part: Buffer) => {
      size += part.length
      if (size <= maxBody) parts.push(part)
      else {
        parts.length = 0
        reject(new ApiError(codes.tooLarge, `The body is larger than ${maxBody >> 20} MiB.`))
      }
    })
    request.on('end', () => resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)))
    request.on('error', reject)
  })
}
