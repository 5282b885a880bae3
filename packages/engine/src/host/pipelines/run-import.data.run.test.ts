import { afterEach, describe, expect, it } from 'vitest'
import type { JsonSchema } from '@millrace/contract'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { constants, dataFile, FolderHost, sink, source } from './import-for-test.ts'
import { hasData } from '../../formats/test-support/real-data-for-test.ts'
import { runImport } from './run-import.ts'

const text = { type: 'string' }
const object = (properties: JsonSchema, required: string[]): JsonSchema => ({ type: 'object', properties, required })
const filled = { type: 'string', minLength: 1 }

const bike = object(
  { ProductAlternateKey: filled, EnglishProductName: text, ListPrice: { type: 'number' }, Status: text },
  ['ProductAlternateKey'],
)
const bikeText = object(
  { ProductAlternateKey: filled, name: filled, description: filled, ListPrice: { type: 'number' } },
  ['ProductAlternateKey', 'name', 'description'],
)
const product = object({ key: filled, name: filled, price: { type: 'number' } }, ['key', 'name'])
const columns = { FrenchProductName: 'name', FrenchDescription: 'description' }

/** Joins local texts to the master's current rows on their key; the local side streams. */
const overlay = () =>
  compiled([
    {
      name: 'Bikes catalogue',
      in: ['local', 'catalogue'],
      out: ['products'],
      uses: ['Index', 'Overlay locale'],
      links: [
        '.catalogue → Index.rows',
        '.local → Overlay locale.rows',
        'Index.byKey → Overlay locale.master',
        'Overlay locale.products → .products',
      ],
    },
    {
      name: 'Index',
      kind: 'function',
      in: ['rows'],
      out: ['byKey'],
      jsCode:
        "const current = ctx.input.rows.filter((r) => r.Status === 'Current')\nreturn { byKey: Object.fromEntries(current.map((r) => [r.ProductAlternateKey, r])) }",
    },
    {
      name: 'Overlay locale',
      kind: 'forEach',
      in: ['rows', 'master'],
      out: ['products'],
      uses: ['Row to product'],
      links: ['.rows → Row to product.row', '.master → Row to product.master', 'Row to product.product → .products'],
    },
    {
      name: 'Row to product',
      in: ['row', 'master'],
      out: ['product'],
      jsCode: [
        'const { row, master } = ctx.input',
        'const known = master[row.ProductAlternateKey]',
        "if (!known) ctx.log.error('unknown key', row.ProductAlternateKey)",
        'else ctx.output.product = { key: row.ProductAlternateKey, name: row.name, price: row.ListPrice ?? known.ListPrice }',
      ].join('\n'),
    },
  ])

describe.skipIf(!hasData)('imports of real files (skipped where ../shared/data is absent)', () => {
  let host = new FolderHost()
  afterEach(() => {
    host.remove()
    host = new FolderHost()
  })

  it('IMP-049/engine reads two sources, joins them and writes a sink: bikes in French, 157 of 197', async () => {
    const outcome = await runImport(
      {
        ...constants,
        program: await overlay(),
        sources: [
          source('local', dataFile('bikes/bikes-fr-FR.csv', 'csv', { columns }), bikeText, 0.5),
          source('catalogue', dataFile('bikes/bikes-master-en.csv', 'csv'), bike),
        ],
        sinks: [sink('products', { rowSchema: product })],
      },
      host,
    )
    expect(outcome.problem).toBeNull()
    expect(outcome.counts).toEqual({
      sources: {
        catalogue: { read: 606, rejected: 0, written: 606 },
        local: { read: 197, rejected: 40, written: 157 },
      },
      sinks: { products: { read: 157, rejected: 0, written: 157 } },
    })
    expect(outcome.leftOut).toBe(40)
    const products = host.records('products')
    expect(products).toHaveLength(157)
    expect(host.files()).toEqual(['products'])
    expect(products.every(({ price }) => price === undefined || typeof price === 'number')).toBe(true)
    expect(host.lines).toContain('warn: 40 of 197 records of local do not fit the schema and are left out')
  })

  it('IMP-049/engine reads XLSX, NDJSON and TSV with a byte order mark and decimal commas', async () => {
    const program = await compiled(forEachRecord('ctx.output.row = ctx.input.row'))
    const run = async (name: string, kind: 'csv' | 'excel' | 'json', rowSchema: JsonSchema | null) => {
      const request = {
        ...constants,
        program,
        sources: [source('rows', dataFile(name, kind), rowSchema)],
        sinks: [sink('rows')],
      }
      const { counts, problem } = await runImport(request, host)
      expect(problem).toBeNull()
      expect(host.records('rows')).toHaveLength(counts.sinks.rows?.written ?? -1)
      return counts.sinks.rows?.written
    }
    expect(await run('bikes/bikes-dealers.xlsx', 'excel', null)).toBe(701)
    expect(await run('vehicles/ev-master.ndjson', 'json', null)).toBe(1189)
    const market = object({ unique_code: filled, msrp_amount: { type: 'number' } }, ['unique_code'])
    expect(await run('vehicles/ev-en-US.csv', 'csv', market)).toBe(665)
    expect(await run('vehicles/ev-de-DE.csv', 'csv', market)).toBe(778)
    expect(await run('vehicles/ev-pt-BR.tsv', 'csv', market)).toBe(607)
    expect(host.records('rows').filter(({ msrp_amount }) => msrp_amount !== undefined)).toHaveLength(38)
  })

  it('IMP-049/engine carries 46,839 records of 19.25 MiB through in bounded memory, order kept', async () => {
    const epa = object({ id: { type: 'integer' }, make: filled, cylinders: text }, ['id', 'make'])
    const code = 'const { id, make, cylinders } = ctx.input.row\nctx.output.row = { id, make, cylinders }'
    host.waitsForProgress = true
    const outcome = await runImport(
      {
        ...constants,
        program: await compiled(forEachRecord(code)),
        sources: [source('rows', dataFile('vehicles/epa-vehicles.csv', 'csv'), epa)],
        sinks: [sink('rows', { rowSchema: epa, format: 'csv' })],
      },
      host,
    )
    expect(outcome.problem).toBeNull()
    expect(outcome.counts.sinks.rows).toEqual({ read: 46_839, rejected: 0, written: 46_839 })
    expect(outcome.peakMiB).toBeLessThanOrEqual(256)
    expect(host.progressed).toBeGreaterThan(0)
    const lines = host.text('rows').trimEnd().split('\r\n')
    expect(lines[0]).toBe('id,make,cylinders')
    expect(lines).toHaveLength(46_840)
    expect(lines.filter((line) => line.endsWith(','))).toHaveLength(600)
  }, 60_000)
})
