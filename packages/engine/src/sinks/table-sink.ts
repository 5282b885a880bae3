import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { RunCounts } from '@millrace/contract'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ImportMarker } from './import-marker.ts'
import { makeStage, mergeStage, STAGE } from './merge.ts'
import { SinkProblem } from './sink-problem.ts'
import type { TableSink, TableSinkOptions } from './table.types.ts'
import { checkTarget } from './target-table.ts'

/** Milliseconds to find out what became of a commit whose connection was lost (G6: within 15 s of the cause ending). */
const COMMIT_DOUBT_MS = 30_000

/** Every session of an import's sink carries this name, so that a later attempt can end an earlier one that hangs. */
const sessionName = ({ importId, sink }: TableSinkOptions) =>
  `millrace ${createHash('sha256').update(`${importId}\n${sink}`).digest('hex').slice(0, 24)}`

async function connect(options: TableSinkOptions): Promise<Client> {
  const client = new Client({
    connectionString: options.connectionString,
    application_name: `${sessionName(options)} ${options.attempt}`,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // Without a listener a lost connection would end the process; the query under way fails on its own.
  client.on('error', () => undefined)
  try {
    await client.connect()
    // The server looks after us while it works: the merge of a worker that died or was told to stop ends within a second.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    await client.query(`set lock_timeout = '60s'`)
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new SinkProblem(
      'connection',
      `The database of the sink '${options.sink}' cannot be reached: ${reasonOf(error)}`,
    )
  }
}

function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

/** Faults of the data get the database's own words; it names the line of the COPY, which is the record's number. */
function problemOf(error: unknown, options: TableSinkOptions): Error {
  if (error instanceof SinkProblem) return error
  const { code, message, where, detail } = error as { code?: string; message: string; where?: string; detail?: string }
  // EPIPE, ECONNRESET and the like come from the socket: no code of PostgreSQL begins with E.
  if (code === undefined || /^(?:08|57P0|E)/.test(code)) {
    return new SinkProblem(
      'connection',
      `The connection to the database of the sink '${options.sink}' was lost: ${message}`,
    )
  }
  // Lock timeout, deadlock, serialization: a later attempt may succeed.
  if (code === '55P03' || code.startsWith('40')) {
    return new SinkProblem('connection', `The table '${options.table}' is locked by somebody else: ${message}`)
  }
  const place = /COPY millrace_stage, line (\d+)(?:, column ([^:]+))?/.exec(where ?? '')
  const record = place ? `record ${place[1]}${place[2] ? `, column '${place[2]}'` : ''}: ` : ''
  return new SinkProblem(
    'data',
    `The table '${options.table}' does not take the data: ${record}${message}${detail ? ` (${detail})` : ''}`,
  )
}

/** Ends sessions of earlier attempts, which may hold locks in a stopped worker; refuses to run beside a later one (G5). */
async function endEarlierAttempts(client: Client, options: TableSinkOptions): Promise<void> {
  const name = sessionName(options)
  const others = await client.query<{ pid: number; attempt: number }>(
    `select pid, split_part(application_name, ' ', 3)::int as attempt from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and starts_with(application_name, $1)`,
    [`${name} `],
  )
  if (others.rows.some((other) => other.attempt > options.attempt)) throw staleAttempt(options)
  for (const other of others.rows) await client.query('select pg_terminate_backend($1, 5000)', [other.pid])
}

const staleAttempt = (options: TableSinkOptions) =>
  new SinkProblem('stale', `Another attempt of the import has taken over: the sink '${options.sink}' writes nothing`)

/**
 * Opens the sink of one import: checks the target, ends earlier attempts, stages inside one transaction. Throws
 * SinkProblem with a sentence for what cannot work.
 */
export async function openTableSink(options: TableSinkOptions): Promise<TableSink> {
  const client = await connect(options)
  try {
    await endEarlierAttempts(client, options)
    const target = await checkTarget(client, options)
    const marker = new ImportMarker(target.schema, options.importId, options.sink)
    await marker.prepare(client)
    const before = await marker.read(client)
    if (before) {
      await client.end()
      return finishedSink(before)
    }
    await client.query('begin')
    await makeStage(client, target)
    const copy = client.query(copyFrom(`copy ${STAGE} (${target.columns.join(', ')}) from stdin`))
    const write = withProblems(copy, options)
    return new OpenTableSink(options, client, write, marker, () => mergeStage(client, target, options, copy.rowCount))
  } catch (error) {
    await client.end().catch(() => undefined)
    throw problemOf(error, options)
  }
}

/** The same stream, but whoever writes into it hears of a fault in the words of a SinkProblem. */
function withProblems(copy: Writable, options: TableSinkOptions): Writable {
  const write = new Writable({
    write: (chunk, _encoding, done) => {
      if (copy.write(chunk)) done()
      else copy.once('drain', done)
    },
    final: (done) => {
      copy.once('finish', done)
      copy.end()
    },
    destroy: (error, done) => {
      copy.destroy()
      done(error)
    },
  })
  copy.on('error', (error) => write.destroy(problemOf(error, options)))
  return write
}

/** An earlier attempt has committed: what comes is taken and dropped. */
function finishedSink(counts: RunCounts): TableSink {
  return {
    alreadyDone: counts,
    write: new Writable({ write: (_chunk, _encoding, done) => done() }),
    finish: async () => undefined,
    commit: async () => counts,
    abort: async () => undefined,
  }
}

class OpenTableSink implements TableSink {
  readonly alreadyDone = null
  readonly write: Writable
  private readonly options: TableSinkOptions
  private readonly client: Client
  private readonly marker: ImportMarker
  private readonly merge: () => Promise<RunCounts>
  private readonly copied: Promise<void>
  private counts: RunCounts | null = null
  private closed = false

  constructor(
    options: TableSinkOptions,
    client: Client,
    write: Writable,
    marker: ImportMarker,
    merge: () => Promise<RunCounts>,
  ) {
    this.options = options
    this.client = client
    this.write = write
    this.marker = marker
    this.merge = merge
    this.copied = finished(write)
    // Reported by finish(); a writer that is piped into sees the error itself.
    this.copied.catch(() => undefined)
  }

  async finish(): Promise<void> {
    try {
      if (!this.write.writableEnded) this.write.end()
      await this.copied
      this.counts = await this.merge()
    } catch (error) {
      await this.abort()
      throw problemOf(error, this.options)
    }
  }

  async commit(): Promise<RunCounts> {
    const { client, options, counts } = this
    if (!counts) throw new Error('finish() comes before commit()')
    try {
      await this.marker.write(client, options.attempt, counts)
    } catch (error) {
      await this.abort()
      if ((error as { code?: string }).code === '23505') return this.afterDoubt(error)
      throw problemOf(error, options)
    }
    if (!(await options.fence())) {
      await this.abort()
      throw staleAttempt(options)
    }
    try {
      await client.query('commit')
    } catch (error) {
      await this.abort()
      return this.afterDoubt(error)
    }
    this.closed = true
    await client.end().catch(() => undefined)
    return counts
  }

  async abort(): Promise<void> {
    if (this.closed) return
    this.closed = true
    this.write.on('error', () => undefined)
    this.write.destroy()
    // Not end(): it would wait for the statement under way. The server notices and rolls back.
    const { connection } = this.client as unknown as { connection: { stream: { destroy(): void } } }
    connection.stream.destroy()
  }

  /**
   * The connection was lost during the commit: nothing is assumed. Our session is ended, so that it can no longer
   * commit, then the marker decides.
   */
  private async afterDoubt(cause: unknown): Promise<RunCounts> {
    const { options, marker } = this
    const until = Date.now() + COMMIT_DOUBT_MS
    for (;;) {
      const judge = await connect(options).catch(() => null)
      if (judge) {
        try {
          await endEarlierAttempts(judge, options)
          const counts = await marker.read(judge)
          if (!counts) throw problemOf(cause, options)
          options.log('warn', `${options.sink}: the connection was lost during the commit; the data is there`)
          return counts
        } catch (error) {
          // Any other error: the judge lost its connection, too.
          if (error instanceof SinkProblem) throw error
        } finally {
          await judge.end().catch(() => undefined)
        }
      }
      if (Date.now() > until) {
        throw new SinkProblem(
          'connection',
          `The connection to the database of the sink '${options.sink}' was lost during the commit and did not come back`,
        )
      }
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}
