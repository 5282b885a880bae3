import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../imports/imports.fixtures.ts'
import { makeBadge } from '../../test-support/factories.ts'

let world: ImportWorld
let pipeline: string
beforeAll(async () => {
  world = await makeImportWorld()
  pipeline = (await makePipelines(world, { sources: [manualSource('rows', { tolerance: 1 })] })).country._id
})
afterAll(() => world.close())

const send = (content: string, name = 'rows.csv') => sendFile(world.people.manager, pipeline, 'rows', content, name)
type Which = 'first' | 'random' | 'rejected'
const recordsOf = (id: string, which: Which, count?: number, role: 'manager' | 'admin' | 'user' = 'manager') =>
  world.people[role].ask('GET /uploads/records', {
    query: { id, which, ...(count === undefined ? {} : { count: String(count) }) },
  })

describe('GET /uploads/records', () => {
  it('gives the first valid records as an import hands them on', async () => {
    const upload = await send('key,name,price\nk1,One,1.5\n,Two,2\nk3,Three,3\nk4,Four,4\n')
    const answer = await recordsOf(upload._id, 'first', 2)
    expect(answer).toMatchObject({
      code: 20000,
      // The price is a number now, and the record without a key is left out.
      data: {
        records: [
          { key: 'k1', name: 'One', price: 1.5 },
          { key: 'k3', price: 3 },
        ],
        read: 2,
        cut: false,
      },
    })
  })

  it('gives random ones of the whole file, each with the same chance, in its order', async () => {
    const keys = Array.from({ length: 40 }, (_, index) => `k${index + 10}`)
    const upload = await send(`key,name,price\n${keys.map((key) => `${key},N,1`).join('\n')}\n`)
    const drawn = new Set<string>()
    for (let turn = 0; turn < 12; turn++) {
      const { data } = await recordsOf(upload._id, 'random', 8)
      const found = (data?.records ?? []).map((record) => (record as { key: string }).key)
      expect([found.length, data?.read]).toEqual([8, 40])
      expect(found).toEqual(found.toSorted())
      expect(new Set(found).size).toBe(8)
      for (const key of found) drawn.add(key)
    }
    // Of 96 draws out of 40, those of the first 8 places alone would be 8.
    expect(drawn.size).toBeGreaterThan(20)
  })

  it('gives the rejected ones as they stand in the file', async () => {
    const upload = await send('key,name,price\nk1,One,1\n,"Thr\nee",dear\nk4,Four,cheap\n')
    const { data } = await recordsOf(upload._id, 'rejected')
    expect(data).toEqual({
      records: [
        { key: '', name: 'Thr\nee', price: 'dear' },
        { key: 'k4', name: 'Four', price: 'cheap' },
      ],
      read: 2,
      cut: false,
    })
    const fine = await send('key,name,price\nk1,One,1\n')
    expect(await recordsOf(fine._id, 'rejected')).toMatchObject({
      code: 40900,
      message: 'The upload has no rejected records',
    })
  })

  it('is bounded in number and size', async () => {
    const upload = await send(
      `key,name,price\n${Array.from({ length: 8 }, (_, n) => `k${n},${'x'.repeat(300_000)},1`).join('\n')}\n`,
    )
    const { data } = await recordsOf(upload._id, 'first', 8)
    expect([data?.records.length, data?.cut]).toEqual([3, true])
    expect(await recordsOf(upload._id, 'first', 101)).toMatchObject({ code: 40000 })
    expect(await recordsOf(upload._id, 'first', 0)).toMatchObject({ code: 40000 })
  })

  it('S3 is for those who test components and see the pipeline; to others the upload is not there', async () => {
    const upload = await send('key,name,price\nk1,One,1\n')
    for (const role of ['admin', 'user'] as const)
      expect(await recordsOf(upload._id, 'first', 1, role)).toMatchObject({ code: 40300 })
    const nowhere = { code: 40400, message: 'Document not found' }
    expect(await recordsOf('unknown', 'first')).toMatchObject(nowhere)
    const badge = await makeBadge(world.platform.db)
    const sam = world.people['super-admin']
    await world.documents.setRules(sam, 'pipeline', pipeline, { read: [[badge]], write: [] })
    for (const which of ['first', 'random', 'rejected'] as const)
      expect(await recordsOf(upload._id, which)).toMatchObject(nowhere)
    expect(await sam.ask('GET /uploads/records', { query: { id: upload._id, which: 'first' } })).toMatchObject({
      code: 20000,
    })
  })
})
