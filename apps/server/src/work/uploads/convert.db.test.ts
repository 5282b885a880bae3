import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUserOfEachRole } from '../../test-support/factories.ts'
import { sheetRow, workbookBytes } from '@millrace/engine/formats/test-support/workbook-for-test'
import { createTableWriter } from '@millrace/engine/outputs/tables/table-writer'

let app: TestApp
let people: Awaited<ReturnType<typeof makeUserOfEachRole>>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
})
afterAll(() => app.close())

const converted = (name: string, content: string | Buffer, more: { mimeType?: string; head?: string } = {}) => {
  const data = (more.head ?? '') + Buffer.from(content).toString('base64')
  return app.call('POST /uploads/toJson', { as: people.manager, body: { name, mimeType: more.mimeType ?? '', data } })
}
const refused = (reason: string | RegExp) => ({
  code: 40000,
  message: typeof reason === 'string' ? `The file cannot be converted: ${reason}` : expect.stringMatching(reason),
  data: null,
})

describe('POST /uploads/toJson', () => {
  it('API-032/api CMP-016/api CMP-017/api turns delimited text into objects by its header, with or without a data-URL head', async () => {
    const content = 'key;name\n1;"Å, b"\n2;c\n'
    const rows = [
      { key: '1', name: 'Å, b' },
      { key: '2', name: 'c' },
    ]
    expect(await converted('a.csv', content)).toMatchObject({ code: 20000, data: rows })
    expect((await converted('a.csv', content, { head: 'data:text/csv;base64,' })).data).toEqual(rows)
    expect((await converted('no ending', content, { mimeType: 'text/csv; charset=utf-8' })).data).toEqual(rows)
    expect((await converted('no ending', content)).data).toEqual(rows)
  })

  it('API-032/api reads it as the ending of its name says, else as its MIME type, whatever it looks like', async () => {
    const [content, rows, json] = ['key\none\n', [{ key: 'one' }], { mimeType: 'application/json' }]
    expect((await converted('a.csv', content, json)).data).toEqual(rows)
    expect(await converted('no ending', content, json)).toMatchObject(refused(/^The file cannot be converted: /))
    expect((await converted('no ending', content)).data).toEqual(rows)
  })

  it('API-032/api CMP-016/api CMP-017/api reads the first sheet of a workbook, XML and JSON Lines as lists, and JSON as it is', async () => {
    const writer = createTableWriter('xlsx', 'Sheet', ['key', 'name'])
    const sheet = Buffer.concat([writer.head(), writer.row(['1', 'one']) ?? Buffer.alloc(0), writer.tail()])
    expect((await converted('a.xlsx', sheet)).data).toEqual([{ key: '1', name: 'one' }])
    const sheets = {
      Bikes: sheetRow(1, ['key']) + sheetRow(2, ['first']),
      Other: sheetRow(1, ['no']) + sheetRow(2, [2]),
    }
    expect((await converted('b.xlsx', workbookBytes({ sheets }))).data).toEqual([{ key: 'first' }])
    expect((await converted('a.xml', '<rows><row><key>1</key></row><row><key>2</key></row></rows>')).data).toEqual([
      { key: '1' },
      { key: '2' },
    ])
    expect((await converted('a.ndjson', '{"a":1}\n{"a":2}\n')).data).toEqual([{ a: 1 }, { a: 2 }])
    for (const value of [{ a: [1, null, { b: 'c' }] }, [1, 'two'], 'text', 7]) {
      expect((await converted('a.json', JSON.stringify(value))).data).toEqual(value)
    }
    expect((await converted('a.json', `\ufeff{"a":1}`)).data).toEqual({ a: 1 })
  })

  it('API-032/api says why a file cannot be converted', async () => {
    expect(await converted('a.json', '{"a": 1,}')).toMatchObject(refused(/^The file cannot be converted: .*line 1/))
    expect(await converted('a.csv', '')).toMatchObject(refused(/^The file cannot be converted: .*empty/i))
    expect(await converted('a.xlsx', 'no workbook')).toMatchObject(refused(/^The file cannot be converted: /))
    const image = Buffer.from('89504e470d0a1a0a0000', 'hex')
    expect(await converted('a', image)).toMatchObject(refused('it looks like a PNG image'))
    const odd = await app.call('POST /uploads/toJson', {
      as: people.manager,
      body: { name: 'a.csv', mimeType: '', data: 'not base64!' },
    })
    expect(odd).toMatchObject(refused('its data is not base64'))
  })

  it.each<[string, string, string | RegExp]>([
    [
      'a.json',
      '{"a":[{"n":12345678901234567890}]}',
      "Field 'a/0/n': 12345678901234567890 would lose digits as a number; write it in quotes",
    ],
    ['a.json', '[1, 1e400]', "Field '1': 1e400 is too large for a number"],
    ['a.json', '9007199254740993', 'The number 9007199254740993 would lose digits as a number; write it in quotes'],
    [
      'a.json',
      '{"a":1,\n"b":{"c":1,"c":2}}',
      "Line 2: Field 'c' comes twice in one object; only one of its values could be kept",
    ],
    ['a.ndjson', '{"a":1}\n{"a":12345678901234567890}\n', /Row 2: Field 'a': 12345678901234567890 would lose digits/],
    ['a.ndjson', '{"a":1}\n{"a":1,"a":2}\n', /Row 2: Field 'a' comes twice in one object/],
  ])('API-032/api changes no number and drops no value in silence: %s %s', async (name, content, reason) => {
    expect(await converted(name, content)).toMatchObject(refused(reason))
  })

  it('API-032/api keeps large numbers that lose nothing', async () => {
    expect((await converted('a.json', '[9007199254740991,1e300,10000000000000000000]')).data).toEqual([
      9007199254740991, 1e300, 1e19,
    ])
  })

  it('API-032/api bounds what it takes and what it answers', async () => {
    const large = await converted('a.csv', Buffer.alloc(20 << 20, 'a'))
    expect(large).toMatchObject({ code: 41300, message: 'File must be under 20 MiB' })
    const wide = `${'a'.repeat(200)}\n${'1\n'.repeat(80_000)}`
    expect(await converted('a.csv', wide)).toMatchObject(refused('It makes more than 12 MiB of JSON'))
  })

  it('API-032/api is for those who test: manager and super-admin', async () => {
    const body = { name: 'a.csv', mimeType: 'text/csv', data: Buffer.from('a\n1\n').toString('base64') }
    for (const [role, code] of Object.entries({ user: 40300, manager: 20000, admin: 40300, 'super-admin': 20000 })) {
      const as = people[role as keyof typeof people]
      expect((await app.call('POST /uploads/toJson', { as, body })).code).toBe(code)
    }
  })
})
