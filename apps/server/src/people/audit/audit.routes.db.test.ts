import { randomBytes } from 'node:crypto'
import type { AuditEntry, Body } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../platform/database/ids.ts'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUser, type TestUser } from '../../test-support/factories.ts'
import { exportAudit } from './audit-export.ts'
import { auditRowsAfter } from './audit.repository.ts'

let app: TestApp
let sam: TestUser
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  sam = await makeUser(app.db, { role: 'super-admin' })
})
afterAll(() => app.close())

type Row = Partial<{
  at: string
  user: TestUser
  by: string
  kind: string
  id: string
  name: string
  action: string
}> & {
  before?: unknown
  after?: unknown
}
/** Rows as `recordAudit` writes them, at moments of the test's choosing. */
async function told(rows: readonly Row[]): Promise<void> {
  const values = rows.map((row) => ({
    id: newId(),
    at: row.at ?? '2024-05-01T12:00:00.000Z',
    user_id: row.user?.userId ?? null,
    user_name: row.user?.userName ?? row.by ?? 'millrace',
    kind: row.kind ?? 'thing',
    object_id: row.id ?? newId(),
    name: row.name ?? 'Something',
    action: row.action ?? 'save',
    before: row.before === undefined ? null : JSON.stringify(row.before),
    after: row.after === undefined ? null : JSON.stringify(row.after),
  }))
  for (let from = 0; from < values.length; from += 1000) {
    await app.db
      .insertInto('audit')
      .values(values.slice(from, from + 1000))
      .execute()
  }
}
const list = async (query: Record<string, string | number> = {}) =>
  (await app.call('GET /audit', { as: sam, query })).data
const names = (entries: readonly AuditEntry[]) => entries.map(({ name }) => name)
const exported = (body: Body<'POST /audit/export'>) => app.fetchCall('POST /audit/export', { as: sam, body })

describe('GET /audit', () => {
  it('answers who did what to what, newest first, with before and after', async () => {
    const person = await makeUser(app.db)
    await told([
      { kind: 'first', name: 'Older', at: '2024-01-01T00:00:00.000Z', user: person, before: { a: 1 }, id: 'x' },
      { kind: 'first', name: 'Newer', at: '2024-01-02T00:00:00.000Z', after: ['b'] },
    ])
    const { entries, totalCount } = await list({ kind: 'first' })
    expect(totalCount).toBe(2)
    expect(entries).toEqual([
      {
        _id: expect.any(String),
        at: '2024-01-02T00:00:00.000Z',
        user: { _id: null, userName: 'millrace' },
        kind: 'first',
        id: expect.any(String),
        name: 'Newer',
        action: 'save',
        before: null,
        after: ['b'],
      },
      expect.objectContaining({
        user: { _id: person.userId, userName: person.userName },
        name: 'Older',
        id: 'x',
        before: { a: 1 },
        after: null,
      }),
    ])
    await app.db.deleteFrom('users').where('id', '=', person.userId).execute()
    expect((await list({ kind: 'first' })).entries[1]?.user).toEqual({ _id: null, userName: person.userName })
  })

  it('lets pass what every filter lets pass', async () => {
    const at = (day: number) => `2023-03-0${day}T10:00:00.000Z`
    await told([
      { kind: 'filter', name: 'Bikes 100%', action: 'create', by: 'anna.filter', at: at(1) },
      { kind: 'filter', name: 'bikes_france', action: 'save', by: 'Ben.Filter', at: at(2) },
      { kind: 'filter', name: 'Dealers', action: 'save', by: 'anna.filter', at: at(3) },
      { kind: 'filter2', name: 'Dealers', action: 'save', by: 'anna.filter', at: at(4) },
    ])
    const cases: [Record<string, string>, string[]][] = [
      [{ kind: 'filter' }, ['Dealers', 'bikes_france', 'Bikes 100%']],
      [{ kind: 'filter', action: 'save' }, ['Dealers', 'bikes_france']],
      [{ user: 'FILTER' }, ['Dealers', 'Dealers', 'bikes_france', 'Bikes 100%']],
      [{ user: 'ben.f' }, ['bikes_france']],
      [{ user: 'n_.filter' }, []],
      [{ kind: 'filter', text: 'BIKES' }, ['bikes_france', 'Bikes 100%']],
      [{ kind: 'filter', text: '0%' }, ['Bikes 100%']],
      [{ kind: 'filter', text: 's_f' }, ['bikes_france']],
      [{ user: 'filter', from: at(2), to: at(3) }, ['Dealers', 'bikes_france']],
      [{ user: 'filter', from: at(4) }, ['Dealers']],
      [{ user: 'filter', to: at(1) }, ['Bikes 100%']],
      [{ kind: 'filter', user: 'nobody' }, []],
      [{ kind: "filter' or true --" }, []],
    ]
    for (const [query, expected] of cases) {
      const { entries, totalCount } = await list(query)
      expect([names(entries), totalCount], JSON.stringify(query)).toEqual([expected, expected.length])
    }
  })

  it('pages through all of them once, also where many have the same moment', async () => {
    await told(Array.from({ length: 45 }, (_, i) => ({ kind: 'paged', name: `n${i}` })))
    const found: string[] = []
    for (const pageNumber of [1, 2, 3]) {
      const { entries, totalCount } = await list({ kind: 'paged', pageNumber, nbItemsPerPage: 20 })
      expect(totalCount).toBe(45)
      found.push(...names(entries))
    }
    expect(found).toHaveLength(45)
    expect(new Set(found).size).toBe(45)
    expect((await list({ kind: 'paged', pageNumber: 4, nbItemsPerPage: 20 })).entries).toEqual([])
    expect((await list({ kind: 'paged' })).entries).toHaveLength(45)
  })

  it('refuses pages and moments that are none', async () => {
    const wrong = { pageNumber: 0, nbItemsPerPage: 201, from: 'yesterday', to: 5 }
    for (const [name, value] of Object.entries(wrong)) {
      const answer = await app.call('GET /audit', { as: sam, query: { [name]: value } })
      expect(answer).toMatchObject({ code: 40000, message: `Missing field(s) : ${name}` })
    }
  })

  it('shortens what nobody reads in a list; exports have it whole', async () => {
    const code = 'x'.repeat(30_000)
    const noise = randomBytes(100_000).toString('hex')
    await told([{ kind: 'long', before: { code, rows: Array.from({ length: 500 }, (_, i) => i) }, after: { noise } }])
    const [entry] = (await list({ kind: 'long' })).entries
    const before = entry?.before as { code: string; rows: unknown[] }
    expect(before.code).toBe(`${code.slice(0, 2000)}… (30000 characters)`)
    expect(before.rows.slice(199)).toEqual([199, '… (500 entries)'])
    expect(entry?.after).toBe('Too long to be shown here; an export holds it.')
    const whole = JSON.parse(await (await exported({ format: 'ndjson', kind: 'long' })).text()) as AuditEntry
    expect(whole.before).toMatchObject({ code })
    expect(whole.after).toEqual({ noise })
  })
})

describe('GET /audit/filters', () => {
  it('answers the kinds and actions that occur, each once', async () => {
    await told([
      { kind: 'alpha', action: 'b' },
      { kind: 'alpha', action: 'a' },
      { kind: 'beta', action: 'a' },
    ])
    const { kinds, actions } = (await app.call('GET /audit/filters', { as: sam })).data
    expect(kinds.filter((kind) => ['alpha', 'beta'].includes(kind))).toEqual(['alpha', 'beta'])
    expect(actions.filter((action) => ['a', 'b'].includes(action))).toEqual(['a', 'b'])
    expect(new Set(kinds).size).toBe(kinds.length)
  })
})

describe('POST /audit/export', () => {
  const rows: Row[] = [
    { kind: 'sheet', name: '=HYPERLINK("http://evil.example")', by: '@SUM(1)', at: '2022-01-04T00:00:00.000Z' },
    { kind: 'sheet', name: '-12,5', action: '+run', at: '2022-01-03T00:00:00.000Z' },
    { kind: 'sheet', name: 'a "quoted", name', before: { price: 1 }, after: '=1+1', at: '2022-01-02T00:00:00.000Z' },
    { kind: 'sheet', name: '\tTabbed', id: '-x', at: '2022-01-01T00:00:00.000Z' },
  ]
  beforeAll(() => told(rows))

  it('S10 gives a CSV table in which no cell begins a formula', async () => {
    const response = await exported({ format: 'csv', kind: 'sheet' })
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{8}-\d{6}\.csv"$/)
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(5)
    expect(lines[0]).toBe('At,User,Kind,Id,Name,Action,Before,After')
    expect(lines[1]).toContain(`,'@SUM(1),sheet,`)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
    // A number is no formula.
    expect(lines[2]).toContain(`"-12,5",'+run,`)
    expect(lines[3]).toContain(`"a ""quoted"", name",save,"{""price"":1}","""=1+1"""`)
    expect(lines[4]).toContain(`,'-x,'\tTabbed,`)
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=@+\t]/)
  })

  it('S10 gives the same table as a workbook', async () => {
    const response = await exported({ format: 'xlsx', kind: 'sheet' })
    const bytes = Buffer.from(await response.arrayBuffer())
    const body = {
      name: 'audit.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      data: bytes.toString('base64'),
    }
    const { data } = await app.call('POST /uploads/toJson', { as: sam, body })
    const told = JSON.stringify(data)
    expect(told).toContain(`'=HYPERLINK(\\"http://evil.example\\")`)
    for (const cell of [`'@SUM(1)`, '-12,5', `'+run`, `'-x`]) expect(told).toContain(cell)
    expect(told).not.toMatch(/:"[=@+]/)
  })

  it('gives a workbook only of what a sheet holds, and says what helps otherwise', async () => {
    await told([1, 2, 3].map((n) => ({ kind: 'counted', name: `Row ${n}` })))
    const to = (maxSheetRows: number, format: 'xlsx' | 'csv') =>
      exportAudit({ db: app.db, now: () => new Date(), maxSheetRows }, format, { kind: 'counted' })
    const refused = { code: 40000, message: 'A sheet holds at most 2 entries; narrow the filters or take CSV' }
    await expect(to(2, 'xlsx')).rejects.toMatchObject(refused)
    for (const file of [await to(3, 'xlsx'), await to(2, 'csv')]) {
      const pieces: Buffer[] = []
      for await (const piece of file.content) pieces.push(piece as Buffer)
      expect(Buffer.concat(pieces).length).toBeGreaterThan(100)
    }
  })

  it('gives NDJSON exactly, by the same filters and order as the list', async () => {
    const response = await exported({ format: 'ndjson', kind: 'sheet', from: '2022-01-02T00:00:00.000Z' })
    const lines = (await response.text()).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as AuditEntry)).toEqual(
      (await list({ kind: 'sheet', from: '2022-01-02T00:00:00.000Z' })).entries,
    )
    expect(await (await exported({ format: 'ndjson', kind: 'nothing' })).text()).toBe('')
    expect(await app.call('POST /audit/export', { as: sam, raw: { format: 'pdf' } })).toMatchObject({ code: 40000 })
  })

  it('leaves nothing out and writes nothing twice over many pieces of the same moment', async () => {
    await told(Array.from({ length: 2300 }, (_, i) => ({ kind: 'many', name: `n${i}` })))
    const text = await (await exported({ format: 'ndjson', kind: 'many' })).text()
    const found = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as AuditEntry).name)
    expect(found).toHaveLength(2300)
    expect(new Set(found).size).toBe(2300)
  })

  it('reads pieces of bounded size, whatever the rows hold, and at least one row', async () => {
    const after = { noise: randomBytes(50_000).toString('hex') }
    await told(Array.from({ length: 12 }, (_, i) => ({ kind: 'heavy', name: `n${i}`, after })))
    const sizes: number[] = []
    let last: Awaited<ReturnType<typeof auditRowsAfter>>[number] | null = null
    for (;;) {
      const rows: Awaited<ReturnType<typeof auditRowsAfter>> = await auditRowsAfter(app.db, { kind: 'heavy' }, last, {
        rows: 500,
        bytes: sizes.length === 0 ? 1 : 300_000,
      })
      last = rows.at(-1) ?? null
      if (last === null) break
      sizes.push(rows.length)
    }
    expect(sizes[0]).toBe(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(12)
    expect(Math.max(...sizes)).toBeLessThan(8)
  })

  it('holds what was told before it was asked for', async () => {
    await told([
      { kind: 'timed', name: 'past' },
      { kind: 'timed', name: 'future', at: '2999-01-01T00:00:00.000Z' },
    ])
    const to = '2999-12-31T00:00:00.000Z'
    const lines = (await (await exported({ format: 'ndjson', kind: 'timed', to })).text()).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as AuditEntry).name)).toEqual(['past'])
  })
})
