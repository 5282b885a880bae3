import { ApiError, type Code, codes, type FaultDetail, httpStatus, texts } from '@millrace/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseGone } from '../database/database-gone.ts'

type Fault = { code: Code; message: string; detail?: FaultDetail | null }

/** The one place that turns a fault into an answer. What is not meant for people stays in the log. */
export function replyWithError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const fault = toFault(error)
  request.resultCode = fault.code
  request.isDatabaseGone = isDatabaseGone(error)
  if (isClientGone(request, error)) {
    // Nobody reads the answer, and what broke off is no fault of ours.
    request.log.info({ call: request.routeOptions.config.call }, 'the client went away in the middle of its request')
  } else if (fault.code === codes.unexpected) {
    request.log.error({ err: error, call: request.routeOptions.config.call }, 'a call failed')
  }
  // Fastify would close the connection of a body that is too large, and a client that still sends might miss the answer.
  // What still comes is read to nowhere, no slower than `cutSlowRequests` allows.
  if (fault.code === codes.tooLarge) reply.removeHeader('connection')
  void reply
    .code(httpStatus[fault.code])
    .type('application/json; charset=utf-8')
    .send({ code: fault.code, message: fault.message, data: fault.detail ?? null })
}

/** In the middle of its body, or while its answer was made and given up for that. */
const isClientGone = ({ raw }: FastifyRequest, { name }: Error): boolean =>
  (!raw.complete || name === 'AbortError') && raw.socket?.destroyed !== false

/** Below the API root every answer is an envelope, also where nothing is (API-004). */
export function replyNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  replyWithError(new ApiError(codes.notFound, texts.documentNotFound), request, reply)
  return reply
}

function toFault(error: Error & { code?: unknown; statusCode?: number; detail?: unknown }): Fault {
  if (error instanceof ApiError) return { code: error.code, message: error.message, detail: error.detail }
  if (isDatabaseGone(error)) {
    return { code: codes.unexpected, message: 'The database does not answer. Please try again in a moment.' }
  }
  if (unstorable.has(String(error.code)) || isHalfCharacter(error)) {
    return { code: codes.invalid, message: 'The request holds a character that cannot be stored.' }
  }
  if (error.code === 'ENOSPC') return { code: codes.unexpected, message: 'The disk of the server is full.' }
  if (error.statusCode === 413) return { code: codes.tooLarge, message: 'The request is too large.' }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { code: codes.invalid, message: unreadable[String(error.code)] ?? 'The request cannot be read.' }
  }
  return { code: codes.unexpected, message: texts.unexpected }
}

/** PostgreSQL keeps no NUL, neither in a text (22021) nor in JSON (22P05). */
const unstorable = new Set(['22021', '22P05'])

/** PostgreSQL refuses JSON with half of a surrogate pair as no JSON at all (22P02), and tells why in the detail. */
const isHalfCharacter = ({ code, detail }: { code?: unknown; detail?: unknown }): boolean =>
  code === '22P02' && typeof detail === 'string' && detail.includes('surrogate')

/** What Fastify says of requests that never reach a handler, in our words. */
const unreadable: Record<string, string> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The request must be JSON.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: texts.noValidData,
}
