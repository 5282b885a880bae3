import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunCounts } from '@millrace/contract'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import { staleAttemptError } from './sink-errors.ts'
import type { TableSink, TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Milliseconds to find out what became of a commit whose connection was lost (G6: within 15 s of the cause ending). */
const commitDoubtMs = 30_000
/** Bytes that may wait on their way into the database. */
const waitingBytes = 1 << 20

/** What each kind of database does in its own way; any of these may throw the database's own errors. */
export type SinkSession = {
  /** Takes what is written into the stage. */
  write: Writable
  /** Merges the stage into the table inside the transaction. */
  merge(): Promise<RunCounts>
  /** Writes the import's marker in the same transaction. */
  mark(counts: RunCounts): Promise<void>
  commit(): Promise<void>
  close(): Promise<void>
  /** Cuts the connection at once, whatever it is doing; what is not committed is gone. */
  destroy(): Promise<void>
  /** The error of `mark` says that another run has written the marker. */
  isMarked(error: unknown): boolean
  problem(error: unknown): Error
  /** Over a new connection: ends our lost session, so that it can no longer commit, then reads the marker. */
  judge(): Promise<RunCounts | null>
}

/** The part of a table sink that is the same for all databases. */
export class TransactionalTableSink implements TableSink {
  readonly alreadyDone = null
  readonly write: Writable
  readonly #options: TableSinkOptions
  readonly #session: SinkSession
  readonly #taken: Promise<void>
  #counts: RunCounts | null = null
  #closed = false

  constructor(options: TableSinkOptions, session: SinkSession) {
    this.#options = options
    this.#session = session
    this.write = withSinkErrors(session)
    this.#taken = finished(this.write)
    // Reported by finish(); a writer that is piped into sees the error itself.
    this.#taken.catch(() => undefined)
  }

  async finish(): Promise<void> {
    try {
      if (!this.write.writableEnded) this.write.end()
      await this.#taken
      this.#counts = await this.#session.merge()
    } catch (error) {
      await this.abort()
      throw this.#session.problem(error)
    }
  }

  async commit(): Promise<RunCounts> {
    const counts = this.#counts
    const session = this.#session
    if (!counts) throw new Error('finish() comes before commit()')
    try {
      await session.mark(counts)
    } catch (error) {
      await this.abort()
      if (session.isMarked(error)) return this.#afterDoubt(error)
      throw session.problem(error)
    }
    if (!(await this.#options.fence())) {
      await this.abort()
      throw staleAttemptError(this.#options)
    }
    try {
      await session.commit()
    } catch (error) {
      await this.abort()
      return this.#afterDoubt(error)
    }
    this.#closed = true
    await session.close().catch(() => undefined)
    return counts
  }

  async abort(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.write.on('error', () => undefined)
    this.write.destroy()
    await this.#session.destroy()
  }

  /** The connection was lost during the commit: nothing is assumed, the marker decides. */
  async #afterDoubt(cause: unknown): Promise<RunCounts> {
    const { sink, log } = this.#options
    const until = Date.now() + commitDoubtMs
    for (;;) {
      const verdict = await this.#session.judge().catch((error: unknown) => {
        // The database cannot be reached to read the marker either; the next round tries again.
        if (error instanceof SinkError && error.code !== 'connection') throw error
        return undefined
      })
      if (verdict === null) throw this.#session.problem(cause)
      if (verdict !== undefined) {
        log('warn', `${sink}: the connection was lost during the commit; the data is there`)
        return verdict
      }
      if (Date.now() > until) {
        throw new SinkError(
          'connection',
          `The connection to the database of the sink '${sink}' was lost during the commit and did not come back`,
        )
      }
      await sleep(500)
    }
  }
}

/**
 * Passes on what is written, in chunks as large as what came meanwhile: a call into the driver for each chunk of a pipe
 * costs more than to put them together. A fault reaches the writer as a SinkError.
 */
function withSinkErrors({ write: inner, problem }: SinkSession): Writable {
  const pass = (chunk: Buffer, done: (error?: Error | null) => void): void => {
    if (inner.write(chunk)) done()
    else inner.once('drain', done)
  }
  const write = new Writable({
    highWaterMark: waitingBytes,
    write: (chunk: Buffer, _encoding, done) => pass(chunk, done),
    writev: (chunks, done) => pass(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
    final: (done) => {
      inner.once('finish', done)
      inner.end()
    },
    destroy: (error, done) => {
      inner.destroy()
      done(error)
    },
  })
  inner.on('error', (error) => write.destroy(problem(error)))
  return write
}

/** The sink when an earlier attempt has committed: it accepts what is written and drops it. */
export function createFinishedSink(counts: RunCounts): TableSink {
  return {
    alreadyDone: counts,
    write: new Writable({ write: (_chunk, _encoding, done) => done() }),
    finish: async () => undefined,
    commit: async () => counts,
    abort: async () => undefined,
  }
}
