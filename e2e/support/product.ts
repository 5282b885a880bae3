import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverProgram } from '@millrace/server/test-support/programs'
import { serverFlags } from '../../scripts/server-flags.mjs'
import { copyPrepared } from './prepared.ts'

const root = path.join(import.meta.dirname, '..', '..')

/** The whole product as a person starts it: its own data folder and port, demo workspace inside. */
export type Product = {
  url: string
  dataFolder: string
  /** Everything the program printed so far. */
  output(): string
  /** Starts a further process of the product on the same database and files. */
  startRole(role: 'api' | 'worker' | 'realtime', env?: Record<string, string>): Started
  /** Ends it and removes its data, unless they are kept. */
  stop(keep?: 'data'): Promise<void>
}
export type Started = { process: ChildProcess; output(): string; stop(signal?: NodeJS.Signals): Promise<void> }

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts one process of the product; it is ended by `stop`, with SIGTERM unless told otherwise. */
export function startProcess(role: string, env: Record<string, string>): Started {
  const child = spawn(process.execPath, [...serverFlags(), serverProgram(), role], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  child.stderr.on('data', (part) => (text += part))
  return {
    process: child,
    output: () => text,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

/**
 * Waits until the address answers, or fails with what the program said. A first start, with database and demo, takes
 * minutes on a machine that does much else; a hook waits five.
 */
export async function untilReady(url: string, started: Started, seconds = 270): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (Date.now() < end) {
    if (started.process.exitCode !== null) break
    try {
      if ((await fetch(`${url}/readyz`)).ok) return
    } catch {
      // Not listening yet.
    }
    await sleep(100)
  }
  throw new Error(`the product did not become ready:\n${started.output()}`)
}

/**
 * `npm start` without its set-up, which the test run has done: `serve` with an embedded PostgreSQL.
 * @param folder its data folder; a new one unless given
 */
export async function startProduct(env: Record<string, string> = {}, folder?: string): Promise<Product> {
  const dataFolder = folder ?? mkdtempSync(path.join(tmpdir(), 'millrace-e2e-'))
  if (folder === undefined) copyPrepared('embedded', dataFolder)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = {
    PORT: String(port),
    MILLRACE_DATA: dataFolder,
    NODE_ENV: 'test',
    MILLRACE_DEMO_IMPORTS: '0',
    ...env,
  }
  const started = startProcess('serve', settings)
  const others: Started[] = []
  try {
    await untilReady(url, started)
  } catch (error) {
    await started.stop('SIGKILL')
    throw error
  }
  return {
    url,
    dataFolder,
    output: started.output,
    startRole(role, more = {}) {
      const other = startProcess(role, { ...settings, ...more })
      others.push(other)
      return other
    },
    async stop(keep) {
      for (const other of others) await other.stop()
      await started.stop()
      if (keep === undefined) rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
