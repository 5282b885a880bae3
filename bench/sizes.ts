import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compileProgram, prepareRunners, runImport, validateFile } from '@millrace/engine'
import { folderHost } from './engine-host.ts'
import { inputSchema, outputSchema } from './products.schema.ts'
import { productsFile } from './products-file.ts'
import { median, report, runs } from './report.ts'
import { transformBody } from './transform.ts'

const port = (name: string) => ({ name, inputSchema: {}, outputSchema: {} })
const link = (fromInstance: string, fromPort: string, toInstance: string, toPort: string) => ({
  ...{ name: `${fromPort} to ${toPort}`, fromInstance, fromPort, toInstance, toPort },
  ...{ jsCode: '', inputSchema: {}, outputSchema: {} },
})
const common = { version: 1, instances: [], links: [], jsCode: '', isDB: false, isIO: false }

const program = () => {
  const jsCode = `const { row } = ctx.input\n${transformBody}\nctx.output = { product }`
  const one = { ...common, _id: 'one', name: 'Row to product', kind: 'instruction' as const, jsCode }
  const each = {
    ...common,
    _id: 'each',
    name: 'Rows to products',
    kind: 'forEach' as const,
    inputs: [port('rows')],
    outputs: [port('products')],
    instances: [{ name: 'one', instanceOf: 'one' }],
    links: [link('', 'rows', 'one', 'row'), link('one', 'product', '', 'products')],
  }
  return compileProgram(each, (id) =>
    id === 'one' ? { ...one, inputs: [port('row')], outputs: [port('product')] } : undefined,
  )
}

/**
 * The engine alone from 1,000 to 1,000,000 rows: time per row and most memory of the runner. An upload is 20 MiB at
 * most, so the large files go to the engine directly; the output is a file.
 */
export async function sizes(): Promise<void> {
  prepareRunners()
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-sizes-'))
  const compiled = await program()
  try {
    for (const rows of [1000, 10_000, 100_000, 1_000_000]) {
      const file = productsFile(rows)
      const source = { path: file, size: statSync(file).size, name: 'p.csv', contentType: 'csv' as const, format: {} }
      const times: number[] = []
      let peakMiB = 0
      for (let i = 0; i < (rows > 500_000 ? 1 : runs); i++) {
        const began = performance.now()
        const outcome = await runImport(
          {
            importId: `sizes-${rows}-${i}`,
            program: compiled,
            sources: [{ dataSubKind: 'rows', file: source, rowSchema: inputSchema, tolerance: 0.05 }],
            sinks: [
              { name: 'products', rowSchema: outputSchema, tolerance: 0, format: 'ndjson', table: null, http: null },
            ],
            schemas: {},
            rtContext: {},
            seed: 'bench',
            now: '2026-03-01T10:00:00.000Z',
          },
          folderHost(folder),
        )
        if (!outcome.ok) throw new Error(outcome.problem ?? 'the import failed')
        times.push(performance.now() - began)
        peakMiB = Math.max(peakMiB, outcome.peakMiB)
      }
      const label = `${rows}-rows`
      report(`engine-${label}`, median(times), 'ms')
      report(`engine-${label}-per-row`, (median(times) * 1000) / rows, 'µs', 1)
      report(`engine-${label}-peak-mib`, peakMiB, 'MiB')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** 1,000,000 findings in one file: when the first hundred are there, and what they cost. */
export async function findings(): Promise<void> {
  prepareRunners()
  const file = productsFile(1_000_000)
  const began = performance.now()
  let first = 0
  let seen = 0
  const before = process.memoryUsage.rss()
  let most = before
  const broken = { type: 'object', properties: { sku: { type: 'string', pattern: '^NONE' } } }
  const outcome = await validateFile(
    {
      file: { path: file, size: statSync(file).size, name: 'p.csv', contentType: 'csv', format: {} },
      rowSchema: broken,
      schemas: {},
      tolerance: 0,
    },
    {
      signal: new AbortController().signal,
      log() {},
      findings(batch) {
        seen += batch.length
        if (first === 0 && seen >= 100) first = performance.now() - began
        most = Math.max(most, process.memoryUsage.rss())
      },
    },
  )
  report('findings-total', outcome.totalFindings, 'findings')
  report('findings-first-100', first, 'ms')
  report('findings-all', performance.now() - began, 'ms')
  report('findings-peak-runner-mib', outcome.peakMiB, 'MiB')
  report('findings-growth-mib', (most - before) / 2 ** 20, 'MiB')
}
