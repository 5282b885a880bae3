import { createServer } from 'node:net'
import { StartError } from '../start-error.ts'

/** The address that only programs on this machine reach. */
export const loopback = '127.0.0.1'

/**
 * Tries the port before anything is started, so that a second server says so at once.
 * @throws StartError when another program has it, or this one may not
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen(port, host, resolve)
    })
  } catch (error) {
    throw toStartError(error, host, port)
  } finally {
    await new Promise((resolve) => probe.close(resolve))
  }
}

/** What a person can do about a port that cannot be listened on; any other error comes back as it is. */
export function toStartError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} is in use by another program; set PORT to another one.`)
  if (code === 'EACCES') {
    return new StartError(`Port ${port} may not be opened by this user; set PORT to one above 1023.`)
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`HOST is '${host}', but this machine has no such address.`)
  }
  return error
}
