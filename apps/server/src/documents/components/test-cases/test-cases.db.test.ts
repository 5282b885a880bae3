import { type CallName, codes, maxTestCaseLength } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeBadge, type TestUser } from '../../../test-support/factories.ts'
import { type ComponentWorld, link, makeComponentWorld } from '../components.fixtures.ts'

let world: ComponentWorld
beforeAll(async () => {
  world = await makeComponentWorld()
  await world.app.services.versions.lock(world.people['super-admin'], 'schema', { id: world.schema })
})
afterAll(() => world.close())

const rows = [{ sku: 'A', price: 1 }]
/** Doubles the price of each record, and says when. */
const doubling = `ctx.output.out = ctx.input.rows.map((row) => ({ ...row, price: row.price * 2, at: Date.now() }))`
const expected = { out: [{ sku: 'A', price: 2, at: 0 }] }

const call = <N extends CallName>(name: N, message: object, as: TestUser = world.people.manager) =>
  world.app.call(name, { as, ...message })
const keep = async (id: string, more: object = {}, as?: TestUser) => {
  const body = { id, name: 'doubles', payload: { rows }, expected, ignored: ['at'], ...more }
  return call('POST /components/test-cases', { body }, as)
}
const runAll = async (id: string) => {
  const { data } = await call('POST /components/test-cases/run', { body: { id } })
  return data?.map(({ name, state, total, message }) => ({ name, state, total, message }))
}
const demand = (id: string, needed = true) => call('POST /components/test-cases/needed', { body: { id, needed } })
const lock = (id: string) => call('POST /components/version/lock', { body: { id } })
const saveCode = async (id: string, jsCode: string) => {
  const { sys_version, name } = await world.app.services.components.find(world.people.manager, id)
  return world.app.services.components.save(world.people.manager, { _id: id, name, sys_version, jsCode })
}

describe('test cases of a component', () => {
  it('are kept with the document, changed, run on any version and deleted', async () => {
    const { _id: id } = await world.leaf(doubling)
    const { data: kept } = await keep(id, { from: 'record 12 of stores.csv' })
    expect(kept).toMatchObject({
      name: 'doubles',
      payload: { rows },
      rt_context: {},
      expected,
      ignored: ['at'],
      from: 'record 12 of stores.csv',
      updateUsername: world.people.manager.userName,
    })
    expect(await runAll(id)).toEqual([{ name: 'doubles', state: 'green', total: 0, message: null }])
    await lock(id)
    const { data: next } = await call('POST /components/version/new', { body: { id } }, world.people['super-admin'])
    const draft = next?._id ?? ''
    // A locked document still takes cases, and a new version is held to the old ones.
    expect((await call('GET /components/test-cases', { query: { id: draft } })).data?.cases).toEqual([kept])
    const { data: changed } = await keep(draft, { _id: kept?._id, name: undefined, expected: { out: [] } })
    expect(changed).toMatchObject({ _id: kept?._id, name: 'doubles', payload: { rows }, expected: { out: [] } })
    expect(await runAll(draft)).toEqual([{ name: 'doubles', state: 'red', total: 1, message: null }])
    await call('DELETE /components/test-cases', { query: { id: kept?._id } })
    expect((await call('GET /components/test-cases', { query: { id } })).data).toEqual({ cases: [], needed: false })
  })

  it('tell what differs by field, and what could not be run at all', async () => {
    const { _id: id } = await world.leaf(`${doubling.replace('* 2', '* 3')}\nif (ctx.input.rows.length > 1) for (;;);`)
    await keep(id)
    await keep(id, { name: 'throws', payload: {}, expected: { error: 'no rows' } })
    const { data } = await call('POST /components/test-cases/run', { body: { id } })
    expect(data?.map(({ state }) => state)).toEqual(['red', 'red'])
    expect(data?.[0]?.differences).toEqual([{ pointer: '/out/0/price', expected: 2, actual: 3 }])
    expect(data?.[1]?.differences[0]?.pointer).toBe('/error')
    const broken = await world.save({
      kind: 'workflow',
      links: [link(['', 'rows'], ['gone', 'rows'])],
    })
    await keep(broken._id)
    expect(await runAll(broken._id)).toEqual([
      { name: 'doubles', state: 'failed', total: 0, message: 'duplicate or missing port: gone' },
    ])
  })

  it('keep the order of names and null, and need a name of their own', async () => {
    const { _id: id } = await world.leaf(doubling)
    const payload = { z: null, a: [{ y: 1, b: 2 }] }
    const { data } = await keep(id, { payload })
    const [found] = (await call('GET /components/test-cases', { query: { id } })).data?.cases ?? []
    expect(JSON.stringify(found?.payload)).toBe(JSON.stringify(payload))
    expect(await keep(id, { name: ' DOUBLES ' })).toMatchObject({
      code: codes.conflict,
      message: 'A test case of this name exists already',
    })
    expect((await keep(id, { name: ' ' })).message).toBe('Please input name')
    expect((await keep(id, { name: 'large', payload: { text: 'x'.repeat(maxTestCaseLength) } })).message).toMatch(
      /^A test case holds at most 1000000 characters/,
    )
    const other = await world.leaf(doubling)
    expect((await keep(other._id, { _id: data?._id })).code).toBe(codes.notFound)
  })

  it('are written by who holds the write badges, and seen by who sees the component', async () => {
    const { people, app } = world
    const { _id: id } = await world.leaf(doubling)
    const { data: kept } = await keep(id)
    const badge = await makeBadge(app.db)
    const rules = { read: [], write: [[badge]] }
    await app.services.documents.setRules(people['super-admin'], 'component', id, rules)
    expect((await keep(id, { name: 'other' })).code).toBe(codes.forbidden)
    expect((await demand(id)).code).toBe(codes.forbidden)
    expect((await call('DELETE /components/test-cases', { query: { id: kept?._id } })).code).toBe(codes.forbidden)
    expect(await runAll(id)).toHaveLength(1)
    await app.services.documents.setRules(people['super-admin'], 'component', id, { read: [[badge]], write: [] })
    expect((await call('GET /components/test-cases', { query: { id } })).code).toBe(codes.notFound)
    expect((await call('DELETE /components/test-cases', { query: { id: kept?._id } })).code).toBe(codes.notFound)
  })
})

describe('a component that needs green cases', () => {
  const refusal = (names: string, name: string) => ({
    code: codes.conflict,
    message: `Test cases of ${name} are not green: ${names}. Run them on this version first.`,
  })

  it('is locked once they are green for exactly what is saved', async () => {
    const { _id: id, name } = await world.leaf(doubling)
    await keep(id)
    expect(await demand(id)).toMatchObject({ data: { needed: true } })
    expect(await lock(id)).toMatchObject(refusal('doubles', name))
    await saveCode(id, doubling.replace('* 2', '* 3'))
    await runAll(id)
    expect(await lock(id)).toMatchObject(refusal('doubles', name))
    await saveCode(id, doubling)
    expect(await lock(id)).toMatchObject(refusal('doubles', name))
    await runAll(id)
    await keep(id, { name: 'another' })
    expect(await lock(id)).toMatchObject(refusal('another', name))
    await runAll(id)
    expect(await lock(id)).toMatchObject({ code: codes.ok })
  })

  it('is not locked by what was green before something in it was saved', async () => {
    const inner = await world.leaf(doubling)
    const outer = await world.save({
      kind: 'workflow',
      instances: [{ name: 'inner', instanceOf: inner._id }],
      links: [link(['', 'rows'], ['inner', 'rows']), link(['inner', 'out'], ['', 'out'])],
    })
    await keep(outer._id)
    await demand(outer._id)
    await runAll(outer._id)
    await saveCode(inner._id, doubling.replace('* 2', '* 4'))
    await lock(inner._id)
    expect(await lock(outer._id)).toMatchObject(refusal('doubles', outer.name))
    expect((await runAll(outer._id))?.[0]?.state).toBe('red')
    await demand(outer._id, false)
    expect(await lock(outer._id)).toMatchObject({ code: codes.ok })
  })
})
