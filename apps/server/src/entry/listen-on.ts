import { createServer } from 'node:net'
import type { App } from './app.ts'
import type { Settings } from '../platform/config/settings.ts'
import { StartProblem } from '../platform/embedded/start-problem.ts'

const loopback = '127.0.0.1'
const everywhere = '0.0.0.0'

/**
 * Tries the port before anything is started, so that a second server says so at once.
 * @throws StartProblem
 */
export async function mustBeFree({ host, port }: Settings): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen(port, host ?? loopback, resolve)
    })
  } catch (error) {
    throw portProblem(error, host ?? loopback, port)
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/**
 * Starts answering. Without HOST only this machine is answered while the door is open, that is while demo people have
 * their well-known password (settled point 25).
 * @throws StartProblem
 */
export async function listenOn(
  settings: Settings,
  app: App,
  openDoor: boolean,
): Promise<{ host: string; port: number }> {
  const host = settings.host ?? (openDoor ? loopback : everywhere)
  try {
    return { host, port: await app.listen(host, settings.port) }
  } catch (error) {
    throw portProblem(error, host, settings.port)
  }
}

function portProblem(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartProblem(`Port ${port} is in use by another program; set PORT to another one.`)
  if (code === 'EACCES')
    return new StartProblem(`Port ${port} may not be opened by this user; set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartProblem(`HOST is '${host}', but this machine has no such address.`)
  }
  return error
}
