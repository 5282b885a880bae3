import { codes } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBadge } from '../../test-support/factories.ts'
import {
  ended,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const manager = () => world.people.manager
const payloadOf = (id: string, place: Record<string, string>) =>
  manager().call('GET /uploads/payload', { query: { id, ...place } })
const keep = async (id: string, payload: unknown, name: string) => {
  const { output } = await manager().call('POST /pipelines/test-cases/try', { body: { id, payload } })
  await manager().call('POST /pipelines/test-cases', { body: { id, name, payload, expected: output } })
  return output
}

describe('a record of an upload as a test case of its pipeline', () => {
  it('is the rejected record a finding is about, with the names and texts of its file', async () => {
    const columns = { Schlüssel: 'key', Preis: 'price' }
    const sources = [manualSource('rows', { tolerance: 1, config: { columns, decimal: ',' } })]
    const { country } = await makePipelines(world, { sources })
    const file = 'Schlüssel;name;Preis\nk1;One;1,5\n;Two;"dear;est"\nk3;Three;3\n'
    const { _id } = await sendFile(manager(), country._id, 'rows', file, 'stores.csv')
    const { findings } = await manager().call('GET /uploads/findings', { query: { id: _id } })
    const found = await payloadOf(_id, { n: '1' })
    expect(found).toEqual({
      pipeline: country._id,
      from: 'row 2 of stores.csv',
      payload: { rows: [{ Schlüssel: '', name: 'Two', Preis: 'dear;est' }] },
    })
    // What comes of it is what was found in the upload.
    const output = await keep(found.pipeline, found.payload, 'row 2')
    const told = findings.map(({ path, rule, message }) => ({ record: 1, path, rule, message }))
    expect(output).toEqual({ rejected: { rows: told }, output: { out: [] } })
    expect(await payloadOf(_id, { row: '1' })).toMatchObject({
      from: 'row 1 of stores.csv',
      payload: { rows: [{ Schlüssel: 'k1', name: 'One', Preis: '1,5' }] },
    })
    expect(await keep(found.pipeline, { rows: [{ Schlüssel: 'k1', name: 'One', Preis: '1,5' }] }, 'row 1')).toEqual({
      rejected: {},
      output: { out: [{ key: 'k1', name: 'One', price: 1.5 }] },
    })
    const results = await manager().call('POST /pipelines/test-cases/run', { body: { id: country._id } })
    expect(results.map(({ state }) => state)).toEqual(['green', 'green'])
  })

  it('is the record that ended an import, and is red until the component takes it', async () => {
    const failing = `ctx.output.out = ctx.input.rows.map((row) => { if (row.price === 2.5) throw new Error('odd'); return row })`
    const { component, country } = await makePipelines(world, { component: { jsCode: failing } })
    const file = 'key,name,price\nk0,Zero,0.5\nk1,One,2.5\n'
    const { _id } = await sendFile(manager(), country._id, 'rows', file, 'odd.csv')
    const body = { pipelineId: country._id, kind: 'immediate' as const }
    const { problem } = await ended(world, (await manager().call('POST /imports', { body })).importId)
    expect(problem).toContain('odd')
    const { payload, pipeline } = await payloadOf(_id, { row: '2' })
    expect(payload).toEqual({ rows: [{ key: 'k1', name: 'One', price: '2.5' }] })
    expect(await keep(pipeline, payload, 'odd')).toMatchObject({ error: expect.stringContaining('odd') })
    const [{ _id: caseId } = { _id: '' }] = (
      await manager().call('GET /pipelines/test-cases', { query: { id: pipeline } })
    ).cases
    const expected = { rejected: {}, output: { out: [{ key: 'k1', name: 'One', price: 2.5 }] } }
    await manager().call('POST /pipelines/test-cases', { body: { id: pipeline, _id: caseId, expected } })
    const run = async () =>
      (await manager().call('POST /pipelines/test-cases/run', { body: { id: pipeline } })).map(({ state }) => state)
    expect(await run()).toEqual(['red'])
    const { name, sys_version } = await world.components.find(manager(), component._id)
    const jsCode = 'ctx.output = { out: ctx.input.rows }'
    await world.components.save(manager(), { _id: component._id, name, sys_version, jsCode })
    expect(await run()).toEqual(['green'])
  })

  it('is of a file that there is, and of a pipeline that its person sees', async () => {
    const { country } = await makePipelines(world)
    const { _id } = await sendFile(manager(), country._id, 'rows', 'key,name,price\nk0,Zero,0.5\n')
    const ask = async (place: Record<string, string>) =>
      (await manager().ask('GET /uploads/payload', { query: { id: _id, ...place } })).code
    expect(await ask({ row: '2' })).toBe(codes.notFound)
    expect(await ask({ n: '1' })).toBe(codes.conflict)
    const closed = { read: [[await makeBadge(world.platform.db)]], write: [] }
    await world.documents.setRules(world.people['super-admin'], 'pipeline', country._id, closed)
    expect(await ask({ row: '1' })).toBe(codes.notFound)
  })
})
