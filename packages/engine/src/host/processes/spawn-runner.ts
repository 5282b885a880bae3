import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { killAtMiB, type RunnerLimits } from '../../runs/limits.ts'
import { codeFiles, runnerProgram } from './runner-program.ts'
import { heapFlags, heapFor, type StartHeap } from './start-heap.ts'
import { withoutNetwork } from './without-network.ts'

/** First user number of runners; each gets its own, so that none can signal another. */
const firstUser = 64_000
const users = 1000
// Processes of one machine start at different numbers.
let nextUser = process.pid % users

/** Below about 1.2 GiB of data segment no isolate can be made (reservations count). */
const minDataMiB = 1400

/** What a runner is started with beside its limits. */
export type RunnerSetup = {
  /** Open files that it inherits in this order, each with its size. */
  files: readonly { fd: number; size: number }[]
  /** How many pipes it gets for what it writes. */
  pipes: number
  /** Whether it runs code of components. */
  hasIsolate: boolean
  /** By the size of its files where it is left out. */
  heap?: StartHeap
}
/** Number of the first inherited descriptor after stdin, stdout and stderr. */
export const firstDescriptor = 3
/** A runner before its job. `firstPipe`: the number of the first of its pipes inside the process. */
export type SpawnedRunner = { child: ChildProcess; pipes: Socket[]; firstPipe: number }

/** The limits that a process is started with, as a text to compare; all others come with its job. */
export const fixedAtStart = (limits: RunnerLimits): string =>
  [limits.isolateMiB, limits.parserMiB, killAtMiB(limits), limits.fileBytes].join()

/**
 * Starts a runner: no environment, no file but its own program and the isolate's add-on, a user of its own under root,
 * the source files as open descriptors and a pipe for each thing it writes.
 */
export function spawnRunner(limits: RunnerLimits, { files, pipes, hasIsolate, heap }: RunnerSetup): SpawnedRunner {
  const { folder, file, addon } = runnerProgram()
  const start = heap ?? heapFor(files)
  const uid = process.getuid?.() === 0 ? firstUser + (nextUser++ % users) : 0
  const flags = [
    `--max-old-space-size=${limits.parserMiB}`,
    ...heapFlags[start],
    '--permission',
    '--allow-addons',
    '--disable-warning=SecurityWarning',
    `--allow-fs-read=${folder}/*`,
    `--allow-fs-read=${addon}`,
  ]
  const args = [...flags, file, String(uid), hasIsolate ? addon : '', codeFiles[start]]
  const [command, all] =
    process.platform === 'linux'
      ? ['/bin/sh', ['-c', wall(limits), process.execPath, ...args]]
      : [process.execPath, args]
  const child = spawn(command, all, {
    env: {},
    cwd: folder,
    stdio: [
      'pipe',
      'pipe',
      'pipe',
      ...files.map(({ fd }) => fd),
      ...Array.from({ length: pipes }, () => 'pipe' as const),
    ],
  })
  const firstPipe = firstDescriptor + files.length
  return { child, pipes: child.stdio.slice(firstPipe) as Socket[], firstPipe }
}

/** A second wall behind the memory poll, in the kernel: no core file, no writing beyond the one file that it is given, a cap on the data segment, no network. */
const wall = (limits: RunnerLimits): string => {
  const data = Math.max(minDataMiB, killAtMiB(limits) + minDataMiB - 200) * 1024
  // In blocks of 512 bytes, or of 1024 where the shell counts so.
  const file = Math.ceil(limits.fileBytes / 512)
  const apart = [...(withoutNetwork() ?? []), '"$0"', '"$@"'].join(' ')
  return `ulimit -c 0; ulimit -f ${file}; ulimit -d ${data}; unset PWD OLDPWD; exec ${apart}`
}
