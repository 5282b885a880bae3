import { createMysqlDatabase } from '@millrace/engine/host/sinks/mysql/mysql-for-test'
import { createPostgresqlDatabase } from '@millrace/engine/host/sinks/postgresql/postgresql-for-test'
import type { JsonSchema } from '@millrace/contract'
import { freshName } from '../test-support/factories.ts'
import { type ImportWorld, makePipelines } from '../work/imports/imports.fixtures.ts'

export type Mode = 'upsert' | 'insert' | 'replace'
export const modes: readonly Mode[] = ['upsert', 'insert', 'replace']

/** A database that imports write into, known to the product as a connection. */
export type TargetDatabase = {
  kind: 'postgresql' | 'mysql'
  /** Id of the connection. */
  connection: string
  url: string
  rows(sql: string): Promise<Record<string, unknown>[]>
  remove(): Promise<void>
}

/** @param through replaces the address that the product gets, as for a proxy in between */
export async function openTarget(
  world: ImportWorld,
  kind: TargetDatabase['kind'],
  through: (url: string) => Promise<string> = async (url) => url,
): Promise<TargetDatabase> {
  const { url, rows, remove } = await (kind === 'mysql' ? createMysqlDatabase() : createPostgresqlDatabase())
  const entry = { name: freshName('Target'), type: kind, cnxString: await through(url) }
  const { _id: connection } = await world.connections.ensure(world.people['super-admin'], entry)
  return { kind, connection, url, rows: (sql) => rows(sql), remove }
}

export type TargetTable = { db: TargetDatabase; table: string; pipelineId: string; mode: Mode }

const quoted = (kind: TargetDatabase['kind'], name: string) => (kind === 'mysql' ? `\`${name}\`` : `"${name}"`)

/**
 * A pipeline into a table of its own, which holds rows that the import finds unchanged, rows that it changes, and rows
 * it does not know: each mode leaves another table.
 */
export async function tablePipeline(
  world: ImportWorld,
  db: TargetDatabase,
  mode: Mode,
  options: { spin?: number; jsCode?: string; schema?: JsonSchema } = {},
): Promise<TargetTable> {
  const table = `t${freshName('').trim()}`
  const key = quoted(db.kind, 'key')
  await db.rows(`create table ${table} (${key} varchar(50) primary key, name varchar(100), price numeric(8, 2))`)
  const before = [
    ...Array.from({ length: 10 }, (_, i) => `('k${i}', 'Name ${i}', ${i}.5)`),
    ...Array.from({ length: 10 }, (_, i) => `('k${i + 10}', 'Old', 1)`),
    ...Array.from({ length: 5 }, (_, i) => `('unknown ${i}', 'Before', 2)`),
  ]
  await db.rows(`insert into ${table} values ${before.join(', ')}`)
  const spin = `let n = 0; while (n < ${options.spin ?? 0}) n++; `
  const { country } = await makePipelines(world, {
    component: { jsCode: spin + (options.jsCode ?? 'ctx.output = { out: ctx.input.rows }') },
    sinks: [
      {
        name: 'out',
        format: 'ndjson',
        target: { kind: 'table', connection: db.connection, table, keys: ['key'], mode },
      },
    ],
  })
  return { db, table, pipelineId: country._id, mode }
}

/** All rows in the order of their keys, the same from either database. */
export async function readRows({ db, table }: Pick<TargetTable, 'db' | 'table'>): Promise<string[]> {
  const key = quoted(db.kind, 'key')
  const rows = await db.rows(`select ${key} as k, name, price from ${table}`)
  return rows.map((row) => JSON.stringify([row.k, row.name, Number(row.price)])).toSorted()
}

/** The rows of each table, one after the other: a connection answers one question at a time. */
export async function readEach(tables: readonly Pick<TargetTable, 'db' | 'table'>[]): Promise<string[][]> {
  const rows: string[][] = []
  for (const table of tables) rows.push(await readRows(table))
  return rows
}

/** Attempts whose marker is in the database, by import. */
export async function readMarkers(db: TargetDatabase): Promise<Record<string, number>> {
  const rows = await db.rows('select import_id, attempt from millrace_imports')
  return Object.fromEntries(rows.map((row) => [String(row.import_id), Number(row.attempt)]))
}
