import type { Program } from '@millrace/engine'
import { DatabaseError, openDatabase } from '@millrace/engine/host/databases/open-database'
import type { Logger } from 'pino'
import type { ConnectionsService, OpenedConnection } from '../connections/connections.service.ts'
import { createSemaphore } from '../../platform/semaphore/semaphore.ts'
import { type Outbound, OutboundError } from '../../platform/outbound/outbound.ts'
import {
  type DatabaseCall,
  databaseCall,
  type HttpCall,
  httpCall,
  ComponentRequestError,
} from './component-requests.ts'
import { textOfBody } from './text-of-body.ts'

/** What component code of one run asks of the world: rows of connections, and requests to allowed hosts. */
export type ComponentHost = {
  /** Answers one request of ctx.db or ctx.http. @throws Error with a sentence that the author may read */
  serve(kind: 'db' | 'http', args: unknown[]): Promise<unknown>
  /** Ends sessions and requests of the run. */
  close(): Promise<void>
}

export type ComponentHostDeps = {
  connections: Pick<ConnectionsService, 'openByName'>
  outbound: Pick<Outbound, 'send'>
  log: Pick<Logger, 'warn'>
}

/** Makes the host of one run. */
export type OpenComponentHost = (rights: RunRights, signal: AbortSignal) => ComponentHost

/** What a run may ask: its program's flags, and for a test run the connections that its person may use. */
export type RunRights = {
  db: boolean
  io: boolean
  mayUse?: (connection: Pick<OpenedConnection, 'tags'>) => boolean
  /** How long a database may take to let the run in, where that is less than usual. */
  connectMs?: number
}

const maxRows = 10_000
/** Rows of one page of a stream. */
const pageRows = 500
const maxConnections = 5
const maxHandles = 20
const requestsAtOnce = 8
/** Bytes of answers that wait to be taken together: the runner takes those of one wave at once. */
const waveBytes = 64 << 20

/** Hosts of runs on the connections and the way out that all runs of a process share. */
export const openComponentHosts =
  (deps: ComponentHostDeps): OpenComponentHost =>
  (rights, signal) =>
    createComponentHost(deps, rights, signal)

/** What the sources of a program are flagged for (D-110). */
export const rightsOfProgram = ({ sources }: Pick<Program, 'sources'>): Pick<RunRights, 'db' | 'io'> => ({
  db: sources.some((source) => source.db),
  io: sources.some((source) => source.io),
})

/** Opens nothing before the code asks for it; one per run, shared by its runner processes. */
export function createComponentHost(
  { connections, outbound, log }: ComponentHostDeps,
  rights: RunRights,
  signal: AbortSignal,
): ComponentHost {
  const ended = new AbortController()
  const runSignal = AbortSignal.any([signal, ended.signal])
  const databases = new Map<string, Promise<ReturnType<typeof openDatabase>>>()
  const streams = new Map<number, AsyncGenerator<unknown[], void, void>>()
  const requests = createSemaphore(requestsAtOnce)
  let nextHandle = 1
  let active = 0
  let answered = 0

  const databaseOf = (name: string) => {
    const known = databases.get(name)
    if (known !== undefined) return known
    if (databases.size >= maxConnections)
      throw new ComponentRequestError(`a run uses at most ${maxConnections} connections`)
    const opening = openNamed(name)
    databases.set(name, opening)
    // A name that is not there does not count, and may be there at the next call.
    opening.catch(() => databases.delete(name))
    return opening
  }

  async function openNamed(name: string) {
    const found = await connections.openByName(name)
    // Those that the person may not use look like those that are not there (S3).
    if (found === null || rights.mayUse?.(found) === false)
      throw new ComponentRequestError('there is no database connection of this name')
    const { type, connectionString, options, platform } = found
    const limits = rights.connectMs === undefined ? {} : { connectMs: rights.connectMs }
    return openDatabase({ type, name, connectionString, options, platform, signal: runSignal, limits })
  }

  async function serveDatabase(call: DatabaseCall): Promise<unknown> {
    switch (call.verb) {
      case 'query':
        return (await databaseOf(call.connection)).query(call.sql, call.parameters, maxRows)
      case 'open': {
        if (streams.size >= maxHandles)
          throw new ComponentRequestError(`at most ${maxHandles} streams may be open at once`)
        const handle = nextHandle++
        const database = await databaseOf(call.connection)
        streams.set(handle, database.stream(call.sql, call.parameters, pageRows))
        return handle
      }
      case 'next': {
        const stream = streams.get(call.handle)
        if (stream === undefined) throw new ComponentRequestError('the stream is closed')
        try {
          const page = await stream.next()
          if (page.done) streams.delete(call.handle)
          return page.done ? [] : page.value
        } catch (error) {
          streams.delete(call.handle)
          throw error
        }
      }
      case 'close': {
        const stream = streams.get(call.handle)
        streams.delete(call.handle)
        await stream?.return()
        return null
      }
    }
  }

  async function serveHttp(request: HttpCall): Promise<unknown> {
    const { status, headers, body } = await requests.run(() => outbound.send({ ...request, signal: runSignal }))
    return { status, headers, body: textOfBody(body, headers['content-type'] ?? '') }
  }

  /** Counts what waits to be taken; the count starts anew once nothing is under way. */
  function keepBounded(answer: unknown): unknown {
    answered += JSON.stringify(answer)?.length ?? 0
    if (answered > waveBytes)
      throw new ComponentRequestError(`the answers waited for at once are larger than ${waveBytes >> 20} MiB`)
    return answer
  }

  return {
    async serve(kind, args) {
      if (active++ === 0) answered = 0
      try {
        if (ended.signal.aborted) throw new ComponentRequestError('the run has ended')
        if (!(kind === 'db' ? rights.db : rights.io))
          throw new ComponentRequestError(`the component is not flagged for ctx.${kind}`)
        return keepBounded(await (kind === 'db' ? serveDatabase(databaseCall(args)) : serveHttp(httpCall(args))))
      } catch (error) {
        if (error instanceof ComponentRequestError || error instanceof DatabaseError || error instanceof OutboundError)
          throw error
        log.warn({ err: error }, `a request of component code to ctx.${kind} failed`)
        throw new Error('it failed for a reason that only the log of the server tells', { cause: error })
      } finally {
        active--
      }
    },
    async close() {
      ended.abort()
      const open = await Promise.allSettled([...databases.values()])
      await Promise.all(open.flatMap((result) => (result.status === 'fulfilled' ? [result.value.close()] : [])))
      streams.clear()
    },
  }
}
