import type { ConnectionType, ImportCounts } from '@millrace/contract'
import type { ImportHost, PipelineSink, StagedFile } from '@millrace/engine'
import type { DatabaseIdentity } from '@millrace/engine/host/addresses/database-identity'
import { openTableSink } from '@millrace/engine/host/sinks/table-sink'
import type { ControlledTransaction } from 'kysely'
import type { Tables } from '../../../platform/database/tables.ts'
import type { PendingWrite, StoredFile } from '../../../platform/files/file-store.ts'
import type { LogWriter } from '../../logs/log-writer.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import { outputId } from './output-name.ts'
import { holdImport, type ImportAttempt, isCurrent, lockImport, saveCounts } from './runs.repository.ts'

/** Opens a database connection by its id: the address with its password, for sinks that write to it. */
export type OpenConnection = (connectionId: string) => Promise<{
  type: ConnectionType
  connectionString: string
  options: Record<string, unknown>
  platform?: DatabaseIdentity
}>

export type StoredOutput = { sink: PipelineSink; file: StoredFile }
export type RunHost = ImportHost & {
  /** The transaction that holds the import since `fence` passed; null before. */
  readonly ending: ControlledTransaction<Tables> | null
  readonly outputs: readonly StoredOutput[]
  /** Gives the import's row free again without a change; waits for a fence that nobody waits for any more. */
  release(): Promise<void>
  /** Removes files of a run that did not come to its end. */
  removeOutputs(): Promise<void>
}

/** Counts are shown once a second; the end writes them exactly. */
const countsEveryMs = 1000
/** A paused process loses its hold after so long, and another takes over (G5). */
const maxHold = '20s'

/**
 * Gives the engine its files, tables and fence. The fence opens the transaction that will end the import and locks its
 * row: from there to the end nobody can abort or take it, so what the sinks commit and what the import says agree.
 */
export function createRunHost(
  { db, files, log }: Pick<Platform, 'db' | 'files' | 'log'>,
  { openConnection, outbound }: { openConnection: OpenConnection; outbound: Pick<Outbound, 'check' | 'send'> },
  run: { attempt: ImportAttempt; writer: LogWriter; signal: AbortSignal; serve: ImportHost['serve'] },
): RunHost {
  const { attempt, writer, signal } = run
  const staged: { sink: PipelineSink; pending: PendingWrite }[] = []
  const outputs: StoredOutput[] = []
  let ending: ControlledTransaction<Tables> | null = null
  let fencing: Promise<boolean> | null = null
  let saving: Promise<void> = Promise.resolve()
  let lastSaved = 0
  let closing = false

  const showCounts = (counts: ImportCounts): void => {
    if (closing || Date.now() - lastSaved < countsEveryMs) return
    lastSaved = Date.now()
    saving = saving
      .then(async () => {
        if (!closing) await saveCounts(db, attempt, counts)
      })
      .catch((error: unknown) => log.warn({ err: error, import: attempt.id }, 'counts could not be shown'))
  }

  /** Makes the output files durable before any table is committed: a full disk must not come after that. */
  const storeFiles = async (): Promise<void> => {
    for (const { sink, pending } of staged) {
      const key = `a${attempt.attempt}-${outputId(attempt.id, sink.name)}`
      outputs.push({ sink, file: await pending.commit(key) })
    }
  }

  const passFence = async (): Promise<boolean> => {
    closing = true
    await saving
    await storeFiles()
    await writer.pause()
    return !writer.fenced && !signal.aborted && (await hold())
  }

  const hold = async (): Promise<boolean> => {
    const tx = await db.startTransaction().execute()
    try {
      if (await holdImport(tx, attempt, maxHold)) {
        ending = tx
        return true
      }
      await tx.rollback().execute()
      return false
    } catch (error) {
      await tx.rollback().execute()
      throw error
    }
  }

  return {
    signal,
    serve: run.serve,
    http: { check: outbound.check, send: (request) => outbound.send({ ...request, redirects: false }) },
    isCurrentAttempt: async () => !writer.fenced && !signal.aborted && (await isCurrent(db, attempt)),
    get ending() {
      return ending
    },
    outputs,
    log: (level, message, extra) => writer.write(level, message, extra?.dataSubKind),
    progress: showCounts,
    async openFile(sink): Promise<StagedFile> {
      const pending = await files.create()
      staged.push({ sink, pending })
      return {
        write: pending.stream,
        store: () => pending.flush(),
        commit: async () => {},
        abort: () => pending.discard(),
      }
    },
    async openTable(sink, columns) {
      if (sink.table === null) throw new Error(`The sink ${sink.name} has no table`)
      const { connection, database, table, keys, mode } = sink.table
      const { connectionString, options, platform } = await openConnection(connection)
      return openTableSink({
        database,
        connectionString,
        connectionOptions: options,
        platform,
        table,
        keys,
        mode,
        columns,
        importId: attempt.id,
        sink: sink.name,
        attempt: attempt.attempt,
        // The row is locked; asking once more finds out whether the lock was lost with its connection.
        fence: async () => ending !== null && (await lockImport(ending, attempt)),
        log: (level, message) => writer.write(level, message),
      })
    },
    fence() {
      fencing = passFence()
      return fencing
    },
    async release() {
      // Stopped in the middle of it, the run is here already: what it stores and locks from now on would stay.
      await fencing?.catch(() => {})
      const tx = ending
      ending = null
      try {
        if (tx !== null && !tx.isCommitted && !tx.isRolledBack) await tx.rollback().execute()
      } catch (error) {
        // The connection is gone, and the lock with it.
        log.debug({ err: error, import: attempt.id }, 'a transaction ended with its connection')
      }
      writer.resume()
    },
    async removeOutputs() {
      for (const { file } of outputs) await files.remove(file.key)
    },
  }
}
