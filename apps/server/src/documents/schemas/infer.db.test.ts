import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test-support/app.ts'
import { makeUserOfEachRole } from '../../test-support/factories.ts'

let app: TestApp
let people: Awaited<ReturnType<typeof makeUserOfEachRole>>
beforeAll(async () => {
  app = await startTestApp({ worker: false })
  people = await makeUserOfEachRole(app.db)
})
afterAll(() => app.close())

const example = (name: string, text: string | Buffer, more: { mimeType?: string; head?: string } = {}) => ({
  omitStartingArray: true,
  name,
  mimeType: more.mimeType ?? '',
  data: (more.head ?? '') + Buffer.from(text).toString('base64'),
})
const rows = example('rows.csv', 'sku;price\nA;1,5\n')
const products = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { sku: { type: 'string' }, price: { type: 'number' } },
  required: ['sku', 'price'],
}

describe('SCH-026/api API-095/api a schema of example files', () => {
  it('is made of one file or of several, with or without a data-URL head', async () => {
    const generate = async (body: typeof rows | (typeof rows)[]) =>
      (await app.call('POST /schemas/generate', { as: people.manager, body })).data
    expect(await generate(rows)).toEqual(products)
    expect(await generate([rows])).toEqual(products)
    const more = example('more', '[{"sku":"B"}]', {
      mimeType: 'application/json',
      head: 'data:application/json;base64,',
    })
    expect(await generate([rows, more])).toEqual({ ...products, required: ['sku'] })
  })

  it('comes with what it was inferred from where that is asked for', async () => {
    const { data } = await app.call('POST /schemas/infer', { as: people.manager, body: { examples: [rows] } })
    expect(data).toEqual({
      jsonSchema: products,
      files: [{ name: 'rows.csv', records: 1 }],
      fields: [
        { pointer: '/properties/sku', seen: 1, filled: 1, types: { string: 1 } },
        { pointer: '/properties/price', seen: 1, filled: 1, types: { number: 1 } },
      ],
    })
  })

  it.each([
    ['what is not base64', { ...rows, data: '?' }, 40000, 'rows.csv: its data is not base64'],
    ['a picture', example('logo', Buffer.from('89504e470d0a1a0a0000000d', 'hex')), 40000, /^logo: it looks like /],
    ['a file that cannot be read', example('a.json', '{"a":'), 40000, /^a\.json: .*line 1/],
    ['files that are too large together', example('a.csv', 'x'.repeat(20 * 1024 * 1024)), 41300, /./],
    ['no file', [], 40000, /./],
    ['too many files', Array.from({ length: 21 }, () => rows), 40000, /./],
  ])('refuses %s', async (_, body, code, message) => {
    const answer = await app.call('POST /schemas/generate', { as: people.manager, body })
    expect(answer).toMatchObject({
      code,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    })
  })
})
