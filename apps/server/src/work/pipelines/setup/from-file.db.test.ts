import { roles } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld } from '../../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const file = (text: string | Uint8Array, name = 'rows.csv') => ({
  name,
  mimeType: '',
  data: Buffer.from(text).toString('base64'),
})

describe('POST /pipelines/from-file', () => {
  const folderOf = async (kind: 'schema' | 'component' | 'pipeline') =>
    (await world.people.manager.call('GET /folders/tree', { query: { kind } }))[0]?.value ?? ''
  const asked = async (name: string, text: string) => ({
    file: file(text),
    schema: { name, folder: await folderOf('schema') },
    component: { name, folder: await folderOf('component') },
    pipeline: { name, folder: await folderOf('pipeline') },
    country: `${name} de-DE`,
    ...{ port: 'rows', format: 'csv' as const, brand: null, locale: null, productLine: null, datakind: null },
  })

  it('looks at a file first: what it is, the schema, the rows', async () => {
    const look = await world.people.manager.call('POST /pipelines/look-at-file', {
      body: { file: file('sku;price\nA;1,5\n') },
    })
    expect(look).toMatchObject({
      contentType: 'csv',
      detected: { delimiter: ';', decimal: ',' },
      inferred: { files: [{ records: 1 }], jsonSchema: { required: ['sku', 'price'] } },
      preview: { counts: { records: 1, valid: 1 } },
    })
  })

  it('PIP-001/api makes schema, component, master and country, all drafts, for a manager', async () => {
    const body = await asked('Made of a file', 'sku;price\nA;1,5\n')
    const made = await world.people.manager.call('POST /pipelines/from-file', { body })
    const found = await world.people.manager.call('GET /pipelines/id', { query: { id: made.pipeline } })
    expect(found).toMatchObject({
      name: 'Made of a file',
      isMaster: true,
      vLocked: false,
      component: made.component,
      dataSources: [{ dataSubKind: 'rows', contentType: 'csv', enabled: true }],
      dataSinks: [{ name: 'rows', format: 'csv' }],
    })
    const country = await world.people.manager.call('GET /pipelines/id', { query: { id: made.country } })
    expect(country).toMatchObject({
      ...{ name: 'Made of a file de-DE', isMaster: false, vLocked: false, masterPipeline: made.pipeline },
      dataSources: [{ dataSubKind: 'rows', contentType: 'csv', enabled: true, dataFromMaster: false }],
      dataSinks: [{ name: 'rows', format: 'csv' }],
    })
    const component = await world.people.manager.call('GET /components/find', { query: { id: made.component } })
    expect(component).toMatchObject({
      kind: 'workflow',
      vLocked: false,
      links: [{ jsCode: 'ctx.output = ctx.input;' }],
    })
    expect(component.inputs[0]?.inputSchema).toEqual({
      type: 'array',
      items: { $ref: `importer://schema/id/${made.schema}` },
    })
  })

  it('makes none of them when one cannot be made, and says which', async () => {
    await world.people.manager.call('POST /pipelines/from-file', { body: await asked('Twice', 'a\n1\n') })
    const names = async () => (await world.people.manager.call('GET /schemas/list')).map(({ name }) => name)
    const before = await names()
    const body = await asked('Twice', 'a\n1\n')
    const again = { ...body, schema: { ...body.schema, name: 'Alone' } }
    expect(await world.people.manager.ask('POST /pipelines/from-file', { body: again })).toMatchObject({
      code: 40900,
      message: 'Component: This name already exists in the folder',
    })
    expect(await names()).toEqual(before)
  })

  it.each([
    ['a port that is no identifier', { port: 'my rows' }, /my rows is not an identifier/],
    ['a file that cannot be read', { file: file('{"a":', 'a.json') }, /^a\.json: .*line 1/],
    ['a file without records', { file: file('a;b\n') }, /^rows\.csv: The file holds no records$/],
  ])('refuses %s', async (_, more, sentence) => {
    const body = { ...(await asked('Refused', 'a\n1\n')), ...more }
    expect(await world.people.manager.ask('POST /pipelines/from-file', { body })).toMatchObject({
      code: 40000,
      message: expect.stringMatching(sentence),
    })
  })

  it.each(roles.filter((role) => role === 'user' || role === 'admin'))('is not for the role %s', async (role) => {
    const body = await asked(`By ${role}`, 'a\n1\n')
    expect(await world.people[role].ask('POST /pipelines/from-file', { body })).toMatchObject({ code: 40300 })
  })
})
