import {
  ApiError,
  codes,
  conflict,
  maxMessageBytes,
  notFound,
  runtimeRoot,
  texts,
  tokenHeader,
} from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { postedTo, storePost } from './listener-posts.repository.ts'

/** Header in which a program sends a key of the pipeline's endpoint. */
const keyHeader = 'x-api-key'
/** A post repeated with the same one is stored once. */
const repeatHeader = 'idempotency-key'
const paused = 'The listener is paused: send the message again later.'

type Deps = {
  access: Pick<PipelineAccess, 'mustSeeOfUploads'>
  authenticate(token: string | undefined): Promise<Caller>
}

const listenerAddress = new RegExp(`^${runtimeRoot}/listener/[^/?]+/?(?:\\?|$)`)

/** Whether a request is for a listener. Addresses of endpoints are longer, also of a pipeline called 'Listener'. */
export const isListenerPost = (url: string | undefined): boolean => url !== undefined && listenerAddress.test(url)

/**
 * POST {runtime base}/listener/{id}: takes one message for a session of somebody who sees the pipeline, or a key of the
 * pipeline's endpoint. 202 is answered only when the message is committed (G1).
 */
export function registerListenerPosts(
  app: FastifyInstance,
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { access, authenticate }: Deps,
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxMessageBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post<{ Params: { id: string } }>(`${runtimeRoot}/listener/:id`, async (request, reply) => {
      const { headers } = request
      const key = headers[keyHeader]
      const listener = await postedTo(db, request.params.id, typeof key === 'string' ? secrets.hash(key) : null)
      if (typeof key === 'string') {
        if (listener?.hasKey !== true)
          throw new ApiError(codes.refused, 'The key is not known here, or it has expired.')
      } else {
        const caller = await authenticate(headers[tokenHeader] as string | undefined)
        if (listener === undefined) throw notFound()
        await access.mustSeeOfUploads(caller, [listener.pipelineId])
      }
      if (listener.paused) throw conflict(paused)
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const repeat = headers[repeatHeader]
      await storePost(db, request.params.id, body, typeof repeat === 'string' && repeat !== '' ? repeat : null)
      return reply.code(202).send({ code: codes.ok, message: texts.ok, data: null })
    })
  })
}
