import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  csv,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendFile,
} from '../imports/imports.fixtures.ts'

let world: ImportWorld
let family: Awaited<ReturnType<typeof makePipelines>>
beforeAll(async () => {
  world = await makeImportWorld()
  family = await makePipelines(world, {
    sources: [manualSource('strict')],
    component: { inputs: [{ name: 'strict', inputSchema: { type: 'array' } }] },
  })
})
afterAll(() => world.close())

describe('validation', () => {
  it('UPL-010/api UPL-019/api API-027/api a good file becomes valid, with what was detected and the counts', async () => {
    const upload = await sendFile(world.people.manager, family.country._id, 'strict', csv(12))
    expect(upload).toMatchObject({ status: 'valid', counts: { records: 12, valid: 12, rejected: 0 } })
    expect(upload.detected).toMatchObject({ encoding: 'utf-8', delimiter: ',' })
    const [{ logs } = { logs: [] }] = await world.people.manager.call('GET /uploads/status', {
      query: { ids: upload._id },
    })
    expect(logs.map((line) => line.seq)).toEqual(logs.map((_, i) => i + 1))
    expect(logs.map((line) => line.message).join('\n')).toMatch(/12 records/)
    expect(logs.map((line) => line.message).join('\n')).toMatch(/delimiter comma/)
  })

  it('API-027/api answers those asked for, in their order, each with its status and its own logs', async () => {
    const { manager } = world.people
    const bad = await sendFile(manager, family.country._id, 'strict', '')
    const good = await sendFile(manager, family.country._id, 'strict', csv(2))
    const answered = await manager.call('GET /uploads/status', { query: { ids: `${bad._id},${good._id}` } })
    expect(answered.map((upload) => [upload._id, upload.status])).toEqual([
      [bad._id, 'invalid'],
      [good._id, 'valid'],
    ])
    const listed = await manager.call('GET /uploads/last-all', { query: { pipelineId: family.country._id } })
    for (const { logs, ...upload } of answered) {
      expect(listed).toContainEqual(upload)
      expect(logs.length).toBeGreaterThan(0)
      expect(logs).toEqual(await manager.call('GET /logs/uploads', { query: { ids: upload._id } }))
    }
  })

  it('an empty file becomes invalid with a sentence', async () => {
    const upload = await sendFile(world.people.manager, family.country._id, 'strict', '')
    expect(upload.status).toBe('invalid')
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(lines.map((line) => line.message).join('\n')).toMatch(/empty/i)
  })
})

describe('validation against a row schema', () => {
  it('UPL-019/api API-033/api findings are kept, logged with their row up to 100, and totalled by cause', async () => {
    const strict = await makePipelines(world)
    const bad = Array.from({ length: 150 }, (_, i) => `k${i},Name,dear`).join('\n')
    const upload = await sendFile(
      world.people.manager,
      strict.country._id,
      'rows',
      `key,name,price\n${bad}\nk,Name,1\n`,
    )
    expect(upload).toMatchObject({ status: 'invalid', counts: { records: 151, valid: 1, rejected: 150 } })
    const lines = await world.people.manager.call('GET /logs/uploads', { query: { ids: upload._id } })
    expect(lines.filter((line) => /^Row \d+/.test(line.message))).toHaveLength(100)
    expect(lines.map((line) => line.message).join('\n')).toMatch(/150/)
    const query = { id: upload._id, pageNumber: '4', nbItemsPerPage: '40' }
    const page = await world.people.manager.call('GET /uploads/findings', { query })
    expect(page.totalCount).toBe(150)
    expect(page.findings).toHaveLength(30)
    expect(page.findings[0]).toMatchObject({ row: 121, column: 'price', value: 'dear' })
    expect(page.groups).toEqual([expect.objectContaining({ column: 'price', count: 150 })])
  })

  it('API-033/api findings of one cause can be asked for alone, page by page', async () => {
    const strict = await makePipelines(world)
    const rows = ['k1,Name,dear', ',Name,1', 'k3,Name,cheap', 'k4,Name,1', ',Name,dear', 'k6,Name,free']
    const sent = await sendFile(
      world.people.manager,
      strict.country._id,
      'rows',
      `key,name,price\n${rows.join('\n')}\n`,
    )
    const ask = (query: Record<string, string>) =>
      world.people.manager.call('GET /uploads/findings', { query: { id: sent._id, ...query } })
    const { groups, totalCount } = await ask({})
    const price = groups.findIndex(({ column }) => column === 'price')
    expect([totalCount, groups[price]?.count]).toEqual([6, 4])
    const first = await ask({ group: String(price), nbItemsPerPage: '3' })
    expect([first.totalCount, first.findings.map(({ row }) => row)]).toEqual([4, [1, 3, 5]])
    const second = await ask({ group: String(price), nbItemsPerPage: '3', pageNumber: '2' })
    expect(second.findings.map(({ column, row, value }) => [column, row, value])).toEqual([['price', 6, 'free']])
    expect(await ask({ group: '77' })).toMatchObject({ totalCount: 0, findings: [] })
  })

  it('rejected records within the tolerance leave the file valid', async () => {
    const kind = await makePipelines(world, { sources: [manualSource('rows', { tolerance: 0.5 })] })
    const text = 'key,name,price\nk1,a,1\nk2,b,x\n'
    expect(await sendFile(world.people.manager, kind.country._id, 'rows', text)).toMatchObject({ status: 'valid' })
    const more = `${text}k3,c,y\n`
    expect(await sendFile(world.people.manager, kind.country._id, 'rows', more)).toMatchObject({ status: 'invalid' })
  })
})
