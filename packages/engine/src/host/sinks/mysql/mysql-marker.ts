import type { RunCounts } from '@millrace/contract'
import type { MysqlClient } from './mysql-client.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import { errorReason } from '../tables/sink-errors.ts'

/** What PostgresqlMarker is for PostgreSQL, in MySQL (G3). */
export class MysqlMarker {
  readonly #table: string
  readonly #key: [string, string]

  /** `schema` is quoted. */
  constructor(schema: string, importId: string, sink: string) {
    this.#table = `${schema}.millrace_imports`
    this.#key = [importId, sink]
  }

  /** Makes the table on first use: before any transaction, which this would commit. */
  async prepare(client: MysqlClient): Promise<void> {
    // Looked for first: where the table exists, the right to create one is not needed.
    const there = await client.rows(`select 1 from ${this.#table} limit 1`).catch((error: { errno?: number }) => {
      if (error.errno !== 1146) throw error
      return null
    })
    if (there !== null) return
    try {
      await client.write(
        `create table if not exists ${this.#table} (
           import_id varchar(255) not null, sink varchar(255) not null, attempt int not null, counts text not null,
           committed_at timestamp not null default current_timestamp, primary key (import_id, sink)
         ) engine = InnoDB default character set utf8mb4 collate utf8mb4_bin row_format = dynamic`,
      )
    } catch (error) {
      throw new SinkError('target', `The table ${this.#table} for import markers cannot be made: ${errorReason(error)}`)
    }
  }

  /** Counts stored by a committed run of the same import and sink; null when there is none. */
  async read(client: MysqlClient): Promise<RunCounts | null> {
    const [found] = await client.rows<{ counts: string }>(
      `select counts from ${this.#table} where import_id = ? and sink = ?`,
      this.#key,
    )
    return found === undefined ? null : (JSON.parse(found.counts) as RunCounts)
  }

  async write(client: MysqlClient, attempt: number, counts: RunCounts): Promise<void> {
    await client.write(`insert into ${this.#table} (import_id, sink, attempt, counts) values (?, ?, ?, ?)`, [
      ...this.#key,
      attempt,
      JSON.stringify(counts),
    ])
  }
}
