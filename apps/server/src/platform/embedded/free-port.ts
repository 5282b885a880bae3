import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Picks a loopback port for the embedded server: the preferred one when free, else one at random between 15432 and
 * 32767. That range lies below the ports that systems hand out for outgoing connections, so that the choice tends to
 * stay free and can be kept over restarts. Never 5432, which belongs to a PostgreSQL of the machine.
 */
export async function pickFreePort(preferred?: number): Promise<number> {
  let port = preferred ?? randomPort()
  while (!(await isFree(port))) port = randomPort()
  return port
}

function randomPort(): number {
  return randomInt(15_432, 32_768)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
