import type { Logger } from 'pino'
import { Agent, type Dispatcher } from 'undici'
import { parseAllowedHosts } from './allowed-hosts.ts'
import { type BrokerPlace, parseBroker, placeOfBroker } from './broker-socket.ts'
import { checkedConnector, type Resolve, systemResolve } from './checked-connect.ts'
import { hostNotAllowed, networkProblem, OutboundError } from './outbound-error.ts'
import { acceptEncoding, readBody } from './read-body.ts'

export { OutboundError } from './outbound-error.ts'

export type OutboundRequest = {
  /** GET when absent. */
  method?: string
  url: string
  headers?: Record<string, string>
  body?: string | Uint8Array | null
  /** From the call to the last byte of the answer, redirects included. */
  timeoutMs?: number
  maxBytes?: number
  /** false: a redirect is an answer like any other. */
  redirects?: boolean
  signal?: AbortSignal
}
/** `headers` by lower-case name; several of one name are joined by a comma. The body is unpacked. */
export type OutboundResponse = { status: number; headers: Record<string, string>; body: Buffer }

export type Outbound = {
  /** @throws OutboundError when the host of this address is not allowed, or it is none, or a header cannot be sent */
  check(url: string, headers?: Record<string, string>): void
  /** @throws OutboundError with a sentence; an answer of any status is an answer */
  send(request: OutboundRequest): Promise<OutboundResponse>
  /** Why the address of a broker may not be connected to, or null. */
  checkBroker(url: string): string | null
  /** Where a broker is, for one connection. @throws OutboundError */
  placeOfBroker(url: string): Promise<BrokerPlace>
  close(): Promise<void>
}

const defaultTimeoutMs = 30_000
const maxTimeoutMs = 120_000
const defaultBytes = 8 << 20
const maxRequestBytes = 16 << 20
const maxRedirects = 5
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** They steer the connection, or name another host than the one that was checked. */
const ownHeaders =
  /^(?:host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|expect|proxy-.*|accept-encoding)$/
/** What another host may see of a request that was redirected to it; everything else may be a credential. */
const harmlessHeaders = ['accept', 'accept-language', 'content-type', 'user-agent']

/**
 * The only way out for component code and HTTP sinks (S7): allowed hosts, checked again when connecting and on every
 * redirect. No proxy of the environment, no cookies, no credentials carried to another host.
 * @param options.allowedHosts entries as MILLRACE_ALLOWED_HOSTS takes them
 */
export function createOutbound(options: {
  allowedHosts: readonly string[]
  log?: Pick<Logger, 'debug'>
  /** In place of the system's; for tests. */
  resolve?: Resolve
}): Outbound {
  const allowed = parseAllowedHosts(options.allowedHosts)
  const agent = new Agent({
    connect: checkedConnector(allowed, options.resolve ?? systemResolve),
    allowH2: false,
    connections: 16,
    pipelining: 1,
    keepAliveTimeout: 4000,
    // The clock of each request decides.
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  const checkedUrl = (text: string, base?: URL): URL => {
    const url = URL.parse(text, base?.href)
    if (url === null || !/^https?:$/.test(url.protocol)) {
      throw new OutboundError('An address begins with http:// or https://')
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundError('An address holds no user name or password; send them as an authorization header')
    }
    const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80)
    if (!allowed.host(url.hostname, port)) throw hostNotAllowed(url.hostname.replace(/^\[|\]$/g, ''))
    return url
  }

  async function follow(request: OutboundRequest, signal: AbortSignal): Promise<OutboundResponse> {
    let url = checkedUrl(request.url)
    let method = checkedMethod(request.method ?? 'GET')
    let body = checkedBody(request.body ?? null)
    let headers = checkedHeaders(request.headers ?? {})
    for (let redirects = 0; ; redirects++) {
      const { host } = url
      options.log?.debug({ method, host }, 'outgoing request')
      const answer = await agent
        .request({
          origin: url.origin,
          path: url.pathname + url.search,
          method: method as Dispatcher.HttpMethod,
          headers: { ...headers, 'accept-encoding': acceptEncoding },
          body,
          signal,
        })
        .catch((error: unknown) => {
          throw networkProblem(host, error)
        })
      const { statusCode: status } = answer
      const location = [answer.headers.location].flat()[0]
      const fields = plainHeaders(answer.headers)
      if (![301, 302, 303, 307, 308].includes(status) || location === undefined || request.redirects === false) {
        const about = { host, encoding: fields['content-encoding'] ?? '', maxBytes: request.maxBytes ?? defaultBytes }
        const read = readBody(answer.body, { ...about, signal }).catch((error: unknown) => {
          throw networkProblem(host, error)
        })
        return { status, headers: fields, body: await read }
      }
      // The body of a redirect is nobody's business; cutting it off costs a connection, reading it could cost more.
      answer.body.on('error', () => undefined).destroy()
      if (redirects === maxRedirects) {
        throw new OutboundError(`The host ${host} redirects more than ${maxRedirects} times`)
      }
      const next = checkedUrl(location, url)
      if (next.origin !== url.origin) {
        headers = Object.fromEntries(Object.entries(headers).filter(([name]) => harmlessHeaders.includes(name)))
      }
      if (status === 303 || (method === 'POST' && status < 303)) {
        method = method === 'HEAD' ? 'HEAD' : 'GET'
        body = null
        delete headers['content-type']
      }
      url = next
    }
  }

  return {
    check: (url, headers = {}) => {
      checkedUrl(url)
      checkedHeaders(headers)
    },
    async send(request) {
      const timeoutMs = Math.min(request.timeoutMs ?? defaultTimeoutMs, maxTimeoutMs)
      const late = AbortSignal.timeout(timeoutMs)
      const signal = request.signal === undefined ? late : AbortSignal.any([late, request.signal])
      try {
        return await follow(request, signal)
      } catch (error) {
        const host = URL.parse(request.url)?.host ?? ''
        if (request.signal?.aborted) throw new OutboundError(`The request to ${host} was given up`, { cause: error })
        if (!late.aborted) throw error
        throw new OutboundError(`The host ${host} did not answer within ${timeoutMs / 1000} s`, { cause: error })
      }
    },
    checkBroker(url) {
      try {
        parseBroker(allowed, url)
        return null
      } catch (error) {
        if (error instanceof OutboundError) return error.message
        throw error
      }
    },
    placeOfBroker: (url) => placeOfBroker(allowed, options.resolve ?? systemResolve, url),
    close: () => agent.destroy(),
  }
}

function checkedMethod(text: string): string {
  const method = text.toUpperCase()
  if (!methods.includes(method)) throw new OutboundError(`The method is one of ${methods.join(', ')}`)
  return method
}

function checkedBody(body: string | Uint8Array | null): string | Uint8Array | null {
  if (body !== null && Buffer.byteLength(body) > maxRequestBytes) {
    throw new OutboundError(`A request holds at most ${maxRequestBytes >> 20} MiB`)
  }
  return body
}

function checkedHeaders(given: Record<string, string>): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    const key = name.toLowerCase()
    if (!/^[!#$%&'*+.^_`|~\da-z-]+$/.test(key) || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
      throw new OutboundError(`The header '${name.slice(0, 100)}' cannot be sent as it is`)
    }
    if (ownHeaders.test(key)) throw new OutboundError(`The header '${key}' cannot be set`)
    headers[key] = value
  }
  return headers
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const plain = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value ?? ''].flat().join(', ')])
  return Object.fromEntries(plain) as Record<string, string>
}
