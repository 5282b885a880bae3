import { existsSync } from 'node:fs'
import { withoutNetwork } from './without-network.ts'

/** What contains component code on this machine, besides the isolate, the separate process and the parent's clock. */
export type Containment = {
  /** Each runner has a user number of its own. */
  ownUser: boolean
  /** The parent sees each runner's memory and kills it at its limit. */
  memoryPoll: boolean
  /** Runners have no network at all, not even that of this machine. */
  noNetwork: boolean
  /** Sentences about what is missing here, to be said once at start; empty when nothing is. */
  missing: string[]
}

export function detectContainment(): Containment {
  const ownUser = process.getuid?.() === 0
  const memoryPoll = existsSync('/proc/self/statm')
  const missing: string[] = []
  if (!ownUser) missing.push('Runners share the user of the server, because it does not run as root.')
  if (!memoryPoll) missing.push('Memory of runners is limited by their own heap only, because there is no /proc.')
  const noNetwork = withoutNetwork() !== null
  if (!noNetwork)
    missing.push('Runners keep the network of the server, because network namespaces are not allowed here.')
  return { ownUser, memoryPoll, noNetwork, missing }
}
