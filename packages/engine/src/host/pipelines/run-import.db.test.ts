import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TableTarget } from '@millrace/contract'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { FileSource, PipelineSink } from './ports.ts'
import type { DatabaseKind, TableColumn, TableSink } from '../../outputs/targets/table.types.ts'
import { type SinkDatabase, sinkDatabase } from '../sinks/database-for-test.ts'
import { mysqlSuite } from '../sinks/mysql/mysql-for-test.ts'
import { openTableSink } from '../sinks/table-sink.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { runImport } from './run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'import-db-test-'))
let db: SinkDatabase

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

const target: TableTarget = { kind: 'table', connection: 'c', table: 'product', keys: ['sku'], mode: 'upsert' }
const rowSchema = {
  type: 'object',
  properties: { sku: { type: 'string' }, price: { type: 'number' }, tags: { type: 'array' } },
  required: ['sku'],
}

function prices(rows: [string, number][]): FileSource {
  const file = path.join(folder, 'prices.csv')
  writeFileSync(file, `sku,price\n${rows.map((row) => row.join(',')).join('\n')}\n`)
  return { path: file, size: 0, name: 'prices.csv', contentType: 'csv', format: {} }
}

class TableHost extends FolderHost {
  readonly importId: string
  constructor(importId: string) {
    super()
    this.importId = importId
  }

  override openTable(target: PipelineSink, columns: TableColumn[]): Promise<TableSink> {
    return openTableSink({
      database: db.kind,
      connectionString: db.url,
      table: 'product',
      keys: ['sku'],
      mode: 'upsert',
      columns,
      importId: this.importId,
      sink: target.name,
      attempt: 1,
      fence: () => this.fence(),
      log: (level, message) => this.log(level, message),
    })
  }
}

async function run(
  importId: string,
  rows: [string, number][],
  code = '',
  prepare: (host: TableHost) => void = () => {},
) {
  const host = new TableHost(importId)
  prepare(host)
  const jsCode = `${code}\nconst { sku, price } = ctx.input.row\nctx.output.row = { sku, price, tags: [sku] }`
  const outcome = await runImport(
    {
      ...constants,
      importId,
      program: await compiled(forEachRecord(jsCode)),
      sources: [source('rows', prices(rows), { ...rowSchema, properties: { ...rowSchema.properties, tags: {} } })],
      sinks: [sink('rows', { rowSchema, table: { ...target, database: db.kind } })],
    },
    host,
  )
  const files = host.files()
  host.remove()
  const stored = await db.products()
  return { outcome, files, stored: stored.map(({ sku, price }) => `${String(sku)} ${String(price)}`) }
}

function imports(kind: DatabaseKind): void {
  beforeAll(async () => {
    db = await sinkDatabase(kind)
  })
  afterAll(() => db?.remove())
  beforeEach(() => db.reset())

  it('IMP-049/engine upserts what changed, and changes nothing the second time', async () => {
    const first = await run('one', [
      ['A', 1],
      ['B', 2],
    ])
    expect(first.outcome.problem).toBeNull()
    expect(first.outcome.counts.sinks.rows).toMatchObject({ read: 2, rejected: 0, created: 2 })
    const second = await run('two', [
      ['A', 1],
      ['B', 3],
      ['C', 4],
    ])
    expect(second.outcome.counts.sinks.rows).toMatchObject({ read: 3, created: 1, changed: 1, unchanged: 1 })
    const third = await run('three', [
      ['A', 1],
      ['B', 3],
      ['C', 4],
    ])
    expect(third.outcome.counts.sinks.rows).toMatchObject({ created: 0, changed: 0, unchanged: 3 })
    expect(third.stored).toEqual(['A 1', 'B 3', 'C 4'])
    expect(third.files).toEqual(['rows'])
  })

  it('leaves the table as it was when code throws, a fence is lost, or a record does not fit', async () => {
    await run('one', [['A', 1]])
    const many = Array.from({ length: 2000 }, (_, n): [string, number] => [`S${n}`, n])
    const thrown = await run('two', many, "if (ctx.input.row.sku === 'S1999') throw new Error('late')")
    const fenced = await run('three', many, '', (host) => {
      host.fenceHeld = false
    })
    const odd = await run('four', many, "if (ctx.input.row.sku === 'S7') ctx.input.row.price = 'seven'")
    for (const { outcome, files, stored } of [thrown, fenced, odd]) {
      expect(outcome.ok).toBe(false)
      expect(files).toEqual([])
      expect(stored).toEqual(['A 1'])
    }
    expect(thrown.outcome.problem).toContain('Error: late')
  })

  it('run again after it was committed, the same import writes nothing twice', async () => {
    await run('one', [['A', 1]])
    const again = await run('one', [['A', 2]])
    expect(again.outcome).toMatchObject({ ok: true, counts: { sinks: { rows: { created: 1 } } } })
    expect(again.stored).toEqual(['A 1'])
    expect(again.files).toEqual(['rows'])
  })

  it('refuses a table that is not there before anything runs', async () => {
    await db.rows('drop table product')
    const host = new TableHost('x')
    const program = await compiled(forEachRecord('ctx.output.row = ctx.input.row'))
    const sources = [source('rows', prices([['A', 1]]))]
    const outcome = await runImport(
      { ...constants, program, sources, sinks: [sink('rows', { rowSchema, table: { ...target, database: db.kind } })] },
      host,
    )
    expect(outcome.ok).toBe(false)
    expect(outcome.problem).toMatch(/product/)
    host.remove()
  })
}

describe('imports into a table of PostgreSQL', () => {
  imports('postgresql')
})
mysqlSuite(describe, 'imports into a table of MariaDB', () => {
  imports('mysql')
})
