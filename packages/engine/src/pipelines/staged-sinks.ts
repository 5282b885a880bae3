import type { Socket } from 'node:net'
import { PassThrough, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RunCounts } from '@millrace/contract'
import type { ImportHost, PipelineSink, StagedFile } from '../ports.ts'
import type { TableColumn, TableSink } from '../sinks/table.types.ts'

type Staged = {
  sink: PipelineSink
  file: StagedFile
  table: TableSink | null
  fromFile: Socket | null
  fromTable: Socket | null
}

/**
 * Everything an import writes, staged until all of it is known to be right: tables in open transactions, files under
 * names nobody sees.
 */
export class StagedSinks {
  readonly #staged: Staged[] = []
  readonly #flows: Promise<void>[] = []
  readonly #cut = new AbortController()

  /** Opens all; when one cannot be opened, those before it are given up. */
  async open(sinks: readonly PipelineSink[], columns: Map<string, TableColumn[]>, host: ImportHost): Promise<void> {
    for (const sink of sinks) {
      const table = sink.table === null ? null : await host.openTable(sink, columns.get(sink.name) ?? [])
      const entry: Staged = { sink, table, file: nowhere, fromFile: null, fromTable: null }
      this.#staged.push(entry)
      if (!this.#cut.signal.aborted) entry.file = await host.openFile(sink)
      // Given up while it was being opened: nobody else will.
      if (this.#cut.signal.aborted) {
        await Promise.allSettled([table?.abort(), entry.file.abort()])
        return
      }
    }
  }

  /** Moves what the runner writes; `failed` hears of the first sink that cannot take it. */
  connect(pipes: readonly Socket[], failed: (problem: Error) => void): void {
    let next = 0
    const move = (entry: Staged, write: Writable): Socket => {
      const from = pipes[next++]
      if (from === undefined) throw new Error(`no pipe for the sink ${entry.sink.name}`)
      const flow = pipeline(from, write, { signal: this.#cut.signal })
      this.#flows.push(flow)
      flow.catch((problem: Error) => failed(new Error(`The sink '${entry.sink.name}' failed: ${problem.message}`)))
      return from
    }
    for (const entry of this.#staged) {
      entry.fromFile = move(entry, entry.file.write)
      // Done by an earlier attempt: the text is read and dropped, the table left alone.
      if (entry.table !== null) entry.fromTable = move(entry, entry.table.write)
    }
  }

  /** Bytes that came in so far, for the cap on what a run may write. */
  get bytes(): number {
    return this.#staged.reduce((sum, { fromFile, fromTable }) => sum + read(fromFile) + read(fromTable), 0)
  }

  /** Waits until all bytes are staged, and checks that none was lost on the way. */
  async settled(written: Record<string, { fileBytes: number; tableBytes: number }>): Promise<void> {
    await Promise.all(this.#flows)
    for (const { sink, fromFile, fromTable } of this.#staged) {
      const said = written[sink.name]
      if (said?.fileBytes !== read(fromFile) || said.tableBytes !== read(fromTable)) {
        throw new Error(`The sink '${sink.name}' did not get everything that was written to it`)
      }
    }
    for (const { table } of this.#staged) if (table?.alreadyDone === null) await table.finish()
  }

  /**
   * Tables first, each with the import's marker; then the files by name. A process that dies in between is taken up
   * again: tables say that they are done, files are renamed once more.
   */
  async commit(): Promise<Record<string, RunCounts>> {
    const counts: Record<string, RunCounts> = {}
    for (const { sink, table } of this.#staged) {
      if (table !== null) counts[sink.name] = table.alreadyDone ?? (await table.commit())
    }
    for (const { file } of this.#staged) await file.commit()
    return counts
  }

  /**
   * Gives up all of it, whatever state it is in. A sink that hangs does not keep the others waiting: its flow is cut.
   * @returns what could not be given up, for the log
   */
  async abort(): Promise<string[]> {
    this.#cut.abort()
    const tables = await Promise.allSettled(
      this.#staged.flatMap(({ table }) => (table === null ? [] : [table.abort()])),
    )
    await Promise.allSettled(this.#flows)
    const files = await Promise.allSettled(this.#staged.map(({ file }) => file.abort()))
    return [...tables, ...files].flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  }
}

const nowhere: StagedFile = { write: new PassThrough(), commit: async () => {}, abort: async () => {} }
const read = (socket: Socket | null): number => socket?.bytesRead ?? 0
