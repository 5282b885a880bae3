import type { ReadLimits } from '../records/file.types.ts'
import type { Dialect } from './dialect.ts'
import { FileError } from '../records/file-error.ts'

/**
 * One record of delimited text. `cells` is used again for the next one: copy what you keep, up to `count`. `quoteFlaw`
 * is the first cell (from 0) with text after its closing quote, else -1. Give false to stop.
 */
export type RowHandler = (cells: string[], count: number, line: number, quoteFlaw: number) => boolean

/** Stands for whatever is in a cell that nobody wants. */
export const UNREAD = '…'

const QUOTE = 34
const CR = 13

/**
 * A file begins in small slices: V8 compiles the loop over records while it runs, and with ways out of it that it has
 * not seen yet it would throw the code away at each of them, five times in all.
 */
const FIRST_SLICES = 32
const SLICE = 2048

/**
 * Scans delimited text (RFC 4180 quoting) from chunks of any size. It searches for the next delimiter and line end
 * with indexOf, each moving forward once over the text, which is several times faster than looking at each character.
 * A quote inside an unquoted cell is text; a record of one empty unquoted cell is a blank line and is skipped.
 */
export class RowScanner {
  /** Line on which the next record starts. */
  line = 1
  stopped = false
  private text = ''
  private rowFrom = 0
  private rowTo = 0
  private slices = 0
  private readonly dialect: Dialect
  private readonly limits: ReadLimits
  private readonly handler: RowHandler
  private readonly wanted: readonly boolean[] | null

  /** A cell that is not `wanted` is '' or, where it holds anything, UNREAD. */
  constructor(dialect: Dialect, limits: ReadLimits, handler: RowHandler, wanted: readonly boolean[] | null = null) {
    this.dialect = dialect
    this.limits = limits
    this.handler = handler
    this.wanted = wanted
  }

  /** The record that the handler is given, as it stands in the text; only while it is called. */
  get rowText(): string {
    return this.text.slice(this.rowFrom, this.rowTo)
  }

  push(chunk: string): void {
    let from = 0
    for (; this.slices < FIRST_SLICES && chunk.length - from > SLICE && !this.stopped; from += SLICE) {
      this.slices++
      this.take(chunk.slice(from, from + SLICE))
    }
    this.take(from === 0 ? chunk : chunk.slice(from))
  }

  private take(chunk: string): void {
    const rest = this.text === '' ? chunk : this.afterOpenRecord(chunk)
    if (this.stopped || rest === '') return
    this.text = this.text === '' ? rest : this.text + rest
    this.scan(false)
  }

  /**
   * Ends the open record with the first line of the chunk, as it mostly does. Put together with all of the chunk it
   * would be copied with it.
   * @returns what is left of the chunk
   */
  private afterOpenRecord(chunk: string): string {
    const { lineEnd } = this.dialect
    const end = chunk.indexOf(lineEnd)
    if (end < 0) return chunk
    const next = end + lineEnd.length
    this.text += chunk.slice(0, next)
    this.scan(false)
    return chunk.slice(next)
  }

  /** The last record needs no line end. Throws FileError `syntax` when a quote is still open. */
  end(): void {
    if (this.text !== '' && !this.stopped) this.scan(true)
  }

  private scan(last: boolean): void {
    // Young each time: V8 notes each new text that is put into an old list.
    const cells: string[] = []
    const { text, limits, wanted } = this
    const { delimiter, lineEnd, quotes } = this.dialect
    const delimiterCode = delimiter.charCodeAt(0)
    const opening = quotes ? QUOTE : -1
    const n = text.length
    let pos = 0
    let nextEnd = -2
    let nextDelimiter = -2
    while (pos < n && !this.stopped) {
      const start = pos
      let count = 0
      let innerLines = 0
      let flaw = -1
      let quoted = false
      for (let open = true; open; ) {
        const cell = pos
        let value = ''
        let from = pos
        let closed = false
        if (text.charCodeAt(pos) === opening) {
          let close = pos + 1
          let escaped = false
          for (;;) {
            close = text.indexOf('"', close)
            if (close < 0 || (close === n - 1 && !last))
              return this.unfinished(start, pos, innerLines, last && close < 0)
            if (text.charCodeAt(close + 1) !== QUOTE) break
            escaped = true
            close += 2
          }
          if (nextEnd < pos && nextEnd !== -1) nextEnd = text.indexOf(lineEnd, pos)
          for (; nextEnd >= 0 && nextEnd < close; nextEnd = text.indexOf(lineEnd, nextEnd + 1)) innerLines++
          // Doubled quotes count twice in its length: only a wanted cell can say how long it is without them.
          if (wanted === null || wanted[count] !== false || (escaped && close - pos > limits.cellChars)) {
            value = text.slice(pos + 1, close)
            if (escaped) value = value.replaceAll('""', '"')
          } else if (close > pos + 1) {
            if (close - pos - 1 > limits.cellChars) this.tooLong(this.line + innerLines)
            value = UNREAD
          }
          from = pos = close + 1
          closed = quoted = true
        }
        let more = false
        if (closed && text.charCodeAt(pos) === delimiterCode) {
          pos++
          more = true
        } else {
          if (nextEnd < pos && nextEnd !== -1) nextEnd = text.indexOf(lineEnd, pos)
          if (nextDelimiter < pos && nextDelimiter !== -1) nextDelimiter = text.indexOf(delimiter, pos)
          more = nextDelimiter >= 0 && (nextEnd < 0 || nextDelimiter < nextEnd)
          let to = more ? nextDelimiter : nextEnd
          if (to < 0) {
            if (!last) return this.unfinished(start, pos, innerLines, false)
            to = n
          }
          pos = to + 1
          if (!more && to > from && text.charCodeAt(to - 1) === CR) to--
          if (closed) {
            const plain = text.slice(from, to)
            if (plain.trim() !== '') {
              if (value === UNREAD) value = text.slice(cell + 1, from - 1).replaceAll('""', '"')
              value += plain
              if (flaw < 0) flaw = count
            }
          } else if (wanted === null || wanted[count] !== false) value = text.slice(from, to)
          else if (to > from) {
            if (to - from > limits.cellChars) this.tooLong(this.line + innerLines)
            value = UNREAD
          }
        }
        // Asking a text for its length costs more than this, as there are many kinds of texts.
        if (pos - cell > limits.cellChars && value.length > limits.cellChars) this.tooLong(this.line + innerLines)
        cells[count++] = value
        if (count > limits.columns) this.tooWide()
        if (!more) open = false
        else if (pos >= n) {
          if (!last) return this.unfinished(start, n, innerLines, false)
          cells[count++] = ''
          open = false
        }
      }
      const line = this.line
      this.line += innerLines + 1
      if (count === 1 && !quoted && cells[0] === '') continue
      this.rowFrom = start
      this.rowTo = pos
      if (!this.handler(cells, count, line, flaw)) this.stopped = true
    }
    this.text = ''
  }

  /** Keeps an unfinished record for the next chunk. */
  private unfinished(start: number, cellStart: number, innerLines: number, openQuote: boolean): void {
    if (openQuote) {
      const line = this.line + innerLines
      throw new FileError('syntax', `Line ${line}: a quote opens a cell here and is never closed`, { line })
    }
    // Its quotes are counted here, doubled ones twice: what is longer than this is too long without them as well.
    if (this.text.length - cellStart > this.limits.cellChars * 2 + 3) this.tooLong(this.line + innerLines)
    this.text = this.text.slice(start)
    // An open record is scanned again with each chunk.
    if (this.text.length > this.limits.cellChars * 8) {
      const message = `Line ${this.line}: the row is longer than ${this.limits.cellChars * 8} characters`
      throw new FileError('limit', message, { line: this.line })
    }
  }

  private tooLong(line: number): never {
    const most = this.limits.cellChars
    const message = `Line ${line}: a cell is longer than ${most} characters; is a closing quote missing?`
    throw new FileError('limit', message, { line })
  }

  private tooWide(): never {
    const message = `Line ${this.line}: the row has more than ${this.limits.columns} cells`
    throw new FileError('limit', message, { line: this.line })
  }
}
