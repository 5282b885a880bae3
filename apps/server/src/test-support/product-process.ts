import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { platformSecret } from './platform.ts'
import { copyPreparedCluster } from './prepared-cluster.ts'
import { serverProgram } from './programs.ts'

const readyMs = 180_000

export type ProductProcess = {
  child: ChildProcess
  /** Where it answers; '' for a worker. */
  url: string
  /** What it printed, warnings and faults among it. */
  output(): string
  /** Its exit code; null when a signal ended it. Settles when it has ended. */
  ended: Promise<number | null>
  /** SIGKILL; resolves when it is gone. */
  kill(): Promise<void>
  /** Stops its execution, which it does not notice (SIGSTOP), and lets it go on (SIGCONT). */
  pause(): void
  wake(): void
  /** SIGTERM. @returns exit code and milliseconds it took */
  terminate(): Promise<{ code: number | null; ms: number }>
}

/** What a process works on: a platform of the tests, or a data folder of its own, whose database files are made before. */
export type ProcessTarget = { databaseUrl: string; settings: { filesFolder: string } } | { dataFolder: string }

/**
 * Starts one process of the product and waits until it is at work. On a platform of the
 * tests it knows the same secrets, so that tokens and stored connections made there serve it too.
 * @throws Error with what it printed when it does not become ready
 */
export async function startProcess(
  role: 'api' | 'worker' | 'serve' | 'realtime',
  on: ProcessTarget,
  env: Record<string, string> = {},
): Promise<ProductProcess> {
  if ('dataFolder' in on) copyPreparedCluster(on.dataFolder)
  const place: Record<string, string> =
    'databaseUrl' in on
      ? {
          DATABASE_URL: on.databaseUrl,
          MILLRACE_DATA: dirname(on.settings.filesFolder),
          MILLRACE_FILES: on.settings.filesFolder,
          MILLRACE_SECRET: platformSecret,
          MILLRACE_DEMO: '0',
        }
      : { MILLRACE_DATA: on.dataFolder }
  const child = spawn(process.execPath, [serverProgram(), role], {
    env: {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      MILLRACE_LOG_LEVEL: 'warn',
      MILLRACE_DEMO_IMPORTS: '0',
      MILLRACE_WORKERS: '2',
      // Each of many processes would keep one, and tests count the runners of a worker.
      MILLRACE_SPARE_RUNNER: '0',
      ...place,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  const over = () => child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const end = Date.now() + readyMs
  const answers = role === 'api' || role === 'serve'
  const ready = !answers ? /is at work/ : /ready at http:\/\/localhost:(\d+)/
  for (;;) {
    const found = ready.exec(output)
    if (found) {
      const url = !answers ? '' : `http://127.0.0.1:${found[1]}`
      return { child, url, output: () => output, ended, ...signals(child, ended) }
    }
    if (over() || Date.now() > end) {
      child.kill('SIGKILL')
      throw new Error(`millrace ${role} did not become ready:\n${output}`)
    }
    await sleep(20)
  }
}

function signals(child: ChildProcess, ended: Promise<number | null>) {
  const over = () => child.exitCode !== null || child.signalCode !== null
  return {
    async kill() {
      if (!over()) child.kill('SIGKILL')
      await ended
    },
    pause: () => void child.kill('SIGSTOP'),
    wake: () => void child.kill('SIGCONT'),
    async terminate() {
      const began = performance.now()
      if (!over()) child.kill('SIGTERM')
      const code = await ended
      return { code, ms: performance.now() - began }
    },
  }
}

/** Most resident memory the process ever had, in MiB. */
export function peakMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024
}
