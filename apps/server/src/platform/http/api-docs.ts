import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { apiRoot } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** The OpenAPI document at {root}/openapi.json and a page to browse it at {root}/docs, for everybody. */
export async function registerApiDocs(app: FastifyInstance, title: string): Promise<void> {
  const document = writtenWhenAsked(() => openApiDocument(title))
  app.get(`${apiRoot}/openapi.json`, { config: { openToAll: true } }, () => document)
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, openToAll: true }
    })
    await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
    await docs.register(swaggerUi, {
      routePrefix: `${apiRoot}/docs`,
      // The page asks nobody else to check the document.
      uiConfig: { validatorUrl: null, docExpansion: 'list', deepLinking: true },
      theme: { title: `${title} API` },
    })
  })
}

/** A document that is made when it is first sent: most starts serve nobody who reads it, and it takes 0.1 s to make. */
function writtenWhenAsked(make: () => Record<string, unknown>): { toJSON(): Record<string, unknown> } {
  let made: Record<string, unknown> | undefined
  return { toJSON: () => (made ??= make()) }
}
