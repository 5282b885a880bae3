import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Settings } from '../config/settings.ts'

const directives = {
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
}

/**
 * Headers that keep foreign script out: everything from our own origin, styles also inline (the interface kit writes
 * them), no framing. Calls go to the address where endpoints are served, too, which people try out. HTTPS is asked for
 * only where the product is published under it.
 */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  { publicUrl, runtimeUrl }: Pick<Settings, 'publicUrl' | 'runtimeUrl'>,
): Promise<void> {
  const connectSrc = runtimeUrl === null ? directives.connectSrc : ["'self'", new URL(runtimeUrl).origin]
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { ...directives, connectSrc } },
    hsts: publicUrl.startsWith('https://'),
    crossOriginEmbedderPolicy: false,
  })
}

/** The headers that matter of an answer to a request so broken that no hook has seen it. */
export function addBareHeaders(reply: FastifyReply): void {
  const policy = Object.entries(directives).map(([name, values]) => {
    const directive = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return `${directive} ${values.join(' ')}`
  })
  void reply.header('Content-Security-Policy', policy.join(';')).header('X-Content-Type-Options', 'nosniff')
}
