import type { CallResult, CodeIsolate } from '../code/code-isolate.ts'
import type { LogLine, PieceReport } from '../../protocol/messages.ts'
import type { SinkWriter } from '../records/sink-writer.ts'
import type { SourceBatch } from '../records/source-reader.ts'

type Piece = { number: number; call: Promise<CallResult> }

/**
 * The batches of a shared run that are this process's, each from its records to its bytes: what a batch gives leaves
 * together, so that the parent can put all batches in the order of the file. While the isolate works on one, the next
 * is parsed and the one before is encoded.
 */
export class PieceRun {
  readonly #code: CodeIsolate
  readonly #sinks: ReadonlyMap<string, SinkWriter>
  readonly #report: (report: PieceReport) => void
  /** Lines of the call that was answered last. */
  readonly codeLines: LogLine[] = []
  readonly sinkLines: LogLine[] = []
  #open: Piece | null = null

  constructor(code: CodeIsolate, sinks: ReadonlyMap<string, SinkWriter>, report: (report: PieceReport) => void) {
    this.#code = code
    this.#sinks = sinks
    this.#report = report
  }

  async feed(port: string, { piece, rows }: SourceBatch): Promise<void> {
    const before = this.#open
    const results = before === null ? [] : await this.#answers(before.call)
    const lines = this.codeLines.splice(0)
    const call = rows.length === 0 ? Promise.resolve({ rows: {}, more: false }) : this.#code.feed(port, rows, piece)
    // Its failure is met when its turn comes.
    call.catch(() => {})
    this.#open = { number: piece, call }
    if (before !== null) await this.#close(before.number, results, lines)
  }

  async end(): Promise<void> {
    if (this.#open === null) return
    const { number, call } = this.#open
    const results = await this.#answers(call)
    await this.#close(number, results, this.codeLines.splice(0))
  }

  /** All that a call put out; no other call is under way meanwhile. */
  async #answers(call: Promise<CallResult>): Promise<CallResult[]> {
    const all = [await call]
    while (all.at(-1)?.more === true) all.push(await this.#code.drain())
    return all
  }

  async #close(piece: number, results: CallResult[], lines: LogLine[]): Promise<void> {
    for (const { rows } of results) {
      for (const [port, records] of Object.entries(rows)) await this.#sinks.get(port)?.write(records)
    }
    const counts: PieceReport['sinks'] = {}
    for (const [name, sink] of this.#sinks) counts[name] = await sink.closePiece()
    this.#report({ piece, lines: [...lines, ...this.sinkLines.splice(0)], sinks: counts })
  }
}
