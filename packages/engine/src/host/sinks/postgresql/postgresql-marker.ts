import type { RunCounts } from '@millrace/contract'
import type { Client } from 'pg'
import { SinkError } from '../../../outputs/targets/sink-error.ts'

/**
 * The marker of an import in the target database, written in the transaction of its data (G3): whoever sees it knows
 * that the data is there, whoever does not knows that it is not.
 */
export class PostgresqlMarker {
  private readonly table: string
  private readonly key: [string, string]

  /** `schema` is quoted. */
  constructor(schema: string, importId: string, sink: string) {
    this.table = `${schema}.millrace_imports`
    this.key = [importId, sink]
  }

  /** Makes the table on first use, outside the data's transaction. */
  async prepare(client: Client): Promise<void> {
    const exists = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [this.table])
    if (exists.rows[0]?.there) return
    try {
      await client.query(
        `create table if not exists ${this.table} (
           import_id text not null, sink text not null, attempt integer not null, counts jsonb not null,
           committed_at timestamptz not null default now(), primary key (import_id, sink))`,
      )
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      // Two imports may make the table at the same moment: the loser finds it made.
      if (code === '23505' || code === '42P07') return
      throw new SinkError('target', `The table ${this.table} for import markers cannot be made: ${message}`)
    }
  }

  /** Counts stored by a committed run of the same import and sink; null when there is none. */
  async read(client: Client): Promise<RunCounts | null> {
    const { table, key } = this
    const found = await client.query<{ counts: RunCounts }>(
      `select counts from ${table} where import_id = $1 and sink = $2`,
      key,
    )
    return found.rows[0]?.counts ?? null
  }

  async write(client: Client, attempt: number, counts: RunCounts): Promise<void> {
    const values = [...this.key, attempt, JSON.stringify(counts)]
    await client.query(`insert into ${this.table} (import_id, sink, attempt, counts) values ($1, $2, $3, $4)`, values)
  }
}
