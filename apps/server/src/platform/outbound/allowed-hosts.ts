import { isIPv4 } from 'node:net'
import { isGuarded, isPublic, isWithin, plainAddress } from './addresses.ts'

/** One entry of MILLRACE_ALLOWED_HOSTS. `port` null = any. */
type Entry =
  | { kind: 'name'; name: string; below: boolean; port: number | null }
  | { kind: 'address'; address: string; port: number | null }
  | { kind: 'range'; subnet: string; port: number | null }

/**
 * Which hosts component code and sinks may call (S7). A name opens the public addresses it stands for; a private,
 * loopback or link-local address must be listed itself, alone or in a range, whatever name leads to it.
 */
export type AllowedHosts = {
  /** Whether a URL may name this host at all; an address of a name is judged by `address`, when connecting. */
  host(hostname: string, port: number): boolean
  /** Whether a connection to this address may be made, once `host` has let its name pass. */
  address(address: string, hostname: string, port: number): boolean
}

/** @throws Error with the entry that cannot be read */
export function parseAllowedHosts(texts: readonly string[]): AllowedHosts {
  const entries = texts.map(parseEntry)
  const listed = (address: string, port: number): boolean =>
    entries.some((entry) => {
      if (entry.kind === 'name' || !portFits(entry, port)) return false
      if (entry.kind === 'address') return entry.address === plainAddress(address)
      return isWithin(address, entry.subnet) && !isGuarded(address)
    })
  const named = (hostname: string, port: number): boolean =>
    entries.some((entry) => entry.kind === 'name' && portFits(entry, port) && nameFits(entry, bareName(hostname)))
  return {
    host: (hostname, port) => (plainAddress(hostname) === null ? named(hostname, port) : listed(hostname, port)),
    address: (address, hostname, port) =>
      // The name of this machine can stand for nothing else, so that it need not be listed twice.
      isPublic(address) || listed(address, port) || (bareName(hostname) === 'localhost' && isLoopback(address)),
  }
}

const portFits = (entry: Entry, port: number): boolean => entry.port === null || entry.port === port
const bareName = (hostname: string): string => hostname.toLowerCase().replace(/\.$/, '')
const isLoopback = (address: string): boolean => isWithin(address, '127.0.0.0/8') || plainAddress(address) === '::1'

function nameFits(entry: { name: string; below: boolean }, name: string): boolean {
  return entry.below ? name.endsWith(`.${entry.name}`) : name === entry.name
}

function parseEntry(text: string): Entry {
  const refused = new Error(`'${text}' is no host, *.domain, address or range, with or without a port`)
  const match = /^(\[[\da-f:.]+\]|[^[\]:/]+|[\da-f:.]*:[\da-f:.]*:[\da-f:.]*)(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/i.exec(
    text.trim(),
  )
  if (match === null) throw refused
  const [, host = '', bits, portText] = match
  const port = portText === undefined ? null : Number(portText)
  if (port !== null && (port < 1 || port > 65_535)) throw refused
  const address = plainAddress(host)
  if (bits !== undefined) {
    if (address === null || Number(bits) > (isIPv4(address) ? 32 : 128)) throw refused
    return { kind: 'range', subnet: `${address}/${Number(bits)}`, port }
  }
  if (address !== null) return { kind: 'address', address, port }
  const below = host.startsWith('*.')
  // As a URL would write it: international names in their ASCII form, 2130706433 as the address it is.
  const name = URL.parse(`http://${below ? host.slice(2) : host}`)?.hostname ?? ''
  if (!/^(?!-)[a-z\d-_]+(?:\.[a-z\d-_]+)*$/.test(bareName(name)) || plainAddress(name) !== null) throw refused
  return { kind: 'name', name: bareName(name), below, port }
}
