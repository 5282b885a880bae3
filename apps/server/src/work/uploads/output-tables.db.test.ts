import { type SinkFormat, sinkFormats, type TableFormat } from '@millrace/contract'
import { tableFormatsOf } from '@millrace/contract/uploads/file-types.rule'
import { readContent } from '@millrace/engine/formats/test-support/read-for-test'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  sendFile,
  sendRaw,
  until,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const content = 'key,name,price\n007,"Räder, ""neu""\nund alt",1.5\n1E5,=1+1,2\n'

/** What an import of that content wrote. */
async function outputOf(format: SinkFormat, rows = content) {
  const { manager } = world.people
  const { country } = await makePipelines(world, { sinks: [{ name: 'out', format }] })
  const sent = await sendFile(manager, country._id, 'rows', rows)
  const { importId } = await manager.call('POST /imports', { body: { pipelineId: country._id, kind: 'immediate' } })
  expect(await ended(world, importId)).toMatchObject({ state: 'completed', success: true })
  const files = await manager.call('GET /uploads/import', { query: { importId } })
  const made = files.find(({ from }) => from === 'destination')
  if (made === undefined) throw new Error('the import wrote nothing')
  return { made, sent, pipelineId: country._id }
}
const tableOf = (uploadId: string, format: TableFormat, role: 'manager' | 'admin' | 'user' = 'manager') =>
  sendRaw(world.url, 'POST /uploads/table', { body: { uploadId, format } }, world.people[role].token)
const refused = async (uploadId: string, format: TableFormat, role?: 'admin' | 'user') =>
  (await tableOf(uploadId, format, role)).json()

/** Puts something else in place of the file of an upload; null = nothing. */
async function replaceFile(uploadId: string, text: string | null): Promise<void> {
  const rows = world.platform.db.selectFrom('uploads').select('file_key').where('id', '=', uploadId)
  const { file_key: key } = await rows.executeTakeFirstOrThrow()
  await world.platform.files.remove(key)
  if (text === null) return
  const pending = await world.platform.files.create()
  await new Promise<void>((done) => pending.stream.end(text, () => done()))
  await pending.commit(key)
}

describe('POST /uploads/table', () => {
  it.each(sinkFormats)('EXP-001/api S10 an output of %s comes in the other formats', async (written) => {
    const { made } = await outputOf(written)
    const stem = made.originalFilename?.replace(/\.[a-z]+$/, '')
    for (const format of tableFormatsOf(made)) {
      const answer = await tableOf(made._id, format)
      expect(answer.headers.get('content-type')).toBe(
        format === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      )
      expect(answer.headers.get('content-disposition')).toContain(`${stem}.${format}`)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (format === 'csv') expect(bytes.toString()).toMatch(/^\ufeffkey,name,price\r\n007,/)
      const kind = format === 'csv' ? 'csv' : 'excel'
      const { records } = await readContent(bytes, { kind, format: { header: true } })
      expect(records.map(({ price, ...texts }) => [texts, Number(price)])).toEqual([
        [{ key: '007', name: 'Räder, "neu"\nund alt' }, 1.5],
        [{ key: '1E5', name: "'=1+1" }, 2],
      ])
    }
  })

  it('EXP-001/api is for outputs alone, in another format than their own', async () => {
    const { made, sent } = await outputOf('csv')
    const refusal = { code: 40000, message: 'Only output files can be downloaded in another format, as CSV or XLSX' }
    expect(await refused(sent._id, 'xlsx')).toMatchObject(refusal)
    expect(await refused(made._id, 'csv')).toMatchObject(refusal)
    expect(await refused(made._id, 'pdf' as 'csv')).toMatchObject({ code: 40000 })
  })

  it('EXP-001/api says why an output is no table, and what is gone', async () => {
    const { made } = await outputOf('ndjson')
    await replaceFile(made._id, null)
    expect(await refused(made._id, 'csv')).toMatchObject({ code: 40400 })
    await replaceFile(made._id, '{"a":1}\n{"a":\n')
    expect(await refused(made._id, 'xlsx')).toMatchObject({
      code: 40000,
      message: expect.stringMatching(/^The file cannot be converted: .*line 2/),
      data: null,
    })
  })

  it('PRM-003/api has the rights of the export itself: no admin, nobody who does not see the pipeline', async () => {
    const { made } = await outputOf('json')
    expect(await refused(made._id, 'csv', 'admin')).toMatchObject({ code: 40300 })
    for (const [call, body] of [
      ['POST /uploads/table', { uploadId: made._id, format: 'csv' }],
      ['POST /uploads/export', { uploadIds: [made._id] }],
    ] as const) {
      const answer = await sendRaw(world.url, call, { body }, world.people.user.token)
      expect(await answer.json()).toMatchObject({ code: 40400 })
    }
    expect(await refused('unknown', 'csv')).toMatchObject({ code: 40400 })
  })

  it('are so many at once; one that is refused or goes makes room', async () => {
    const rows = Array.from({ length: 60_000 }, (_, i) => `k${i},Name ${'of a thing '.repeat(20)},${i}`).join('\n')
    const { made } = await outputOf('ndjson', `key,name,price\n${rows}\n`)
    const { made: broken } = await outputOf('ndjson', 'key,name\nk,n\n')
    await replaceFile(broken._id, '{')
    for (let i = 0; i < 9; i++) expect(await refused(broken._id, 'csv')).toMatchObject({ code: 40000 })
    // Nobody reads their bodies, which are far larger than what a connection takes in by itself.
    const slow = await Promise.all(Array.from({ length: 8 }, () => tableOf(made._id, 'csv')))
    expect(slow.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
    expect(await refused(made._id, 'csv')).toMatchObject({ code: 42900 })
    await slow[0]?.body?.cancel()
    const whole = await until('room for another', async () => {
      const answer = await tableOf(made._id, 'csv')
      return answer.status === 200 ? answer : null
    })
    expect((await whole.text()).split('\r\n')).toHaveLength(60_002)
    await Promise.all(slow.slice(1).map(({ body }) => body?.cancel()))
  })
})
