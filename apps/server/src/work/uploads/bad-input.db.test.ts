import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../test-support/factories.ts'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
let pipelines: Record<'csv' | 'json' | 'excel' | 'zip', string>
beforeAll(async () => {
  world = await makeImportWorld()
  const of = async (contentType: 'csv' | 'json' | 'excel' | 'zip') =>
    (await makePipelines(world, { sources: [manualSource('rows', { contentType })] })).country._id
  pipelines = { csv: await of('csv'), json: await of('json'), excel: await of('excel'), zip: await of('zip') }
})
afterAll(() => world.close())

const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))
/** A file of the shared data set, when it is beside the repository. */
const shared = fileURLToPath(new URL('../../../../../../shared/data/', import.meta.url))
const workbook = `${shared}bikes/bikes-dealers.xlsx`

type Kind = keyof typeof pipelines
const cases: [string, Kind, string, () => Uint8Array<ArrayBuffer>, RegExp][] = [
  ['an empty file', 'csv', 'a.csv', () => bytes(''), /empty/],
  ['a header and nothing else', 'csv', 'a.csv', () => bytes('key,name,price\n'), /no records|header/i],
  ['a header without a required column', 'csv', 'a.csv', () => bytes('key,price\nk,1\n'), /name/],
  [
    'a wrong byte in a source of UTF-8 JSON',
    'json',
    'a.json',
    () => new Uint8Array([...bytes('[{"key":"k","name":"'), 0xff, ...bytes('"}]')]),
    /(?=.*byte)(?=.*line 1)/i,
  ],
  [
    'malformed JSON',
    'json',
    'a.json',
    () => bytes('[\n{"key":"k","name":"n"},\n{"key" "k"}]'),
    /(?=.*line 3)(?=.*(?:offset|byte) \d+)/i,
  ],
  ['JSON cut off', 'json', 'a.json', () => bytes('[{"key":"k","name":"n"},{"key":'), /line 1/i],
  ['a broken line of NDJSON', 'json', 'a.ndjson', () => bytes('{"key":"k","name":"n"}\n{"key":\n'), /line 2/i],
  [
    'a zip of two files',
    'zip',
    'a.zip',
    () => new Uint8Array(zipSync({ 'a.csv': strToU8(csv(1)), 'b.csv': strToU8(csv(1)) })),
    /one file|files/i,
  ],
]

describe('bad input', () => {
  it.each(cases)(
    'UPL-010/api UPL-019/api %s is invalid, with a sentence that names the cause',
    async (_, kind, name, content, says) => {
      const upload = await sendFile(world.people.manager, pipelines[kind], 'rows', content(), name)
      expect(upload.status).toBe('invalid')
      const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
      expect(lines.map((line) => line.message).join('\n')).toMatch(says)
      expect(lines.some((line) => line.level === 'error' && line.dataSubKind === 'rows')).toBe(true)
    },
  )

  it.skipIf(!existsSync(workbook))('a truncated workbook is invalid (needs ../shared/data)', async () => {
    const whole = readFileSync(workbook)
    const half = new Uint8Array(whole.subarray(0, whole.length / 2))
    const upload = await sendFile(world.people.manager, pipelines.excel, 'rows', half, 'half.xlsx')
    expect(upload.status).toBe('invalid')
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(lines.map((line) => line.message).join('\n')).toMatch(/half\.xlsx/)
  })

  it('keys like __proto__ are data', async () => {
    const content = '[{"key":"k","name":"n","__proto__":{"polluted":true},"constructor":1}]'
    const upload = await sendFile(world.people.manager, pipelines.json, 'rows', content, 'proto.json')
    expect(upload.status).toBe('valid')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('a name that looks like a path, a script or a command stays a label', async () => {
    const names = ['../../etc/passwd.csv', '<img src=x>.csv', `${'n'.repeat(400)}.csv`, '$(reboot).csv']
    for (const name of names) {
      const upload = await sendFile(world.people.manager, pipelines.csv, 'rows', csv(1), name)
      expect(upload.status).toBe('valid')
      expect(upload.originalFilename).not.toMatch(/[/\\]/)
      expect(upload.originalFilename?.length).toBeLessThanOrEqual(255)
    }
  })

  it('a validation that finds a hundred thousand faults stays in bounds', async () => {
    const { country } = await makePipelines(world, { country: { name: freshName('Many') } })
    const rows = Array.from({ length: 120_000 }, (_, i) => `k${i},n,x`).join('\n')
    const upload = await sendFile(world.people.manager, country._id, 'rows', `key,name,price\n${rows}\n`)
    expect(upload).toMatchObject({ status: 'invalid', counts: { records: 120_000, rejected: 120_000 } })
    const query = { id: upload._id, pageNumber: '1200', nbItemsPerPage: '100' }
    const page = await world.people.manager.call('GET /uploads/findings', { query })
    expect(page.totalCount).toBe(120_000)
    expect(page.findings.at(-1)?.row).toBe(120_000)
    const stored = world.platform.db.selectFrom('upload_findings').where('upload_id', '=', upload._id)
    const { n } = await stored.select((select) => select.fn.countAll().as('n')).executeTakeFirstOrThrow()
    expect(Number(n)).toBe(10_000)
    expect(page.groups[0]?.count).toBe(120_000)
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(lines.length).toBeLessThan(200)
  })
})
