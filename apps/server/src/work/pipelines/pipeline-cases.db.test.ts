import { codes } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ImportWorld, makeImportWorld, makePipelines, manualSource } from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld({ worker: false })
})
afterAll(() => world.close())

const sam = () => world.people['super-admin']
const doubled = `ctx.output.out = ctx.input.rows.map((row) => ({ ...row, price: (row.price ?? 0) * 2 }))`
const tryOut = async (id: string, payload: unknown) =>
  (await sam().call('POST /pipelines/test-cases/try', { body: { id, payload } })).output
const keep = (id: string, more: object) =>
  sam().call('POST /pipelines/test-cases', { body: { id, name: 'one bike', ...more } })
const runAll = (id: string) => sam().call('POST /pipelines/test-cases/run', { body: { id } })

describe('a test case of a pipeline', () => {
  it('goes through the check of its source, the component and the sinks as a file does', async () => {
    const { country } = await makePipelines(world, { component: { jsCode: doubled } })
    // Texts of delimited text become values, as in an upload.
    const rows = [
      { key: 'a', name: 'A', price: '1.5' },
      { key: '', name: 'B', price: 'dear' },
    ]
    const output = await tryOut(country._id, { rows })
    expect(output).toMatchObject({
      rejected: {
        rows: [
          { record: 2, path: '/key', rule: 'minLength' },
          { record: 2, path: '/price', rule: 'type' },
        ],
      },
      output: { out: [{ key: 'a', name: 'A', price: 3 }] },
    })
    await keep(country._id, { payload: { rows }, expected: output })
    expect(await runAll(country._id)).toMatchObject([{ state: 'green', total: 0 }])
  })

  it('takes records of JSON sources and nested ones as they are, and several sources', async () => {
    const sources = [manualSource('rows', { contentType: 'json' })]
    const { country } = await makePipelines(world, { component: { jsCode: doubled }, sources })
    expect(await tryOut(country._id, { rows: [{ key: 'a', name: 'A', price: '1' }] })).toMatchObject({
      rejected: { rows: [{ record: 1, path: '/price' }] },
      output: { out: [] },
    })
    expect(await tryOut(country._id, {})).toEqual({ rejected: {}, output: { out: [] } })
    const refused = (payload: unknown) =>
      sam().ask('POST /pipelines/test-cases/try', { body: { id: country._id, payload } })
    expect((await refused({ stones: [] })).message).toBe('The pipeline has no data source stones')
    expect((await refused({ rows: {} })).message).toBe('rows is not a list of records')
  })

  it('that is red after a save of the component keeps the pipeline from being locked, and tells why', async () => {
    const { component, country } = await makePipelines(world, { component: { jsCode: doubled } })
    const rows = [{ key: 'a', name: 'A', price: '1' }]
    await keep(country._id, { payload: { rows }, expected: await tryOut(country._id, { rows }) })
    await sam().call('POST /pipelines/test-cases/needed', { body: { id: country._id, needed: true } })
    await runAll(country._id)
    const save = (jsCode: string) =>
      world.components
        .find(sam(), component._id)
        .then(({ name, sys_version }) =>
          world.components.save(sam(), { _id: component._id, name, sys_version, jsCode }),
        )
    await save(doubled.replace('* 2', '* 3'))
    const lock = () => sam().ask('POST /pipelines/version/lock', { body: { id: country._id, force: true } })
    expect(await lock()).toMatchObject({
      code: codes.conflict,
      message: `Test cases of ${country.name} are not green: one bike. Run them on this version first.`,
    })
    const [red] = await runAll(country._id)
    expect(red).toMatchObject({
      state: 'red',
      differences: [{ pointer: '/output/out/0/price', expected: 2, actual: 3 }],
    })
    await save(`throw new Error('no price')`)
    const [failing] = await runAll(country._id)
    expect(failing?.differences).toContainEqual({
      pointer: '/error',
      actual: expect.stringContaining('no price'),
    })
    await save(doubled)
    await runAll(country._id)
    expect((await lock()).code).toBe(codes.ok)
  })
})
