import { Writable } from 'node:stream'
import { cutValue } from '../../../formats/records/cut-value.ts'
import { type MysqlClient, quoted } from './mysql-client.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Bytes that are loaded at a time: faults of the data are known after so many, not at the end of the run. */
const chunkBytes = 1 << 20
/** Errors of servers and users without LOAD DATA LOCAL. */
const withoutInfile = [1148, 3948, 4166]

type Warning = { Level: string; Code: number; Message: string }

/** Loads the text that `toLoadText` makes into the stage: by LOAD DATA where the server takes it, else by INSERT. */
export class MysqlLoader extends Writable {
  /** Records in the stage. */
  loaded = 0
  readonly #client: MysqlClient
  readonly #options: TableSinkOptions
  readonly #stage: string
  /** Quoted names, and all of them in parentheses. */
  readonly #names: string[]
  readonly #columns: string
  readonly #maxBytes: number
  #infile = true
  #waiting: Buffer[] = []
  #size = 0

  /** `maxBytes` is the server's max_allowed_packet. */
  constructor(client: MysqlClient, options: TableSinkOptions, stage: string, columns: string[], maxBytes: number) {
    super({ highWaterMark: chunkBytes })
    this.#client = client
    this.#options = options
    this.#stage = stage
    this.#names = columns
    this.#columns = `(${columns.join(', ')})`
    this.#maxBytes = maxBytes
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#waiting.push(chunk)
    this.#size += chunk.length
    if (this.#size < chunkBytes) done()
    else
      this.#load().then(
        () => done(),
        (error: Error) => done(error),
      )
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#load().then(
      () => done(),
      (error: Error) => done(error),
    )
  }

  async #load(): Promise<void> {
    const all = Buffer.concat(this.#waiting)
    // A line break ends a record: those inside of values are written in two characters.
    const end = all.lastIndexOf(10) + 1
    this.#waiting = [all.subarray(end)]
    this.#size = all.length - end
    if (end === 0) return
    const chunk = all.subarray(0, end)
    if (this.#infile && (await this.#loadFile(chunk))) return
    await this.#insert(chunk.toString('utf8').slice(0, -1).split('\n'))
  }

  /** @returns false when the server takes no files */
  async #loadFile(chunk: Buffer): Promise<boolean> {
    const sql = `load data local infile 'millrace' into table ${this.#stage} character set utf8mb4
      fields terminated by '\\t' escaped by '\\\\' lines terminated by '\\n' ${this.#columns}`
    try {
      const { affectedRows, warningStatus } = await this.#client.write(sql, [], chunk)
      // Files of a client are loaded as if with IGNORE: what does not fit is cut, with a warning.
      if (warningStatus > 0) await this.#refuse(chunk)
      this.loaded += affectedRows
      return true
    } catch (error) {
      const { errno } = error as { errno?: number }
      if (errno === undefined || !withoutInfile.includes(errno) || this.loaded > 0) throw error
      this.#infile = false
      return false
    }
  }

  async #refuse(chunk: Buffer): Promise<never> {
    const [first] = await this.#client.rows<Warning>('show warnings limit 1')
    const message = first?.Message ?? 'values were cut'
    const [, name, row] = / column '([^']*)' at row (\d+)$/.exec(message) ?? []
    const line = chunk.toString('utf8').split('\n')[Number(row) - 1]
    const value = line?.split('\t')[this.#names.indexOf(quoted(name ?? ''))]
    throw this.#problem(message, null, value === undefined || message.includes(value) ? '' : ` ('${cutValue(value)}')`)
  }

  async #insert(lines: string[]): Promise<void> {
    const head = `insert into ${this.#stage} ${this.#columns} values `
    const most = Math.min(this.#maxBytes - 4096, chunkBytes)
    let tuples: string[] = []
    let size = 0
    const send = async () => {
      if (tuples.length === 0) return
      const count = tuples.length
      await this.#client.write(head + tuples.join()).catch((error: Error & { sqlState?: string }) => {
        throw error.sqlState === undefined ? error : this.#problem(error.message)
      })
      this.loaded += count
      tuples = []
      size = 0
    }
    for (const line of lines) {
      const tuple = `(${line.split('\t').map(literal).join()})`
      const bytes = Buffer.byteLength(tuple)
      if (size + bytes > most) await send()
      if (bytes > this.#maxBytes - 4096) {
        throw this.#problem(`it has ${bytes} bytes, more than the database takes (max_allowed_packet)`, 1)
      }
      tuples.push(tuple)
      size += bytes + 1
    }
    await send()
  }

  /** The database counts rows from the start of one statement; people count the records of the run. */
  #problem(message: string, row: number | null = null, value = ''): SinkError {
    const found = / at row (\d+)$/.exec(message)
    const at = row ?? (found === null ? null : Number(found[1]))
    const record = at === null ? '' : `record ${this.loaded + at}: `
    const said = found === null ? message : message.slice(0, found.index)
    return new SinkError(
      'data',
      `The table '${this.#options.table}' does not take the data: ${record}${readable(said)}${value}`,
    )
  }
}

/** Removes the name of the stage table, which means nothing to people. */
const readable = (message: string): string => message.replace(/`[^`]*`\.`millrace_stage`\./g, '')

/** The text of a value as LOAD DATA takes it, as a literal: what stands behind a backslash means the same in both. */
const literal = (cell: string): string => (cell === '\\N' ? 'null' : `'${cell.replaceAll("'", "''")}'`)
