import type { LogLevel, LogLine, PieceReport } from '../../protocol/messages.ts'
import { leftOutLines } from '../../runner/jobs/log-totals.ts'
import { describedRejects } from '../../runner/records/sink-writer.ts'
import type { RunnerLimits } from '../../runs/limits.ts'

/**
 * Lines of a shared run in the order of the file, within the limits of one run: each process keeps its own limits, so
 * what comes together here is never too little.
 */
export class SharedLog {
  readonly #limits: RunnerLimits
  readonly #write: (lines: LogLine[]) => void
  readonly #early = new Map<number, PieceReport>()
  #next = 0
  /** Records of each sink before the piece whose turn it is. */
  readonly #read = new Map<string, number>()
  readonly #described = new Map<string, number>()
  readonly #used = new Map<LogLevel, { lines: number; chars: number }>()
  readonly #dropped: Partial<Record<LogLevel, number>> = {}

  constructor(limits: RunnerLimits, write: (lines: LogLine[]) => void) {
    this.#limits = limits
    this.#write = write
  }

  take(report: PieceReport): void {
    this.#early.set(report.piece, report)
    for (let piece = this.#early.get(this.#next); piece !== undefined; piece = this.#early.get(++this.#next)) {
      this.#early.delete(this.#next)
      this.#write(piece.lines.flatMap((line) => (line.sink === undefined ? this.#ofCode(line) : this.#ofSink(line))))
      for (const [sink, { read }] of Object.entries(piece.sinks)) this.#read.set(sink, this.#readOf(sink) + read)
    }
  }

  /** `dropped`: what the processes left out themselves. */
  end(dropped: readonly Partial<Record<LogLevel, number>>[]): void {
    for (const own of dropped) {
      for (const [level, count] of Object.entries(own) as [LogLevel, number][]) this.#drop(level, count)
    }
    this.#write(leftOutLines(this.#dropped))
  }

  #ofCode(line: LogLine): LogLine[] {
    const used = this.#used.get(line.level) ?? { lines: 0, chars: 0 }
    if (used.lines >= this.#limits.logLines || used.chars >= this.#limits.logChars) {
      this.#drop(line.level, 1)
      return []
    }
    this.#used.set(line.level, { lines: used.lines + 1, chars: used.chars + line.message.length })
    return [line]
  }

  #ofSink({ sink = '', ...line }: LogLine): LogLine[] {
    const described = this.#described.get(sink) ?? 0
    if (described >= describedRejects) return []
    this.#described.set(sink, described + 1)
    const message = line.message.replace(
      /^Record (\d+)/,
      (_all, n: string) => `Record ${this.#readOf(sink) + Number(n)}`,
    )
    return [{ ...line, message }]
  }

  #drop(level: LogLevel, count: number): void {
    this.#dropped[level] = (this.#dropped[level] ?? 0) + count
  }

  #readOf = (sink: string): number => this.#read.get(sink) ?? 0
}
