import { Readable } from 'node:stream'
import {
  ApiError,
  apiRoot,
  type CallName,
  type CallSpec,
  calls,
  codes,
  forbidden,
  type Policy,
  policy,
  texts,
  tokenHeader,
  uploadLimitBytes,
} from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Caller } from './caller.ts'
import type { CallLimit } from './call-limit.ts'
import { type CallContext, type CallHandler, type CallHandlers, FileAnswer } from './call-handlers.ts'
import { contentDisposition } from './content-disposition.ts'
import { type ObjectRules, withAskedRules } from './object-rules.ts'
import { isRefusal, namedObjects, type Refusal } from './refusals.ts'
import { markSession } from './slow-requests.ts'
import { flatQuery, parseMessage } from './parse-message.ts'

/** A file of the largest size that is taken, as base64 in a message. */
const base64Limit = Math.ceil((uploadLimitBytes * 4) / 3) + 64 * 1024

/** The largest document that is stored, a schema, in an editor's spelling: with spaces and line ends. */
const authoredLimit = 16 * 1024 * 1024

export type CallRegistration = {
  handlers: readonly CallHandlers[]
  authenticate: (token: string | undefined) => Promise<Caller>
  /** Counts the calls of sessions; absent = they are not counted. */
  callLimit?: CallLimit
  /** Told of each refusal of a call that names an object, before it is answered; never throws. */
  onRefused?: (refusal: Refusal) => Promise<void>
  /** The function behind each object rule of the policy. */
  objectRules: Partial<ObjectRules>
  /**
   * Tests check each answer against the contract, and that no call is answered whose object rule was not asked; in
   * production the time is saved.
   */
  checkReplies?: boolean
  specs?: Record<string, CallSpec>
  rules?: Record<string, Policy>
}

/**
 * Registers every call of the contract: policy first, then the message, then the handler, then the envelope.
 * @throws Error when a call has no handler, two handlers or no policy, its object rule no function, or a handler names
 *   no call: the server does not start (deny by default, S3)
 */
export function registerCalls(app: FastifyInstance, registration: CallRegistration): void {
  const { authenticate, checkReplies = false } = registration
  const specs: Record<string, CallSpec> = registration.specs ?? calls
  const rules: Record<string, Policy> = registration.rules ?? policy
  const handlers = collectHandlers(registration.handlers, specs)
  const callers = new WeakMap<FastifyRequest, Caller>()
  for (const [name, spec] of Object.entries(specs)) {
    const handler = handlers.get(name)
    const rule = rules[name]
    if (!handler) throw new Error(`the call ${name} has no handler`)
    if (!rule) throw new Error(`the call ${name} has no policy`)
    if (rule.object !== 'none' && registration.objectRules[rule.object]?.asks !== rule.object) {
      throw new Error(`no function asks the object rule of the call ${name}: ${rule.object}`)
    }
    const [method = '', path = ''] = name.split(' ')
    const tellRefusal = async (error: unknown, request: FastifyRequest): Promise<void> => {
      const caller = callers.get(request)
      if (caller === undefined || rule.object === 'none' || !isRefusal(error)) return
      await registration.onRefused?.({ caller, call: name, code: error.code, objects: namedObjects(request) })
    }
    app.route({
      method,
      url: `${apiRoot}${path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { call: name as CallName, authored: spec.authored === true },
      ...(spec.file && { compress: false }),
      ...(spec.base64 && { bodyLimit: base64Limit }),
      ...(spec.authored && { bodyLimit: authoredLimit }),
      exposeHeadRoute: false,
      onError: async (request, _reply, error) => tellRefusal(error, request),
      // Before the body is read: nobody without a session or the role makes the server take in 20 MiB.
      onRequest: async (request) => {
        if (rule.roles === 'public') return
        const caller = await authenticate(single(request.headers[tokenHeader]))
        if (registration.callLimit?.take(caller.sessionId) === false) {
          throw new ApiError(codes.tooMany, texts.tooManyAttempts)
        }
        markSession(request.raw)
        callers.set(request, caller)
        if (!rule.roles.includes(caller.role)) throw forbidden()
      },
      handler: async (request, reply) => {
        const context = {
          caller: callers.get(request) ?? null,
          params: parseMessage(spec.params, request.params),
          query: parseMessage(spec.query, method === 'DELETE' ? idsOf(request) : flatQuery(request.query)),
          body: spec.multipart ? undefined : parseMessage(spec.body, request.body),
          request,
          reply,
          log: request.log as Logger,
        }
        const { answer, rules: asked } = await withAskedRules(() => handler(context as CallContext<never>))
        if (checkReplies && rule.object !== 'none' && !asked.has(rule.object)) {
          throw new Error(`the call ${name} was answered without asking its object rule: ${rule.object}`)
        }
        return sendAnswer(name, spec, answer, request, reply, checkReplies)
      },
    })
  }
}

/** Where the ids of DELETE go: in the query, and also read from a message (D-105). */
function idsOf({ query, body }: FastifyRequest): Record<string, string> {
  const ids = body !== null && typeof body === 'object' ? flatQuery(body) : {}
  return { ...ids, ...flatQuery(query) }
}

function collectHandlers(
  parts: readonly CallHandlers[],
  specs: Record<string, CallSpec>,
): Map<string, CallHandler<never>> {
  const handlers = new Map<string, CallHandler<never>>()
  for (const [name, handler] of parts.flatMap((part) => Object.entries(part))) {
    if (!specs[name]) throw new Error(`the handler ${name} names no call of the contract`)
    if (handlers.has(name)) throw new Error(`the call ${name} has two handlers`)
    handlers.set(name, handler as CallHandler<never>)
  }
  return handlers
}

function sendAnswer(
  name: string,
  spec: CallSpec,
  answer: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  checkReplies: boolean,
): FastifyReply {
  if (reply.sent) return reply
  request.resultCode = codes.ok
  if (answer instanceof FileAnswer) {
    reply.header('Content-Disposition', contentDisposition(answer.name)).type(answer.type)
    if (answer.size !== null) reply.header('Content-Length', answer.size)
    return reply.send(answer.content)
  }
  if (spec.file && answer instanceof Readable) return reply.send(answer)
  if (checkReplies) refuseWrongReply(name, spec, answer)
  return reply.send({ code: codes.ok, message: texts.ok, data: answer ?? null })
}

function refuseWrongReply(name: string, spec: CallSpec, answer: unknown): void {
  const checked = spec.reply.safeParse(answer)
  if (!checked.success) throw new Error(`the answer of ${name} breaks the contract: ${checked.error.message}`)
}

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header
