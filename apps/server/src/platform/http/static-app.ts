import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { apiRoot } from '@millrace/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { replyNotFound } from './error-reply.ts'

const year = 'public, max-age=31536000, immutable'
/** A path that can only mean a file: answering it with the app would hide that the file is gone (after an update). */
const looksLikeFile = /^\/assets\/|\.(js|mjs|css|map|json|webmanifest|png|svg|jpe?g|ico|woff2?|txt|wasm)$/i

/**
 * Serves the built app: hashed assets for a year, index.html asked for anew each time, and for every other path
 * that is not the API's the app itself, which finds its page (D-15).
 */
export async function registerStaticApp(app: FastifyInstance, folder: string): Promise<void> {
  const built = existsSync(join(folder, 'index.html'))
  await app.register(fastifyStatic, {
    root: built ? folder : import.meta.dirname,
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
  })
  const sendApp = (reply: FastifyReply) => {
    if (!built) return reply.code(503).type('text/plain; charset=utf-8').send('The app is not built yet.\n')
    return reply.header('Cache-Control', 'no-cache').sendFile('index.html')
  }
  app.setNotFoundHandler(replyNotFound)
  // A route and no not-found handler, because only what routes answer is compressed.
  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request)
    if (path === apiRoot || path.startsWith(`${apiRoot}/`)) return replyNotFound(request, reply)
    if (!looksLikeFile.test(path)) return sendApp(reply)
    if (!built || !isInside(folder, path)) return noSuchFile(reply)
    const cache = path.startsWith('/assets/') ? year : 'no-cache'
    return reply.header('Cache-Control', cache).sendFile(path.slice(1))
  })
}

// What is no encoding of anything was refused by the router before.
const pathOf = (request: FastifyRequest): string => decodeURIComponent(request.url.split('?', 1)[0] ?? '/')

const isInside = (folder: string, path: string): boolean =>
  !path.includes('..') && (statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() ?? false)

function noSuchFile(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send('No such file.\n')
}
