import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { report } from './report.ts'
import { freePort, startProcess, untilReady } from '../e2e/support/product.ts'

/** Milliseconds from the second start to the first answered request: embedded PostgreSQL and demo are there already. */
export async function measureSecondStart(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-start-'))
  const port = await freePort()
  const env = { PORT: String(port), MILLRACE_DATA: path.join(folder, 'second-start') }
  const start = async (): Promise<number> => {
    const began = performance.now()
    const server = startProcess('serve', env)
    await untilReady(`http://127.0.0.1:${port}`, server)
    const ms = performance.now() - began
    await server.stop()
    return ms
  }
  try {
    await start()
    report('second-start', await start(), 'ms')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
