import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ComponentGraph } from '@millrace/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compileProgram } from '../components/compile-program.ts'
import { component } from '../components/components-for-test.ts'
import { planText } from '../components/plan-text.ts'
import { executeComponent } from '../host/pipelines/execute-component.ts'
import { constants, FolderHost, sink, source } from '../host/pipelines/import-for-test.ts'
import { runImport } from '../host/pipelines/run-import.ts'
import { blockGraph } from './block-for-test.ts'
import { blocks } from './blocks.ts'

const rtContext = { locale: { label: 'de-DE', country: 'DE' } }
const program = (root: ComponentGraph) => {
  const known = [root, ...blocks.map((block) => blockGraph(block, block.name))]
  return compileProgram(root, (id) => known.find((graph) => graph._id === id))
}

async function executed(root: ComponentGraph, payload: unknown) {
  const { output } = await executeComponent(
    { program: await program(root), payload, rtContext, now: constants.now },
    { signal: new AbortController().signal },
  )
  return output as Record<string, Record<string, unknown>[]>
}

/** Prices of a market, read, chosen, laid over products and mapped, with no code at all. */
const market = component({
  name: 'Market',
  in: ['products', 'market'],
  out: ['offers', 'strangers', 'odd'],
  uses: ['read: Number by locale', 'dates: Date by locale', 'choose: Filter', 'find: Join', 'shape: Map fields'],
  values: {
    read: { settings: { fields: ['price'], locale: 'de-DE', whenWrong: 'leave out' } },
    dates: { settings: { fields: ['since'], locale: 'de-DE' } },
    choose: { settings: { conditions: [{ field: 'country', fromContext: 'locale.country' }] } },
    find: { settings: { on: [{ left: 'sku', right: 'key' }], wins: 'left' } },
    shape: {
      settings: {
        fields: [
          { to: 'id', from: 'sku' },
          { to: 'title', template: '{brand} {name}' },
          { to: 'attributes.since', from: 'since' },
          { to: 'locale', fromContext: 'locale.label' },
          { to: 'price', from: 'price' },
        ],
      },
    },
  },
  links: [
    '.market → read.records',
    'read.records → dates.records',
    'dates.records → choose.records',
    'choose.kept → find.left',
    '.products → find.right',
    'find.joined → shape.records',
    'shape.records → .offers',
    'find.leftOnly → .strangers',
    'read.wrong → .odd',
  ],
})
const count = 3_000
const row = (n: number) => ({
  sku: `S-${n % 7 === 0 ? `x${n}` : n % 500}`,
  name: n % 3 === 0 ? '' : `Name ${n}`,
  country: n % 5 === 0 ? 'FR' : 'DE',
  price: n % 11 === 0 ? 'on request' : `${n}.000,50 €`.replace(/^\d{4,}\./, '1.'),
  since: `${(n % 28) + 1}. März 2024`,
})
const products = Array.from({ length: 500 }, (_none, n) => ({ key: `S-${n}`, brand: 'Acme', name: `Product ${n}` }))

describe('ready-made blocks in a run', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'blocks-test-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const file = (name: string, records: unknown[]) => {
    const at = path.join(folder, name)
    writeFileSync(at, records.map((record) => JSON.stringify(record)).join('\n'))
    return { path: at, size: statSync(at).size, name, contentType: 'json' as const, format: {} }
  }

  it('give streamed in chunks what they give with whole lists', async () => {
    const rows = Array.from({ length: count }, (_none, n) => row(n + 1))
    const host = new FolderHost()
    const outcome = await runImport(
      {
        ...constants,
        rtContext,
        program: await program(market),
        sources: [source('products', file('products.ndjson', products)), source('market', file('market.ndjson', rows))],
        sinks: [sink('offers'), sink('strangers'), sink('odd')],
      },
      host,
    )
    expect(outcome.problem).toBeNull()
    const whole = await executed(market, { products, market: rows })
    for (const name of ['offers', 'strangers', 'odd']) {
      expect(whole[name]?.length, name).toBeGreaterThan(250)
      expect(host.records(name), name).toEqual(whole[name])
    }
    expect(whole.offers?.[0]).toEqual({
      id: 'S-1',
      title: 'Acme Name 1',
      attributes: { since: '2024-03-02' },
      locale: 'de-DE',
      price: 1000.5,
    })
    host.remove()
  })

  it('stream where they say so, and gather where the whole list decides', async () => {
    const plan = planText(await program(market))
    for (const name of ['read', 'dates', 'choose', 'find', 'shape']) expect(plan).toContain(`stream Market / ${name}`)
    const sorted = component({
      name: 'Sorted',
      in: ['rows'],
      out: ['rows'],
      uses: ['Sort'],
      values: { Sort: { settings: { by: [{ field: 'n', as: 'number' }] } } },
      links: ['.rows → Sort.records', 'Sort.records → .rows'],
    })
    expect(planText(await program(sorted))).toContain('gather Sorted / Sort')
    expect(await executed(sorted, { rows: [{ n: 2 }, { n: 1 }] })).toEqual({ rows: [{ n: 1 }, { n: 2 }] })
  })

  it('take their table anew for each item inside a forEach', async () => {
    const each = component({
      name: 'Each',
      kind: 'forEach',
      in: ['pairs'],
      out: ['found'],
      uses: ['Lookup'],
      values: { Lookup: { settings: { key: 'k', fields: [{ to: 'v' }] } } },
      links: [
        '.pairs → Lookup.records :: ctx.output = ctx.input.records',
        '.pairs → Lookup.table :: ctx.output = ctx.input.table',
        'Lookup.records → .found',
      ],
    })
    const pair = (v: number) => ({ records: [{ k: 1 }], table: [{ k: 1, v }] })
    expect(await executed(each, { pairs: [pair(1), pair(2)] })).toEqual({ found: [[{ k: 1, v: 1 }], [{ k: 1, v: 2 }]] })
  })

  it('say what is wrong with their settings, in the run too', async () => {
    const wrong = component({
      name: 'Wrong',
      in: ['rows'],
      out: ['rows'],
      uses: ['Filter'],
      values: { Filter: { settings: { conditions: [{ is: 'equals' }] } } },
      links: ['.rows → Filter.records', 'Filter.kept → .rows'],
    })
    expect(await executed(wrong, { rows: [] })).toEqual({
      error: 'Error: Filter: settings.conditions[0].field is missing',
    })
  })

  it.each(blocks.filter((block) => block.kind === 'function'))('$name runs its sample by itself', async (block) => {
    const { output } = await executeComponent(
      {
        program: await program(blockGraph(block, block.name)),
        payload: block.testPayload,
        rtContext: block.testContext,
        now: constants.now,
      },
      { signal: new AbortController().signal },
    )
    expect(Object.keys(output as object)).toEqual(block.outputs.map((port) => port.name))
  })

  it('ask for rows and answers through the host', async () => {
    const asking = component({
      name: 'Asking',
      in: ['rows'],
      out: ['priced', 'found'],
      uses: ['SQL query', 'HTTP request'],
      values: {
        'SQL query': {
          settings: {
            connection: 'Shop',
            query: 'select price from prices where sku = $1',
            parameters: [{ from: 'sku' }],
            how: 'for each record',
            result: 'row over record',
          },
        },
        'HTTP request': { settings: { url: 'https://host/{sku}', to: 'stock', recordPath: 'stock' } },
      },
      links: [
        '.rows → SQL query.records',
        'SQL query.rows → .priced',
        '.rows → HTTP request.records',
        'HTTP request.records → .found',
      ],
    })
    const asked: unknown[] = []
    const serve = async (kind: 'db' | 'http', args: unknown[]) => {
      asked.push([kind, ...args])
      return kind === 'db' ? [{ price: 5 }] : { status: 200, headers: {}, body: '{"stock": 7}' }
    }
    const { output } = await executeComponent(
      { program: await program(asking), payload: { rows: [{ sku: 'A b' }] }, rtContext, now: constants.now },
      { signal: new AbortController().signal, serve },
    )
    expect(output).toEqual({ priced: [{ sku: 'A b', price: 5 }], found: [{ sku: 'A b', stock: 7 }] })
    expect(asked).toMatchObject([
      ['db', 'query', 'Shop', 'select price from prices where sku = $1', ['A b']],
      ['http', { method: 'GET', url: 'https://host/A%20b' }],
    ])
  })
})
