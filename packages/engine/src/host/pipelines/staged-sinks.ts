import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { HttpTarget, RunCounts } from '@millrace/contract'
import type { ImportHost, PipelineSink, StagedFile } from './ports.ts'
import { openHttpSink } from '../sinks/http/http-sink.ts'
import type { HttpSink } from '../sinks/http/http.types.ts'
import type { TableColumn, TableSink } from '../../outputs/targets/table.types.ts'

/** What a runner writes, or several joined. */
type Pipe = Readable & { readonly bytesRead: number }

type Staged = {
  sink: PipelineSink
  file: StagedFile
  table: TableSink | null
  http: HttpSink | null
  fromFile: Pipe | null
  /** From the runner to the table or the batches. */
  fromTarget: Pipe | null
  /** Bytes handed to the file, and to the table or the batches. */
  moved: { file: number; target: number }
}

/**
 * Everything an import writes, staged until all of it is known to be right: tables in open transactions, files under
 * names nobody sees.
 */
export class StagedSinks {
  readonly #staged: Staged[] = []
  readonly #flows: Promise<void>[] = []
  readonly #cut = new AbortController()
  #pipes: readonly Pipe[] = []

  /**
   * Takes what the runner will write; nothing is read before `connect`. A runner may be through before the slowest
   * target is open (an earlier attempt's session is waited for), and what an ended process wrote is thrown away by Node
   * unless somebody listens.
   */
  expect(pipes: readonly Pipe[]): void {
    this.#pipes = pipes
    for (const pipe of pipes) pipe.on('readable', ignoreReadable)
  }

  /** Opens all; when one cannot be opened, those before it are given up. */
  async open(
    sinks: readonly PipelineSink[],
    columns: Map<string, TableColumn[]>,
    host: ImportHost,
    importId: string,
  ): Promise<void> {
    for (const sink of sinks) {
      const http = sink.http === null ? null : await openHttp(sink, sink.http, host, importId)
      const table = sink.table === null ? null : await host.openTable(sink, columns.get(sink.name) ?? [])
      const moved = { file: 0, target: 0 }
      const entry: Staged = { sink, table, http, file: noFile, fromFile: null, fromTarget: null, moved }
      this.#staged.push(entry)
      if (!this.#cut.signal.aborted) entry.file = await host.openFile(sink)
      // The import was given up while this was being opened: nobody else closes it.
      if (this.#cut.signal.aborted) {
        await Promise.allSettled([table, http, entry.file].map(async (target) => target?.abort()))
        return
      }
    }
  }

  /** Moves what the runner writes; `failed` is called for a sink that cannot take it. */
  connect(failed: (problem: Error) => void): void {
    let next = 0
    const move = (entry: Staged, to: keyof Staged['moved'], write: Writable): Pipe => {
      const from = this.#pipes[next++]
      if (from === undefined) throw new Error(`no pipe for the sink ${entry.sink.name}`)
      from.off('readable', ignoreReadable)
      const flow = pipeline(from, write, { signal: this.#cut.signal }).catch((problem: Error) => {
        // One that was lost before it was joined fails with its own reason, not with the joining.
        const { message } = write.errored ?? problem
        throw new Error(`The sink '${entry.sink.name}' failed: ${message}`, { cause: problem })
      })
      from.on('data', (chunk: Buffer) => {
        entry.moved[to] += chunk.length
      })
      this.#flows.push(flow)
      flow.catch(failed)
      return from
    }
    for (const entry of this.#staged) {
      entry.fromFile = move(entry, 'file', entry.file.write)
      // Done by an earlier attempt: the text is read and dropped, the table left alone.
      const target = entry.table ?? entry.http
      if (target !== null) entry.fromTarget = move(entry, 'target', target.write)
    }
  }

  /** Bytes that came in so far, for the cap on what a run may write. */
  get bytes(): number {
    return this.#staged.reduce((sum, { fromFile, fromTarget }) => sum + read(fromFile) + read(fromTarget), 0)
  }

  /** Waits until all bytes are staged, and checks that none was lost on the way. */
  async settled(written: Record<string, { fileBytes: number; tableBytes: number }>): Promise<void> {
    await Promise.all(this.#flows)
    for (const { sink, moved } of this.#staged) {
      const reported = written[sink.name]
      if (reported?.fileBytes !== moved.file || reported.tableBytes !== moved.target) {
        throw new Error(`The sink '${sink.name}' did not get everything that was written to it`)
      }
    }
    // Files go to disk while the databases merge.
    const stored = Promise.all(this.#staged.map(async ({ file }) => file.store?.()))
    stored.catch(() => {})
    for (const { table } of this.#staged) if (table?.alreadyDone === null) await table.finish()
    await stored
  }

  /** Sends the batches of HTTP sinks, one sink after another: what can be taken back is staged, this is not. */
  async deliver(): Promise<Record<string, RunCounts>> {
    const counts: Record<string, RunCounts> = {}
    for (const { sink, http } of this.#staged) if (http !== null) counts[sink.name] = await http.deliver()
    return counts
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
    for (const pipe of this.#pipes) pipe.destroy()
    const targets = await Promise.allSettled(
      this.#staged.flatMap(({ table, http }) => [table, http]).map(async (target) => target?.abort()),
    )
    await Promise.allSettled(this.#flows)
    const files = await Promise.allSettled(this.#staged.map(({ file }) => file.abort()))
    return [...targets, ...files].flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  }
}

/** A listener for this event keeps the pipe paused. */
const ignoreReadable = (): void => {}

const noFile: StagedFile = { write: new PassThrough(), commit: async () => {}, abort: async () => {} }

/** @throws SinkError when the address may not be called */
async function openHttp(sink: PipelineSink, target: HttpTarget, host: ImportHost, importId: string): Promise<HttpSink> {
  if (host.http === undefined) throw new Error(`The sink '${sink.name}' cannot be sent: no way out is set up`)
  return openHttpSink({
    url: target.url,
    ...(target.headers && { headers: target.headers }),
    batchSize: target.batchSize,
    importId,
    sink: sink.name,
    transport: host.http,
    isCurrentAttempt: async () => (await host.isCurrentAttempt?.()) ?? true,
    signal: host.signal,
    log: (level, message) => host.log(level, message),
  })
}

const read = (socket: Pipe | null): number => socket?.bytesRead ?? 0
