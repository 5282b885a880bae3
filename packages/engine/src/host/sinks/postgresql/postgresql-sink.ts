import type { Writable } from 'node:stream'
import type { RunCounts } from '@millrace/contract'
import { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isIn, ownDatabaseText } from '../../addresses/database-identity.ts'
import { postgresqlSettings } from '../../addresses/postgresql-settings.ts'
import { createFinishedSink, TransactionalTableSink } from '../tables/transactional-table-sink.ts'
import { PostgresqlMarker } from './postgresql-marker.ts'
import { allCreated, createPostgresqlStage, mergeRest, mergePostgresqlStage, STAGE } from './postgresql-merge.ts'
import { canLoadDirectly, DirectLoad } from './postgresql-direct-load.ts'
import { checkPostgresqlTarget, type PostgresqlTarget } from './postgresql-target.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import {
  connectionLostError,
  maxConnectMs,
  sessionName,
  staleAttemptError,
  unreachableError,
} from '../tables/sink-errors.ts'
import type { TableSink, TableSinkOptions } from '../../../outputs/targets/table.types.ts'

async function connect(options: TableSinkOptions): Promise<Client> {
  let client: Client
  try {
    client = new Client({
      ...postgresqlSettings(options.connectionString, options.connectionOptions),
      application_name: `${sessionName(options)} ${options.attempt}`,
      connectionTimeoutMillis: maxConnectMs,
      keepAlive: true,
    })
  } catch (error) {
    throw unreachableError(options, error)
  }
  // Without a listener a lost connection would end the process; the query under way fails on its own.
  client.on('error', () => undefined)
  try {
    await client.connect()
    if (options.platform !== undefined && (await isIn(client, options.platform))) {
      throw new SinkError('target', `The connection of the sink '${options.sink}' cannot be used: ${ownDatabaseText}`)
    }
    // The server looks after us while it works: the merge of a worker that died or was told to stop ends within a second.
    await client.query(`set client_connection_check_interval = '1s'`).catch(() => undefined)
    await client.query(`set lock_timeout = '60s'`)
    const { schema } = options.connectionOptions ?? {}
    if (typeof schema === 'string' && schema !== '') {
      await client.query(`set search_path = ${client.escapeIdentifier(schema)}`)
    }
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error instanceof SinkError ? error : unreachableError(options, error)
  }
}

/**
 * Faults of the data get the database's own words; it names the line of the COPY, which is the record's number behind
 * those `before`.
 */
function problemOf(error: unknown, options: TableSinkOptions, before = 0): Error {
  if (error instanceof SinkError) return error
  const { code, message, where, detail } = error as { code?: string; message: string; where?: string; detail?: string }
  // EPIPE, ECONNRESET and the like come from the socket: no code of PostgreSQL begins with E.
  if (code === undefined || /^(?:08|57P0|E)/.test(code)) {
    return connectionLostError(options, error)
  }
  // Lock timeout, deadlock, serialization: a later attempt may succeed.
  if (code === '55P03' || code.startsWith('40')) {
    return new SinkError('connection', `The table '${options.table}' is locked by somebody else: ${message}`)
  }
  const place = /COPY millrace_stage, line (\d+)(?:, column ([^:]+))?/.exec(where ?? '')
  const record = place ? `record ${before + Number(place[1])}${place[2] ? `, column '${place[2]}'` : ''}: ` : ''
  return new SinkError(
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
  if (others.rows.some((other) => other.attempt > options.attempt)) throw staleAttemptError(options)
  for (const other of others.rows) await client.query('select pg_terminate_backend($1, 5000)', [other.pid])
}

/**
 * Opens a table of PostgreSQL for one import: checks the target, ends earlier attempts, stages inside one transaction.
 * Throws SinkError with a sentence for what cannot work.
 */
export async function openPostgresqlSink(options: TableSinkOptions): Promise<TableSink> {
  const client = await connect(options)
  try {
    await endEarlierAttempts(client, options)
    const target = await checkPostgresqlTarget(client, options)
    const marker = new PostgresqlMarker(target.schema, options.importId, options.sink)
    await marker.prepare(client)
    const before = await marker.read(client)
    if (before) {
      await client.end()
      return createFinishedSink(before)
    }
    await client.query('begin')
    const load = await beginLoad(client, target, options)
    return new TransactionalTableSink(options, {
      write: load.write,
      merge: load.merge,
      mark: (counts) => marker.write(client, options.attempt, counts),
      commit: async () => {
        await client.query('commit')
      },
      close: () => client.end(),
      destroy: async () => {
        // Not end(): it would wait for the statement under way. The server notices and rolls back.
        const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
        connection.stream.destroy()
      },
      isMarked: (error) => (error as { code?: string }).code === '23505',
      problem: (error) => problemOf(error, options, load.straight()),
      async judge() {
        const judge = await connect(options)
        try {
          await endEarlierAttempts(judge, options)
          return await marker.read(judge)
        } finally {
          await judge.end().catch(() => undefined)
        }
      },
    })
  } catch (error) {
    await client.end().catch(() => undefined)
    throw problemOf(error, options)
  }
}

type LoadMethod = {
  write: Writable
  /** Records that are in the table before the merge. */
  straight(): number
  merge(): Promise<RunCounts>
}

/** Inside the transaction: what is written goes into the stage, or into the table itself where that is the same. */
async function beginLoad(client: Client, target: PostgresqlTarget, options: TableSinkOptions): Promise<LoadMethod> {
  if (await canLoadDirectly(client, target, options)) {
    const load = new DirectLoad(client, target)
    return {
      write: load,
      straight: () => load.straight,
      merge: async () =>
        load.staged === null
          ? allCreated(load.straight, load.straight, options)
          : mergeRest(client, target, options, load.straight),
    }
  }
  await createPostgresqlStage(client, target)
  const copy = client.query(copyFrom(`copy ${STAGE} (${target.columns.join(', ')}) from stdin`))
  return { write: copy, straight: () => 0, merge: () => mergePostgresqlStage(client, target, options, copy.rowCount) }
}
