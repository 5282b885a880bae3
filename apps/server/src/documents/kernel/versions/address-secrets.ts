import { type DataSink, type DataSource, invalid, type ListenerInfo, textWith } from '@millrace/contract'
import type { Secrets } from '../../../platform/config/secrets.ts'
import { sealHeader } from './sealed-headers.ts'

/** Stands for a value that nobody is shown. */
const mask = '***'
/** What a path, a user name or a parameter may be is a key wherever a host chooses so, whatever it is called. */
const addressParts = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#\\]*@)?([^/?#\\@]+)((?:[/?#\\].*)?)$/is

/** The part of an address that is no secret: scheme and host. Placeholders may stand in a host, so no URL is made of it. */
function placeOf(url: string): { origin: string; rest: string } | null {
  const [, scheme, host, rest = ''] = addressParts.exec(url) ?? []
  return scheme === undefined || host === undefined ? null : { origin: `${scheme}${host}`.toLowerCase(), rest }
}

/** An address as it is shown: where it leads, without user, path and parameters (S6). Shown twice it stays the same. */
export function shownUrl(url: string): string {
  const place = placeOf(url)
  if (place === null) return mask
  return /^\/?$/.test(place.rest) && !url.includes('@') ? url : `${place.origin}/${mask}`
}

type Addressed = { url: string; headers?: Record<string, string> }

function masked<T extends Addressed>(one: T): T {
  const { headers } = one
  const shown = headers && Object.fromEntries(Object.keys(headers).map((name) => [name, mask]))
  return { ...one, url: shownUrl(one.url), ...(shown && { headers: shown }) }
}

/**
 * Sources as they may be shown. What is sent to an address is known to the server alone (S6); the text of a query only
 * to who may edit the pipeline.
 */
export const maskSources = (sources: readonly DataSource[], { showQueries = false } = {}): DataSource[] =>
  sources.map((source) => {
    const { config } = source
    if (config !== undefined && 'url' in config) return { ...source, config: masked(config) }
    if (config === undefined || !('query' in config) || showQueries) return source
    return { ...source, config: { ...config, query: mask } }
  })

/** Sinks as they may be shown (S6). */
export const maskSinks = (sinks: readonly DataSink[]): DataSink[] =>
  sinks.map((sink) => (sink.target?.kind === 'http' ? { ...sink, target: masked(sink.target) } : sink))

/** Listeners as they may be shown (S6). */
export const maskListeners = (listeners: readonly ListenerInfo[]): ListenerInfo[] =>
  listeners.map((one) => (one.url === undefined ? one : { ...one, url: shownUrl(one.url) }))

type Sealing = Pick<Secrets, 'seal'>

/**
 * What was sent, as it is stored: what came back as it was shown keeps the value it hides, headers as long as the
 * address stays at its origin. Elsewhere a secret would be handed to whoever answers there.
 * @throws ApiError 40000 naming whose secrets must be typed again
 */
function restored<T extends Addressed>(sent: T, before: Addressed | undefined, name: string, secrets: Sealing): T {
  const url = restoredUrl(sent.url, before?.url, name)
  if (sent.headers === undefined) return { ...sent, url }
  const sameOrigin = before !== undefined && placeOf(url)?.origin === placeOf(before.url)?.origin
  const headers = Object.entries(sent.headers).map(([header, value]) => {
    if (value !== mask) return [header, sealHeader(secrets, value)]
    const kept = before?.headers && Object.hasOwn(before.headers, header) ? before.headers[header] : undefined
    if (!sameOrigin || kept === undefined) throw invalid(textWith.typeHeadersAgain(name))
    return [header, kept]
  })
  return { ...sent, url, headers: Object.fromEntries(headers) }
}

function restoredUrl(sent: string, before: string | undefined, name: string): string {
  if (before !== undefined && sent === shownUrl(before)) return before
  if (sent.includes(mask) && sent === shownUrl(sent)) throw invalid(textWith.typeAddressAgain(name))
  return sent
}

/** Sources as they are stored. @throws ApiError 40000 naming the source whose secrets must be typed again */
export const restoreSources = (
  sent: readonly DataSource[],
  stored: readonly DataSource[],
  secrets: Sealing,
): DataSource[] =>
  sent.map((source) => {
    const { config, dataSubKind } = source
    const before = stored.find((one) => one.dataSubKind === dataSubKind)?.config
    if (config !== undefined && 'url' in config) {
      const known = before !== undefined && 'url' in before ? before : undefined
      return { ...source, config: restored(config, known, dataSubKind, secrets) }
    }
    if (config === undefined || !('query' in config) || config.query !== mask) return source
    if (before === undefined || !('query' in before)) throw invalid(textWith.typeQueryAgain(dataSubKind))
    return { ...source, config: { ...config, query: before.query } }
  })

/** Sinks as they are stored. @throws ApiError 40000 naming the sink whose secrets must be typed again */
export const restoreSinks = (sent: readonly DataSink[], stored: readonly DataSink[], secrets: Sealing): DataSink[] =>
  sent.map((sink) => {
    if (sink.target?.kind !== 'http') return sink
    const before = stored.find(({ name }) => name === sink.name)?.target
    const known = before?.kind === 'http' ? before : undefined
    return { ...sink, target: restored(sink.target, known, sink.name, secrets) }
  })

/** Listeners as they are stored. @throws ApiError 40000 naming the listener whose address must be typed again */
export const restoreListeners = (sent: readonly ListenerInfo[], stored: readonly ListenerInfo[]): ListenerInfo[] =>
  sent.map((one) => {
    if (one.url === undefined) return one
    const before = stored.find(({ name }) => name === one.name)?.url
    return { ...one, url: restoredUrl(one.url, before, one.name) }
  })
