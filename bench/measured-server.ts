import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'

/** Peak resident memory of a process in MiB, or 0 when it is gone. */
function peakMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function residentMiB(pid: number): number {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096) / 2 ** 20
  } catch {
    return 0
  }
}

/** Children and their children, by parent. */
function descendants(root: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      children.set(parent, [...(children.get(parent) ?? []), Number(name)])
    } catch {
      // Gone between the listing and the look.
    }
  }
  const found: number[] = []
  for (const queue = [root]; queue.length > 0; ) {
    for (const child of children.get(queue.pop() as number) ?? []) {
      found.push(child)
      queue.push(child)
    }
  }
  return found
}

/** Watches a server and the runners it starts until stopped (Linux; elsewhere the figures are 0). */
export function watchMemory(serverPid: number): { stop(): { runnerMiB: number; serverGrowthMiB: number } } {
  const before = residentMiB(serverPid)
  let runnerMiB = 0
  let serverMiB = before
  const timer = setInterval(() => {
    serverMiB = Math.max(serverMiB, residentMiB(serverPid))
    for (const pid of process.platform === 'linux' ? descendants(serverPid) : []) {
      runnerMiB = Math.max(runnerMiB, peakMiB(pid))
    }
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return { runnerMiB, serverGrowthMiB: serverMiB - before }
    },
  }
}

/** Process numbers of the runners a server has at work now (Linux), without those that wait for a job. */
export function runnersOf(serverPid: number): number[] {
  return descendants(serverPid).filter((pid) => {
    try {
      const input = `/proc/${pid}/fd/3`
      if (readlinkSync(input).includes('/spare-') && statSync(input).size === 0) return false
      return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('/runner.cjs')
    } catch {
      // Gone between the listing and the look.
      return false
    }
  })
}
