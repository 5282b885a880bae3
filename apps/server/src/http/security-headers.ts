import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Headers that keep foreign script out: everything from our own origin, styles also inline (the interface kit writes
 * them), no framing. HTTPS is asked for only where the product is published under it.
 */
export async function registerSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        workerSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: publicUrl.startsWith('https://'),
    crossOriginEmbedderPolicy: false,
  })
}
