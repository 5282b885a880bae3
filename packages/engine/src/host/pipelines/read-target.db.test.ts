import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMysqlDatabase, type MysqlTestDatabase, mysqlSuite } from '../sinks/mysql/mysql-for-test.ts'
import { checkTarget } from './check-target.ts'
import { readTarget } from './read-target.ts'

mysqlSuite(describe, 'PIP-006/engine the table of a sink in MariaDB', () => {
  let db: MysqlTestDatabase
  const options = () => ({ type: 'mysql' as const, name: 'shop', connectionString: db.url })
  beforeAll(async () => {
    db = await createMysqlDatabase()
    await db.client.query(`
      create table product (
        id int auto_increment primary key, Sku varchar(20) not null, title text, price decimal(9,2) not null default 0,
        extra varchar(9) not null, doubled decimal(9,2) as (price * 2) stored,
        unique key by_sku (sku), unique key by_start (title(10)));
      create view cheap as select * from product`)
  })
  afterAll(() => db?.remove())

  it('has columns with what they need, and the keys that tell records apart', async () => {
    const { columns, uniqueKeys } = await readTarget(options(), 'product')
    expect(columns.map(({ name, required, generated }) => [name, required, generated])).toEqual([
      ['id', false, false],
      ['Sku', true, false],
      ['title', false, false],
      ['price', false, false],
      ['extra', true, false],
      ['doubled', false, true],
    ])
    // A unique beginning of a text is no key.
    expect(uniqueKeys).toEqual([['id'], ['Sku']])
    expect((await readTarget(options(), `${db.name}.product`)).columns).toHaveLength(6)
  })

  it.each([
    ['gone', /^The table 'gone' does not exist there$/],
    ['cheap', /^'cheap' is not a table$/],
  ])('%s is refused', async (table, sentence) => {
    await expect(readTarget(options(), table)).rejects.toThrow(sentence)
  })

  it('takes properties by name without regard to case, and says which column refuses them', async () => {
    const rowSchema = {
      type: 'object',
      properties: { sku: { type: 'string' }, price: { type: 'string' }, doubled: { type: 'number' } },
      required: ['sku'],
    }
    const target = {
      kind: 'table' as const,
      connection: 'shop',
      table: 'product',
      keys: ['sku'],
      mode: 'upsert' as const,
    }
    const checked = await checkTarget(options(), { name: 'out', target, rowSchema, schemas: {} })
    expect(checked.columns.map(({ property, column, fault }) => [property, column?.name ?? null, fault])).toEqual([
      ['sku', 'Sku', null],
      ['price', 'price', 'The column is of type decimal(9,2), the records have text'],
      ['doubled', 'doubled', 'The table computes this column itself'],
    ])
    expect(checked).toMatchObject({ ok: false, uniqueKeys: [['id'], ['Sku']] })
    expect(checked.unfilled).toContainEqual({ name: 'extra', type: 'varchar(9)', needed: true })
  })
})
