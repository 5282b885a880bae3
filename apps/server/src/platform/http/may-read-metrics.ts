import { createHash, timingSafeEqual } from 'node:crypto'

/** What is asked of a request for the figures. */
export type MetricsRequest = { authorization?: string; forwarded: boolean; remoteAddress?: string }

const thisMachine = /^(?:127\.|::ffff:127\.|::1$)/
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Whether a request may read /metrics, which tells of load, calls and faults. With a token those who send it; without
 * one programs on this machine that no proxy stands for.
 */
export function mayReadMetrics(token: string | null, request: MetricsRequest): boolean {
  if (token === null) return !request.forwarded && thisMachine.test(request.remoteAddress ?? '')
  const [scheme, sent = ''] = (request.authorization ?? '').split(' ')
  return scheme?.toLowerCase() === 'bearer' && timingSafeEqual(digest(sent), digest(token))
}
