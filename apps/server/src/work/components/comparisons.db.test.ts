import {
  apiRoot,
  codes,
  type ComponentInput,
  type Envelope,
  type LockedComparison,
  tokenHeader,
} from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { link } from '../../documents/components/components.fixtures.ts'
import { freshName, makeBadge } from '../../test-support/factories.ts'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  type Person,
  sendFile,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
beforeAll(async () => {
  world = await makeImportWorld()
})
afterAll(() => world.close())

const sam = () => world.people['super-admin']
/** The price of each record with tax, 21 % above 20 and 6 % below. */
const taxed = `ctx.output.out = ctx.input.rows.map((row) => ({ ...row, price: row.price * (row.price > 20 ? 1.21 : 1.06) }))`
const fault = taxed.replace('> 20', '>= 18.5')

const compare = async (id: string, as: Person = sam()) => {
  const address = `${world.url}${apiRoot}/components/${id}/compareLocked`
  const answer = await fetch(address, { method: 'POST', headers: { [tokenHeader]: as.token } })
  return (await answer.json()) as Envelope<LockedComparison> & { data: LockedComparison }
}
const lock = (kind: 'schema' | 'component', id: string) => world.versions.lock(sam(), kind, { id, force: true })
/** A draft of the locked component with this changed. */
async function draftOf(id: string, change: Partial<ComponentInput>): Promise<string> {
  const { _id } = await world.versions.createNew(sam(), 'component', { id })
  const { name, sys_version } = await world.components.find(sam(), _id)
  await world.components.save(sam(), { _id, name, sys_version, ...change })
  return _id
}
/** A locked component that taxes, a country pipeline that uses it, and 40 records sent to that. */
async function family(more: Partial<ComponentInput> = {}) {
  const made = await makePipelines(world, { component: { jsCode: taxed, ...more } })
  await sendFile(sam(), made.country._id, 'rows', csv(40))
  await lock('component', made.component._id)
  return made
}
const same = { state: 'compared', message: null, changed: 0, added: 0, removed: 0, moved: 0, fields: [], examples: [] }

describe('a draft beside the locked version', () => {
  it('with a fault in one line differs in the records it touches, by field, over uploads and test cases', async () => {
    const { component, country } = await family()
    const draft = await draftOf(component._id, { jsCode: fault })
    const rows = [{ key: 'a', name: 'A', price: 19 }]
    await sam().call('POST /components/test-cases', {
      body: { id: draft, name: 'one of 19', payload: { rows }, ignored: ['name'] },
    })
    const { data } = await compare(draft)
    expect(data.locked).toEqual({ _id: component._id, version: 1 })
    expect(data.payloads).toMatchObject([
      {
        ...same,
        kind: 'pipeline',
        name: country.name,
        records: 40,
        // 18.5 and 19.5 of 0.5, 1.5, … 39.5
        changed: 2,
        fields: [{ field: '/out/*/price', records: 2 }],
        examples: [
          { place: 'out, record 19', change: 'changed', values: [{ pointer: '/out/18/price', locked: '19.61' }] },
          { place: 'out, record 20', change: 'changed' },
        ],
      },
      {
        ...same,
        kind: 'testCase',
        name: 'one of 19',
        records: 1,
        changed: 1,
        fields: [{ field: '/out/*/price', records: 1 }],
        examples: [{ values: [{ locked: '20.14', draft: '22.99' }] }],
      },
    ])
  })

  it('shows no difference where only names have changed, inside the component that a pipeline uses', async () => {
    const schema = (await world.schemas.save(sam(), { name: freshName('Row'), jsonSchema: { type: 'object' } }))._id
    const list = { type: 'array', items: { $ref: `importer://schema/id/${schema}` } }
    const inner = await world.components.save(sam(), {
      name: freshName('Tax'),
      kind: 'instruction',
      inputs: [{ name: 'rows', inputSchema: list }],
      outputs: [{ name: 'out', outputSchema: list }],
      // Told apart by when and how often it runs, were the clock and the numbers not the same.
      jsCode: `${taxed}.map((row) => ({ ...row, at: Date.now(), by: Math.random() }))`,
    })
    const through = (name: string) => ({
      instances: [{ name, instanceOf: inner._id }],
      links: [link(['', 'rows'], [name, 'rows']), link([name, 'out'], ['', 'out'])],
    })
    const { component } = await family({ kind: 'workflow', jsCode: '', ...through('box') })
    const renamed = await draftOf(component._id, { name: freshName('Renamed'), ...through('tax') })
    expect((await compare(renamed)).data.payloads).toMatchObject([{ ...same, records: 40 }])
    const names = taxed.replaceAll('row', 'product').replace('ctx.input.products', 'ctx.input.rows')
    const draft = await draftOf(inner._id, {
      jsCode: `${names}.map((row) => ({ ...row, at: Date.now(), by: Math.random() }))`,
    })
    expect((await compare(draft)).data.payloads).toMatchObject([{ ...same, records: 40 }])
  })

  it('tells what no longer runs, what runs again, and what cannot be compared', async () => {
    const { component, country } = await family()
    const { component: other } = await makePipelines(world, { component: { jsCode: taxed } })
    await lock('component', other._id)
    const broken = await draftOf(component._id, { jsCode: `throw new Error('no tax today')` })
    const [breaks] = (await compare(broken)).data.payloads
    expect(breaks).toMatchObject({ state: 'breaks', name: country.name, records: 0 })
    expect(breaks).toHaveProperty('message', expect.stringContaining('no tax today'))
    const renamed = await draftOf(component._id, { outputs: [] })
    expect((await compare(renamed)).data.payloads).toMatchObject([
      { state: 'breaks', message: expect.stringContaining(`The data sink 'out' is no output of`) },
    ])
    const sending = await draftOf(component._id, { isIO: true })
    expect((await compare(sending)).data.payloads).toMatchObject([
      { state: 'skipped', message: expect.stringContaining('ctx.http') },
    ])
    await lock('component', broken)
    const repaired = await draftOf(broken, { jsCode: taxed })
    expect((await compare(repaired)).data.payloads).toMatchObject([
      { state: 'repairs', message: expect.stringContaining('no tax today') },
    ])
    const idle = await draftOf(other._id, { jsCode: fault })
    expect((await compare(idle)).data.payloads).toMatchObject([
      { state: 'skipped', message: 'There is no valid upload for rows.', records: 0 },
    ])
  })

  it('reads the first records of a long upload, whatever comes after them', async () => {
    const { component, country } = await makePipelines(world, { component: { jsCode: taxed } })
    const long = csv(1200)
    await sendFile(sam(), country._id, 'rows', long)
    await lock('component', component._id)
    const draft = await draftOf(component._id, { jsCode: fault })
    expect((await compare(draft)).data.payloads).toMatchObject([{ records: 1000, changed: 2 }])
  })

  it('ends at once when its person goes away', async () => {
    const { component } = await family()
    const draft = await draftOf(component._id, { jsCode: 'for (;;);' })
    const begin = performance.now()
    const going = world.comparisons.compareLocked(sam(), draft, AbortSignal.timeout(2000))
    await expect(going).rejects.toMatchObject({ message: 'The comparison was given up' })
    // A call into its code could take 20 s.
    expect(performance.now() - begin).toBeLessThan(15_000)
  })

  it('has nothing to be compared with before a version is locked', async () => {
    const { component } = await makePipelines(world)
    expect((await compare(component._id)).data).toEqual({ locked: null, payloads: [] })
  })

  it('knows pipelines that its person sees, and no other', async () => {
    const { component, country, master } = await family()
    const draft = await draftOf(component._id, { jsCode: fault })
    const manager = world.people.manager
    expect((await compare(draft, manager)).data.payloads).toHaveLength(1)
    const badge = await makeBadge(world.platform.db)
    const closed = { read: [[badge]], write: [] }
    await world.documents.setRules(sam(), 'pipeline', country._id, closed)
    expect((await compare(draft, manager)).data.payloads).toEqual([])
    await world.documents.setRules(sam(), 'pipeline', master._id, closed)
    await world.documents.setRules(sam(), 'component', component._id, { read: [], write: [[badge]] })
    expect((await compare(draft, manager)).code).toBe(codes.forbidden)
    await world.documents.setRules(sam(), 'component', component._id, closed)
    expect((await compare(draft, manager)).code).toBe(codes.notFound)
  })
})
