import { setTimeout as sleep } from 'node:timers/promises'
import { connectMysql, type MysqlClient } from './mysql-client.ts'
import { MysqlLoader } from './mysql-loader.ts'
import { MysqlMarker } from './mysql-marker.ts'
import { createMysqlStage, mergeMysqlStage, stageName } from './mysql-merge.ts'
import { checkMysqlTarget } from './mysql-target.ts'
import { createFinishedSink, TransactionalTableSink } from '../tables/transactional-table-sink.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import { connectionLostError, errorReason, sessionName, staleAttemptError } from '../tables/sink-errors.ts'
import type { TableSink, TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Milliseconds for the server to end a session that we killed: it takes back what the session wrote. */
const killMs = 20_000
/** How many attempts before and after this one are looked for: an import has ten at most. */
const attemptsAround = 50

/** Lock wait timeout, deadlock, lock table full. */
const locked = [1205, 1206, 1213]
/** Interrupted, killed, server going down. */
const ended = [1053, 1317, 1927, 3169]

/**
 * Each attempt holds a named lock as long as its session lives: so a later one finds the session and ends it, which is
 * what the name of an application does in PostgreSQL.
 */
const lockName = (client: MysqlClient, options: TableSinkOptions, attempt: number): string =>
  // Locks have one name in all databases of a server.
  `${sessionName(options, `\n${client.database}`)} ${attempt}`

type Holder = { attempt: number; id: number }

/** Other sessions of the same import and sink. */
async function others(client: MysqlClient, options: TableSinkOptions): Promise<Holder[]> {
  const from = Math.max(1, options.attempt - attemptsAround)
  const attempts = Array.from({ length: options.attempt + attemptsAround - from + 1 }, (_, i) => from + i)
  const rows = await client.rows<{ attempt: number; id: string | number | null }>(
    attempts.map((attempt) => `select ${attempt} as attempt, is_used_lock(?) as id`).join(' union all '),
    attempts.map((attempt) => lockName(client, options, attempt)),
  )
  return rows.flatMap(({ attempt, id }) =>
    id === null || Number(id) === client.id ? [] : [{ attempt, id: Number(id) }],
  )
}

/** Ends sessions of earlier attempts, which may hold locks in a stopped worker; refuses to run beside a later one (G5). */
async function endEarlierAttempts(client: MysqlClient, options: TableSinkOptions): Promise<void> {
  const until = Date.now() + killMs
  for (;;) {
    const found = await others(client, options)
    if (found.some(({ attempt }) => attempt > options.attempt)) throw staleAttemptError(options)
    if (found.length === 0) return
    for (const { id } of found) await kill(client, id)
    if (Date.now() > until) {
      throw new SinkError('connection', `An earlier attempt of the sink '${options.sink}' does not end`)
    }
    await sleep(50)
  }
}

async function kill(client: MysqlClient, id: number): Promise<void> {
  await client.write(`kill ${id}`).catch((error: { errno?: number }) => {
    // The session has ended by itself in the meantime.
    if (error.errno !== 1094) throw error
  })
}

/** Ends our own session, whose connection is cut but which may be at work: it would notice only when it answers. */
async function endLeftover(id: number, options: TableSinkOptions): Promise<void> {
  const client = await connectMysql(options)
  try {
    // Found by its lock: after a restart of the server the number may belong to another session.
    const [held] = await client.rows<{ id: string | number | null }>('select is_used_lock(?) as id', [
      lockName(client, options, options.attempt),
    ])
    if (Number(held?.id) === id) await kill(client, id)
  } finally {
    client.destroy()
  }
}

function problemOf(error: unknown, options: TableSinkOptions): Error {
  if (error instanceof SinkError) return error
  const { errno, sqlState, message } = error as { errno?: number; sqlState?: string; message: string }
  // Errors of the server have a state; those of sockets and of the driver have none.
  if (sqlState === undefined || errno === undefined || ended.includes(errno)) return connectionLostError(options, error)
  if (locked.includes(errno)) {
    return new SinkError('connection', `The table '${options.table}' is locked by somebody else: ${message}`)
  }
  return new SinkError('data', `The table '${options.table}' does not take the data: ${message}`)
}

/**
 * Opens a table of MySQL or MariaDB for one import: checks the target, ends earlier attempts, stages in a temporary
 * table. The transaction is opened by the merge. Throws SinkError with a sentence for what cannot work.
 */
export async function openMysqlSink(options: TableSinkOptions): Promise<TableSink> {
  let loader: MysqlLoader | null = null
  const client = await connectMysql(options, (error) => loader?.destroy(error))
  try {
    await endEarlierAttempts(client, options)
    const own = lockName(client, options, options.attempt)
    const [lock] = await client.rows<{ got: number | null; packet: number }>(
      'select get_lock(?, 10) as got, @@max_allowed_packet as packet',
      [own],
    )
    if (lock?.got !== 1) throw staleAttemptError(options)
    const target = await checkMysqlTarget(client, options)
    const marker = new MysqlMarker(target.schema, options.importId, options.sink)
    await marker.prepare(client)
    const before = await marker.read(client)
    if (before) {
      await client.end()
      return createFinishedSink(before)
    }
    // LOAD DATA asks for a current database even where the table is named with its own.
    await client.write(`use ${target.schema}`)
    await createMysqlStage(client, target).catch((error: unknown) => {
      throw new SinkError('target', `The sink '${options.sink}' cannot stage its records: ${errorReason(error)}`)
    })
    // Rounding to a column's digits is no fault, as in PostgreSQL; its warnings would hide the ones that matter.
    await client.write('set session sql_notes = 0')
    const names = target.columns.map(({ name }) => name)
    loader = new MysqlLoader(client, options, stageName(target), names, Number(lock.packet))
    let atWork = false
    const working = async <T>(work: Promise<T>): Promise<T> => {
      atWork = true
      const result = await work
      atWork = false
      return result
    }
    return new TransactionalTableSink(options, {
      write: loader,
      merge: () => working(mergeMysqlStage(client, target, options)),
      mark: (counts) => working(marker.write(client, options.attempt, counts)),
      commit: async () => {
        await working(client.write('commit'))
      },
      close: () => client.end(),
      async destroy() {
        const { id } = client
        client.destroy()
        if (!atWork) return
        const leftover = endLeftover(id, options).catch((error: unknown) =>
          options.log(
            'warn',
            `${options.sink}: a session of the database was left to end by itself: ${errorReason(error)}`,
          ),
        )
        await Promise.race([leftover, sleep(2000)])
      },
      isMarked: (error) => (error as { errno?: number }).errno === 1062,
      problem: (error) => problemOf(error, options),
      async judge() {
        const judge = await connectMysql(options)
        try {
          await endEarlierAttempts(judge, options)
          return await marker.read(judge)
        } finally {
          await judge.end()
        }
      },
    })
  } catch (error) {
    client.destroy()
    throw problemOf(error, options)
  }
}
