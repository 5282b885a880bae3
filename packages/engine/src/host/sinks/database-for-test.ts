import { once } from 'node:events'
import { createServer, connect as connectSocket, type Socket } from 'node:net'
import type { RunCounts } from '@millrace/contract'
import type { DataRecord } from '../../formats/records/file.types.ts'
import { toCopyText } from '../../outputs/targets/copy-text.ts'
import { toLoadText } from '../../outputs/targets/load-text.ts'
import { createMysqlDatabase } from './mysql/mysql-for-test.ts'
import { createPostgresqlDatabase } from './postgresql/postgresql-for-test.ts'
import { openTableSink } from './table-sink.ts'
import type { DatabaseKind, TableColumn, TableSinkOptions } from '../../outputs/targets/table.types.ts'

export const productColumns: TableColumn[] = [
  { name: 'sku', pgType: 'text' },
  { name: 'title', pgType: 'text' },
  { name: 'price', pgType: 'numeric' },
  { name: 'tags', pgType: 'jsonb' },
  { name: 'active', pgType: 'boolean' },
]

/** A sink of products, keyed by sku; what it logs goes to `logs`. */
export const productSink = (database: DatabaseKind, connectionString: string, logs: string[]): TableSinkOptions => ({
  database,
  connectionString,
  table: 'product',
  keys: ['sku'],
  mode: 'upsert',
  columns: productColumns,
  importId: 'import-1',
  sink: 'warehouse',
  attempt: 1,
  fence: async () => true,
  log: (_level, message) => logs.push(message),
})

export const product = (sku: string, price: number | string, more: object = {}): DataRecord => ({
  sku,
  title: `Title ${sku}`,
  price,
  tags: ['a', 'b'],
  active: true,
  ...more,
})

/** Either database behind one face, with a table `product` and the words of its dialect. */
export type SinkDatabase = {
  kind: DatabaseKind
  url: string
  /** Empties the database and makes the table. */
  reset(): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
  /** The products as JavaScript has them. */
  products(): Promise<Record<string, unknown>[]>
  /** Ends the sessions of all sinks in this database. */
  endSinks(): Promise<void>
  remove(): Promise<void>
}

const productTable = (json: string): string =>
  `create table product (sku varchar(100) primary key, title text, price numeric(20, 6), tags ${json}, active boolean, note text)`

async function postgresql(): Promise<SinkDatabase> {
  const { url, rows, remove } = await createPostgresqlDatabase()
  return {
    kind: 'postgresql',
    url,
    rows,
    remove,
    async reset() {
      await rows('drop table if exists product, millrace_imports')
      await rows(productTable('jsonb'))
    },
    products: () => rows('select sku, title, price::float, tags, active from product order by sku'),
    async endSinks() {
      await rows(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'millrace %'`,
      )
    },
  }
}

async function mysql(): Promise<SinkDatabase> {
  const { url, rows, remove, client } = await createMysqlDatabase()
  return {
    kind: 'mysql',
    url,
    rows,
    remove,
    async reset() {
      await rows('drop table if exists product, millrace_imports')
      await rows(productTable('json'))
    },
    async products() {
      const found = await rows('select sku, title, price + 0e0 as price, tags, active from product order by sku')
      return found.map(({ tags, active, ...row }) => ({
        ...row,
        tags: typeof tags === 'string' ? JSON.parse(tags) : tags,
        active: active === null ? null : active === 1,
      }))
    },
    async endSinks() {
      const found = await rows('select id from information_schema.processlist where db = database()')
      for (const { id } of found) if (Number(id) !== client.threadId) await rows(`kill ${id}`)
    },
  }
}

export const sinkDatabase = (kind: DatabaseKind): Promise<SinkDatabase> => (kind === 'mysql' ? mysql() : postgresql())

/** The records as the runner writes them for this database. */
export const textFor = (kind: DatabaseKind, records: DataRecord[], columns = productColumns): string =>
  (kind === 'mysql' ? toLoadText : toCopyText)(records, columns)

/** Runs records into a sink, as an import does. */
export async function runInto(options: TableSinkOptions, records: DataRecord[]): Promise<RunCounts> {
  const sink = await openTableSink(options)
  for (const record of records) {
    if (!sink.write.write(textFor(options.database, [record], options.columns))) await once(sink.write, 'drain')
  }
  await sink.finish()
  return sink.commit()
}

/** A proxy that can swallow the server's answer to COMMIT and cut the line. */
export async function commitCutter(
  url: string,
): Promise<{ url: string; arm: (deliver: boolean) => void; close: () => void }> {
  const at = new URL(url)
  let armed: 'off' | 'deliver' | 'swallow' = 'off'
  const sockets = new Set<Socket>()
  const proxy = createServer((near) => {
    const far = connectSocket(Number(at.port), at.hostname)
    sockets.add(near).add(far)
    for (const socket of [near, far]) socket.on('error', () => undefined)
    far.pipe(near)
    near.on('data', (data) => {
      if (armed === 'off' || !data.includes('commit')) {
        far.write(data)
        return
      }
      const mode = armed
      armed = 'off'
      far.unpipe(near)
      if (mode === 'deliver') far.write(data, () => setTimeout(() => near.destroy(), 100))
      else near.destroy()
    })
    near.on('close', () => setTimeout(() => far.destroy(), 200))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((proxy.address() as { port: number }).port)
  return {
    url: through.href,
    arm: (deliver) => {
      armed = deliver ? 'deliver' : 'swallow'
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      proxy.close()
    },
  }
}
