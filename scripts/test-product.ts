import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pickFreePort } from '../apps/server/src/platform/embedded/free-port.ts'

/** The product as a person starts it, for tests that look at it from outside. */
export interface StartedProduct {
  /** Its address without a slash at the end. */
  url: string
  dataFolder: string
  /** The process of `scripts/start.mjs`, whose child is the server. */
  process: ChildProcess
  /** All that it has printed so far. */
  output(): string
  /** Ends it as Ctrl-C does and answers its exit code. */
  stop(): Promise<number | null>
  /** Stops it when it still runs and removes its data. */
  remove(): Promise<void>
}

/** Where and how to start it; whatever is left out is made up. */
export interface ProductOptions {
  /** Settings beside PORT and MILLRACE_DATA. */
  env?: Record<string, string>
  dataFolder?: string
  port?: number
}

/**
 * Starts `scripts/start.mjs` without waiting for anything; for starts that are expected to fail.
 */
export async function launchProduct(options: ProductOptions = {}): Promise<StartedProduct> {
  const port = options.port ?? (await pickFreePort())
  const dataFolder = options.dataFolder ?? mkdtempSync(join(tmpdir(), 'millrace-product-'))
  let printed = ''
  const child = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    env: { ...process.env, PORT: String(port), MILLRACE_DATA: dataFolder, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const closed = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGINT')
      await closed
    }
    return child.exitCode
  }
  return {
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    process: child,
    output: () => printed,
    stop,
    async remove() {
      await stop()
      rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

/**
 * Starts the product and waits until it answers.
 * @throws with all that it printed when it ends before or is not ready within two minutes
 */
export async function startProduct(options: ProductOptions = {}): Promise<StartedProduct> {
  const product = await launchProduct(options)
  const deadline = Date.now() + 120_000
  while (!(await isReady(product.url))) {
    const ended = product.process.exitCode !== null || product.process.signalCode !== null
    if (ended || Date.now() > deadline) {
      await product.remove()
      throw new Error(`Millrace ${ended ? 'ended' : 'was not ready in time'}:\n${product.output()}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return product
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    // Nobody listens yet.
    return false
  }
}
