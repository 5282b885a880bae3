import { type FileKind, type JsonSchema, sinkFormats } from '@millrace/contract'
import { readContent } from '@millrace/engine/formats/test-support/read-for-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ended, type ImportWorld, makeImportWorld, makePipelines, sendFile, sendRaw } from '../imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const kinds: Record<(typeof sinkFormats)[number], { kind: FileKind; type: string }> = {
  json: { kind: 'json', type: 'application/json' },
  ndjson: { kind: 'json', type: 'application/x-ndjson' },
  csv: { kind: 'csv', type: 'text/csv; charset=utf-8' },
  xlsx: { kind: 'excel', type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
  xml: { kind: 'xml', type: 'application/xml' },
}

/** Runs an import and exports the file that came out of it. */
async function importedFile(pipelineId: string) {
  const { manager } = world.people
  const { importId } = await manager.call('POST /imports', { body: { pipelineId, kind: 'immediate' } })
  expect(await ended(world, importId)).toMatchObject({ state: 'completed', success: true })
  const all = await manager.call('GET /uploads/last-all', { query: { pipelineId } })
  const [made] = all.filter((upload) => upload.from === 'destination')
  const body = { uploadIds: [made?._id ?? ''] }
  return { made, answer: await sendRaw(world.url, 'POST /uploads/export', { body }, manager.token) }
}

describe('output files', () => {
  it.each(sinkFormats)(
    'EXP-006/api UPL-020/api %s is written by an import, exported, and read back',
    async (format) => {
      const { manager } = world.people
      const { country } = await makePipelines(world, { sinks: [{ name: 'out', format }] })
      const content = `key,name,price\n007,"Räder, ""neu""\nund alt",1.5\n1E5,=1+1,2\n`
      await sendFile(manager, country._id, 'rows', content)
      const { made, answer } = await importedFile(country._id)
      expect(made?.originalFilename).toMatch(new RegExp(`-out-\\d{8}-\\d{6}\\.${format}$`))
      expect(answer.headers.get('content-type')).toBe(kinds[format].type)
      expect(answer.headers.get('content-disposition')).toContain(made?.originalFilename)
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(bytes.length).toBe(made?.size)
      const options = { kind: kinds[format].kind, name: `x.${format}`, format: { header: true } }
      const { records } = await readContent(bytes, options)
      expect(records.map(({ price, ...texts }) => [texts, Number(price)])).toEqual([
        [{ key: '007', name: 'Räder, "neu"\nund alt' }, 1.5],
        [{ key: '1E5', name: '=1+1' }, 2],
      ])
    },
  )

  it('PIP-006/api EXP-006/api a CSV file begins with a byte order mark where its sink says so, in the next version too', async () => {
    const { manager } = world.people
    const sinks = [{ name: 'out', format: 'csv' as const, byteOrderMark: true }]
    const { country } = await makePipelines(world, { sinks })
    await sendFile(manager, country._id, 'rows', 'key,name,price\n007,Räder,1.5\n')
    const { answer } = await importedFile(country._id)
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('\ufeffkey,name,price\r\n007,Räder,1.5\r\n')
    const sam = world.people['super-admin']
    await sam.call('POST /pipelines/version/lock', { body: { id: country._id, force: true } })
    const { _id: id } = await sam.call('POST /pipelines/version/new', { body: { id: country._id } })
    expect((await sam.call('GET /pipelines/id', { query: { id } })).dataSinks).toEqual(sinks)
  })

  it.each(['csv', 'xlsx', 'xml'] as const)(
    'the columns of %s are in the order of the schema as its author wrote it, whatever their length and the file',
    async (format) => {
      const names = ['zeta, the longest', 'key', 'b', 'name', 'aa', 'a']
      const schema: JsonSchema = {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
        required: ['a', 'key'],
      }
      const family = await makePipelines(world, { schema, sinks: [{ name: 'out', format }] })
      const stored = await world.schemas.find(world.people.manager, family.schema._id)
      expect(Object.keys(stored.jsonSchema.properties as object)).toEqual(names)
      expect(Object.keys(stored.jsonSchema)).toEqual(['type', 'properties', 'required'])
      const content = `${names.toSorted().map((name) => `"${name}"`)}\n${names.map((_, n) => n)}\n`
      await sendFile(world.people.manager, family.country._id, 'rows', content)
      const { answer } = await importedFile(family.country._id)
      const options = { kind: kinds[format].kind, name: `x.${format}`, format: { header: true } }
      const { records } = await readContent(Buffer.from(await answer.arrayBuffer()), options)
      expect(records.map((record) => Object.keys(record))).toEqual([names])
    },
  )
})

describe('numbers of a file that does not tell its decimal mark', () => {
  it('UPL-010/api IMP-049/api are read as the locale of the pipeline writes them, and both logs say so', async () => {
    const { manager } = world.people
    const { country } = await makePipelines(world, { sinks: [{ name: 'out', format: 'ndjson' }] })
    const upload = await sendFile(manager, country._id, 'rows', 'key,name,price\na,A,5.000\nb,,12.000\nc,C,7\n')
    expect(upload).toMatchObject({ status: 'valid', detected: { decimal: ',', decimalConfidence: 0 } })
    const readings =
      "that of the locale fr-FR: '5.000' is read as 5000 (with '.' it would be 5), '12.000' is read as 12000"
    const told = await manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(told.filter(({ level, message }) => level === 'warn' && message.includes(readings))).toHaveLength(1)
    const { importId } = await manager.call('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })
    expect(await ended(world, importId)).toMatchObject({ state: 'completed', success: true })
    const lines = await manager.call('GET /logs/jobs', { query: { id: importId } })
    const again = "'5.000' is read as 5000 (with '.' it would be 5), '12.000' is read as 12000"
    expect(lines.filter(({ level, message }) => level === 'warn' && message.includes(again))).toHaveLength(1)
    const all = await manager.call('GET /uploads/last-all', { query: { pipelineId: country._id } })
    const [made] = all.filter(({ from }) => from === 'destination')
    const body = { uploadIds: [made?._id ?? ''] }
    const answer = await sendRaw(world.url, 'POST /uploads/export', { body }, manager.token)
    const text = await answer.text()
    const records = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(records.map(({ key, price }) => [key, price])).toEqual([
      ['a', 5000],
      ['b', 12_000],
      ['c', 7],
    ])
  })
})
