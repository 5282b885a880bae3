import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { AllowedHosts } from './allowed-hosts.ts'
import { hostNotAllowed } from './outbound-error.ts'

/** Addresses of a name, as the system resolves it. */
export type Resolve = (hostname: string) => Promise<{ address: string; family: number }[]>

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' })

const connectMs = 10_000

/**
 * Opens connections to allowed addresses only (S7). The name is resolved once, here, and the addresses that passed are
 * the ones connected to, so that a second answer of a name server has no say.
 */
export function checkedConnector(allowed: AllowedHosts, resolve: Resolve): buildConnector.connector {
  return (options, callback) => {
    const { hostname, protocol } = options
    const port = Number(options.port) || (protocol === 'https:' ? 443 : 80)
    const bare = hostname.replace(/^\[|\]$/g, '')
    const passes = (address: string) => allowed.address(address, bare, port)
    if (!allowed.host(bare, port) || (isIP(bare) !== 0 && !passes(bare))) {
      callback(hostNotAllowed(bare), null)
      return
    }
    const lookup: LookupFunction = (name, { all }, done) => {
      resolve(name).then(
        (found) => {
          const good = found.filter(({ address }) => passes(address))
          const [first] = good
          if (first === undefined) done(hostNotAllowed(name), '')
          else if (all) done(null, good)
          else done(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => done(error, ''),
      )
    }
    // One connector for each connection: the check depends on its port.
    buildConnector({ timeout: connectMs, lookup, autoSelectFamily: true })(options, (...result) => {
      const [error, socket] = result
      if (error === null && !passes((socket as Socket).remoteAddress ?? '')) {
        socket.destroy()
        callback(hostNotAllowed(bare), null)
      } else callback(...result)
    })
  }
}
