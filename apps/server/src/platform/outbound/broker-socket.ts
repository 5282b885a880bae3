import { isIP, type LookupFunction } from 'node:net'
import type { AllowedHosts } from './allowed-hosts.ts'
import type { Resolve } from './checked-connect.ts'
import { hostNotAllowed, OutboundError } from './outbound-error.ts'

const defaultPorts: Record<string, number> = {
  'amqp:': 5672,
  'amqps:': 5671,
  'mqtt:': 1883,
  'mqtts:': 8883,
  'nats:': 4222,
  'tls:': 4222,
}

/** Where a broker is, checked: `address` is the one to connect to, whatever a name server says later. */
export type BrokerPlace = {
  url: URL
  host: string
  port: number
  isTls: boolean
  address: string
  lookup: LookupFunction
}

/** @throws OutboundError when the address is none of a broker, or its host is not allowed (S7) */
export function parseBroker(allowed: AllowedHosts, text: string): { url: URL; host: string; port: number } {
  const url = URL.parse(text)
  const usual = url === null ? undefined : defaultPorts[url.protocol]
  if (url === null || usual === undefined || url.hostname === '') {
    throw new OutboundError('The address of the broker cannot be read')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || usual
  if (!allowed.host(host, port)) throw hostNotAllowed(host)
  if (isIP(host) !== 0 && !allowed.address(host, host, port)) throw hostNotAllowed(host)
  return { url, host, port }
}

/** Resolves a broker's name once; only an address that passed is connected to (S7). @throws OutboundError */
export async function placeOfBroker(allowed: AllowedHosts, resolve: Resolve, text: string): Promise<BrokerPlace> {
  const { url, host, port } = parseBroker(allowed, text)
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  const good = found.find(({ address }) => allowed.address(address, host, port))
  if (good === undefined) throw hostNotAllowed(host)
  const lookup: LookupFunction = (_name, { all }, done) =>
    all ? done(null, [good]) : done(null, good.address, good.family)
  return {
    url,
    host,
    port,
    isTls: /s:$|^tls:/.test(url.protocol) && url.protocol !== 'nats:',
    address: good.address,
    lookup,
  }
}
