import path from 'node:path'
import { freePort, startProcess, untilReady } from '../e2e/support/product.ts'

/** Milliseconds from the second start to the first answered request: embedded PostgreSQL and demo are there already. */
export async function secondStart(folder: string): Promise<number> {
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
  await start()
  return start()
}
