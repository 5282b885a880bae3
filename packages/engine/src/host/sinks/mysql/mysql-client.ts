import { readDatabaseAddress } from '@millrace/contract/connections/database-address.rule'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2'
import { tlsSettings } from '../../addresses/tls-settings.ts'
import { maxConnectMs, unreachableError } from '../tables/sink-errors.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Seconds a session may wait for the next statement: a slow component gives its records over hours. */
const maxPauseSeconds = 86_400
/** Values are refused rather than cut, whatever the server's own mode; backslashes escape, as the loader expects. */
const sqlMode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

/** Keys of a merge are sorted in memory up to so many bytes. */
const sortBytes = 32 << 20

const sliceBytes = 256 << 10

type Value = string | number | null

/** A session of a sink with MySQL or MariaDB. One statement at a time. */
export class MysqlClient {
  /** The database that the connection names; empty when none. */
  database = ''
  readonly #connection: Connection
  #lost: Error | null = null

  constructor(connection: Connection, lost: (error: Error) => void) {
    this.#connection = connection
    connection.on('error', (error) => {
      this.#lost ??= error
      lost(error)
    })
  }

  /** Rows with their values as texts or numbers. */
  async rows<T>(sql: string, values: Value[] = []): Promise<T[]> {
    return (await this.#run({ sql, values })) as T[]
  }

  /** Rows that the statement wrote; with `text`, that is what LOAD DATA LOCAL INFILE gets to read. */
  async write(sql: string, values: Value[] = [], text?: Buffer): Promise<ResultSetHeader> {
    const infileStreamFactory = text === undefined ? undefined : () => Readable.from(slices(text))
    return (await this.#run({ sql, values, ...(infileStreamFactory && { infileStreamFactory }) })) as ResultSetHeader
  }

  /** Number of the session at the server. */
  get id(): number {
    return this.#connection.threadId
  }

  end(): Promise<void> {
    return new Promise((resolve) => this.#connection.end(() => resolve()))
  }

  destroy(): void {
    // destroy() of the connection alone leaves the statement under way unanswered for ever.
    const { stream } = this.#connection as unknown as { stream: Socket }
    stream.destroy(new Error('the connection was cut'))
    this.#connection.destroy()
  }

  #run(query: Parameters<Connection['query']>[0]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      // After a lost connection the driver answers with less.
      this.#connection.query(query, (error, result) => (error ? reject(this.#lost ?? error) : resolve(result)))
    })
  }
}

/** Each becomes a packet, which may not be larger than the server allows. */
function* slices(text: Buffer): Generator<Buffer> {
  for (let at = 0; at < text.length; at += sliceBytes) yield text.subarray(at, at + sliceBytes)
}

/** @throws SinkError when the database cannot be reached; `lost` hears when the connection is gone later */
export async function connectMysql(
  options: TableSinkOptions,
  lost: (error: Error) => void = () => undefined,
): Promise<MysqlClient> {
  let client: MysqlClient | null = null
  try {
    const address = readDatabaseAddress('mysql', options.connectionString)
    const { host, port, user, password, database } = address
    const tls = tlsSettings(address, options.connectionOptions)
    const connection = createConnection({
      ...{ host, port, user, password, database },
      connectTimeout: maxConnectMs,
      enableKeepAlive: true,
      charset: 'utf8mb4_bin',
      multipleStatements: false,
      supportBigNumbers: true,
      dateStrings: true,
      // The number of rows that changed, not of those that were found.
      flags: ['-FOUND_ROWS', '-IGNORE_SPACE'],
      ...(tls !== false && { ssl: tls }),
    })
    client = new MysqlClient(connection, lost)
    await client.write(
      `set session sql_mode = '${sqlMode}', time_zone = '+00:00', sql_safe_updates = 0, foreign_key_checks = 1,
         unique_checks = 1, autocommit = 1, sort_buffer_size = ${sortBytes}, innodb_lock_wait_timeout = 60, lock_wait_timeout = 60,
         wait_timeout = ${maxPauseSeconds}, net_read_timeout = ${maxPauseSeconds}`,
    )
    const [current] = await client.rows<{ name: string | null }>('select database() as name')
    client.database = current?.name ?? ''
    return client
  } catch (error) {
    client?.destroy()
    throw unreachableError(options, error)
  }
}

/** A name in a statement. */
export const quoted = (name: string): string => `\`${name.replaceAll('`', '``')}\``
