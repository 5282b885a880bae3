import { readFileSync } from 'node:fs'

/** Whether a process of ours is over although its end has not been told yet; false where there is no /proc. */
export function hasEnded(pid: number | undefined): boolean {
  if (pid === undefined) return true
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return /^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1))
  } catch {
    return false
  }
}
