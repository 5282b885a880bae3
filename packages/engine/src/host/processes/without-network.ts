import { spawnSync } from 'node:child_process'

/** What stands before a program to start it in a network namespace of its own, in which there is nothing to reach. */
const ways = {
  root: ['unshare', '--net', '--'],
  // Only who is root in a user namespace may make the other one; mapped to themselves, they keep no power in it.
  others: ['unshare', '--user', '--map-current-user', '--net', '--'],
}

let found: readonly string[] | null | undefined

/**
 * How runners are started without a network on this machine; null where the system allows it to nobody like us. Tried
 * once per process (some ms).
 */
export function withoutNetwork(): readonly string[] | null {
  found ??= works(process.getuid?.() === 0 ? ways.root : ways.others)
  return found
}

function works(way: readonly string[]): readonly string[] | null {
  if (process.platform !== 'linux') return null
  const [command = '', ...rest] = way
  return spawnSync(command, [...rest, 'true'], { stdio: 'ignore' }).status === 0 ? way : null
}
