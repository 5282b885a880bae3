import { codes, type JsonSchema } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshName } from '../../../test-support/factories.ts'
import { type ComponentWorld, makeComponentWorld } from '../../components/components.fixtures.ts'

let world: ComponentWorld
beforeAll(async () => {
  world = await makeComponentWorld()
})
afterAll(() => world.close())

const manager = () => world.people.manager
const bike: JsonSchema = {
  type: 'object',
  properties: { sku: { type: 'string', minLength: 2 }, price: { type: 'number', minimum: 0 } },
  required: ['sku'],
}
const save = (jsonSchema: JsonSchema) =>
  world.app.services.schemas.save(manager(), { name: freshName('Bike'), jsonSchema })
const tryOut = async (id: string, payload: unknown) =>
  (await world.app.call('POST /schemas/test-cases/try', { as: manager(), body: { id, payload } })).data?.output
const keep = (id: string, name: string, payload: unknown, expected: unknown) =>
  world.app.call('POST /schemas/test-cases', {
    as: manager(),
    body: { id, name, payload, expected, ignored: ['message'] },
  })
const runAll = async (id: string) =>
  (await world.app.call('POST /schemas/test-cases/run', { as: manager(), body: { id } })).data?.map(
    ({ name, state, differences }) => ({ name, state, at: differences.map(({ pointer }) => pointer) }),
  )
const lock = (id: string) => world.app.call('POST /schemas/version/lock', { as: manager(), body: { id } })

describe('a test case of a schema', () => {
  it('is a record that is valid, or not with findings by place and rule', async () => {
    const price = await save({ type: 'number', minimum: 0 })
    const properties = { ...(bike.properties as object), price: { $ref: `importer://schema/id/${price._id}` } }
    const { _id } = await save({ ...bike, properties })
    expect(await tryOut(_id, { sku: 'B1', price: 1 })).toEqual({ valid: true, findings: [] })
    const found = await tryOut(_id, { sku: 'B', price: '12' })
    expect(found).toMatchObject({
      valid: false,
      findings: [
        { path: '/sku', rule: 'minLength' },
        { path: '/price', rule: 'type' },
      ],
    })
    await keep(_id, 'bad', { sku: 'B', price: '12' }, found)
    await keep(_id, 'good', { sku: 'B1' }, { valid: true, findings: [] })
    expect(await runAll(_id)).toMatchObject([{ state: 'green' }, { state: 'green' }])
  })

  it('that is red keeps a schema from being locked, which names it, until it is green for what is saved', async () => {
    const { _id, name, sys_version } = await save(bike)
    await keep(_id, 'without a price', { sku: 'B1' }, { valid: true, findings: [] })
    await world.app.call('POST /schemas/test-cases/needed', { as: manager(), body: { id: _id, needed: true } })
    await runAll(_id)
    const strict = { ...bike, required: ['sku', 'price'] }
    const saved = await world.app.services.schemas.save(manager(), { _id, name, sys_version, jsonSchema: strict })
    expect(await runAll(_id)).toEqual([{ name: 'without a price', state: 'red', at: ['/valid', '/findings/0'] }])
    expect(await lock(_id)).toMatchObject({
      code: codes.conflict,
      message: `Test cases of ${name} are not green: without a price. Run them on this version first.`,
    })
    await world.app.services.schemas.save(manager(), { _id, name, sys_version: saved.sys_version, jsonSchema: bike })
    expect((await lock(_id)).code).toBe(codes.conflict)
    await runAll(_id)
    expect((await lock(_id)).code).toBe(codes.ok)
  })

  it('is not found by the calls of another kind', async () => {
    const { _id } = await save(bike)
    const { data } = await keep(_id, 'one', {}, {})
    const as = manager()
    expect((await world.app.call('GET /components/test-cases', { as, query: { id: _id } })).code).toBe(codes.notFound)
    const query = { id: data?._id ?? '' }
    expect((await world.app.call('DELETE /pipelines/test-cases', { as, query })).code).toBe(codes.notFound)
    expect((await world.app.call('DELETE /schemas/test-cases', { as, query })).code).toBe(codes.ok)
  })
})
