import { describe, expect, it } from 'vitest'
import { callBlock } from './block-for-test.ts'

describe('SQL query', () => {
  const asked: unknown[][] = []
  const db = {
    query: async (...given: [string, string, unknown[]]) => {
      asked.push(given)
      return given[2][0] === 'A' ? [{ price: 1 }, { price: 2 }] : []
    },
    async *stream(...given: unknown[]) {
      asked.push(given)
      yield { price: 1 }
      yield { price: 2 }
    },
  }
  const base = { connection: 'Shop', query: 'select price from prices where sku = $1' }
  const run = async (settings: Record<string, unknown>, records?: unknown) => {
    asked.length = 0
    const context = { locale: { country: 'FR' } }
    return callBlock('SQL query', { records, settings: { ...base, ...settings } }, { db, context })
  }

  it('asks once, with values of the run', async () => {
    const parameters = [{ fromContext: 'locale.country' }, { value: 5 }]
    expect(await run({ parameters })).toEqual({ rows: [{ price: 1 }, { price: 2 }] })
    expect(asked).toEqual([['Shop', base.query, ['FR', 5]]])
  })

  it('asks for each record and joins rows and records as told', async () => {
    const records = [{ sku: 'A' }, { sku: 'B' }]
    const settings = { how: 'for each record', parameters: [{ from: 'sku' }, { from: 'gone' }] }
    expect(await run(settings, records)).toEqual({ rows: [{ price: 1 }, { price: 2 }] })
    expect(asked.map(([, , values]) => values)).toEqual([
      ['A', null],
      ['B', null],
    ])
    expect(await run({ ...settings, result: 'row over record' }, records)).toEqual({
      rows: [
        { sku: 'A', price: 1 },
        { sku: 'A', price: 2 },
      ],
    })
    expect(await run({ ...settings, result: 'list in field', to: 'found' }, records)).toEqual({
      rows: [
        { sku: 'A', found: [{ price: 1 }, { price: 2 }] },
        { sku: 'B', found: [] },
      ],
    })
  })

  it.each<[Record<string, unknown>, string]>([
    [{ connection: '' }, 'SQL query: settings.connection is missing'],
    [{ query: 5 }, 'SQL query: settings.query is not a text'],
    [{ parameters: [{ from: 'sku' }] }, "SQL query: settings.parameters[0].from needs 'how' to be 'for each record'"],
    [{ how: 'for each record', result: 'list in field' }, 'SQL query: settings.to is missing'],
    [{ how: 'for each record' }, "SQL query: nothing leads to the input 'records'"],
  ])('says of %j: %s', async (settings, message) => {
    await expect(run(settings)).rejects.toThrow(message)
  })
})

describe('HTTP request', () => {
  const asked: Record<string, unknown>[] = []
  const http = {
    request: async (request: { url: string }) => {
      asked.push(request)
      if (request.url.includes('broken')) throw new Error('no connection to host')
      const ok = !request.url.includes('missing')
      return { ok, status: ok ? 200 : 404, text: 'not here', json: ok ? { data: { items: [{ id: 1 }, 'two'] } } : null }
    },
  }
  const run = async (settings: Record<string, unknown>, records?: unknown) => {
    asked.length = 0
    const context = { locale: { label: 'fr-FR' } }
    return callBlock(
      'HTTP request',
      { records, settings: { url: 'https://host/{id}', ...settings } },
      { http, context },
    )
  }

  it('asks once without records and takes the list at the record path', async () => {
    const settings = {
      url: 'https://host/list',
      recordPath: 'data.items',
      headers: [{ name: 'accept-language', fromContext: 'locale.label' }],
      query: [{ name: 'page', value: '1' }],
    }
    expect(await run(settings)).toEqual({ records: [{ id: 1 }, { value: 'two' }], failed: [] })
    expect(asked).toEqual([
      { method: 'GET', url: 'https://host/list', headers: { 'accept-language': 'fr-FR' }, query: { page: '1' } },
    ])
  })

  it('asks for each record, in waves, in their order', async () => {
    const records = Array.from({ length: 40 }, (_none, index) => ({ id: `${index} /` }))
    const { records: made } = await run({ to: 'found', recordPath: 'data', method: 'POST', body: 'record' }, records)
    expect(made?.map((record) => record.id)).toEqual(records.map((record) => record.id))
    expect(made?.[0]?.found).toEqual({ items: [{ id: 1 }, 'two'] })
    expect(asked[0]).toMatchObject({ method: 'POST', url: 'https://host/0%20%2F', json: records[0] })
  })

  it('ends the run where a request fails, or hands the record on with the reason', async () => {
    const records = [{ id: 'missing' }, { id: 'broken' }, { id: 'ok' }]
    await expect(run({}, records.slice(0, 1))).rejects.toThrow(
      'HTTP request: GET https://host/missing answered status 404: not here',
    )
    await expect(run({}, records.slice(1))).rejects.toThrow('no connection to host')
    const { failed, records: good } = await run({ whenFailed: 'to failed', to: 'x' }, records)
    expect(failed).toEqual([
      { id: 'missing', failure: 'status 404: not here' },
      { id: 'broken', failure: 'no connection to host' },
    ])
    expect(good).toHaveLength(1)
  })

  it.each<[Record<string, unknown>, string]>([
    [{ url: '' }, 'HTTP request: settings.url is missing'],
    [{ method: 'get' }, "HTTP request: settings.method is 'get', but must be one of GET, POST, PUT, PATCH, DELETE"],
    [{ headers: [{ value: 'x' }] }, 'HTTP request: settings.headers[0].name is missing'],
  ])('says of %j: %s', async (settings, message) => {
    await expect(run(settings)).rejects.toThrow(message)
  })
})
