import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ComponentGraph, JsonSchema } from '@millrace/contract'
import { compileProgram } from '../../components/compile-program.ts'
import { DatasetWriter } from '../../dataset/dataset-writer.ts'
import type { ImportJob, ImportSink, RunnerDataset, RunnerFile, ValidateJob } from '../../protocol/messages.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { importLimits } from '../../runs/limits.ts'
import { seedWords } from '../../runs/seed-words.ts'
import { storeCompiledCode, runnerProgram } from '../processes/runner-program.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import type { StartHeap } from '../processes/start-heap.ts'
import { areSchemas } from '../../schemas/schema-grammar.ts'
import { ImportDatasets } from './import-datasets.ts'
import { SourceFiles } from './source-files.ts'

/** Enough for several batches: V8 compiles well only what runs often. */
const rows = 600

const rowSchema: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: ['sku', 'title'],
  properties: {
    sku: { type: 'string', pattern: '^[A-Z]-[0-9]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    price: { type: 'number', minimum: 0 },
    stock: { type: ['integer', 'null'] },
    colour: { enum: ['red', 'blue'] },
    active: { type: 'boolean' },
    seen: { type: 'string', format: 'date-time' },
  },
}

/**
 * Checks a small file of the engine's own, imports it and keeps the code that V8 makes of the runner's program meanwhile: runners
 * that start later have it at once, which is a third of the time until their first record. It is done for each size of
 * heap, as V8 does not take the code of one for the other: about a second of a processor, at any time after the start.
 * Nobody's file or code takes part, so nobody can put anything into that code.
 * @throws RunError
 */
export async function warmUpRunners(): Promise<void> {
  // Runners that wait for work have a large heap.
  await warmUp('large')
  await warmUp('small')
}

async function warmUp(heap: StartHeap): Promise<void> {
  const file = path.join(runnerProgram().folder, 'warm-up.csv')
  await writeFile(file, table())
  const kept = path.join(runnerProgram().folder, 'warm-up.dataset')
  await writeFile(kept, dataset())
  const files = new SourceFiles()
  const datasets = new ImportDatasets()
  const made = await open(path.join(runnerProgram().folder, 'warm-up.made'), 'w')
  try {
    const { signal } = new AbortController()
    const given = { path: file, size: 0, name: 'warm-up.csv', contentType: 'csv' as const, format: {} }
    const opened = await files.add(given)
    const { size } = await datasets.addOther(kept)
    const all = [...files.inputs, ...datasets.inputs, { fd: made.fd, size: 0 }]
    const limits = { ...importLimits, fileBytes: 2 ** 20 }
    const runner = RunnerProcess.spawn(limits, { files: all, pipes: 2, hasIsolate: true, heap }, { signal })
    for (const pipe of runner.pipes) pipe.resume()
    const pipes = firstDescriptor + all.length
    const checks = checkOf(opened, pipes - 1)
    runner.start({
      mode: 'warmUp',
      checks,
      imports: await importOf({ fd: firstDescriptor + 1, size }, pipes),
    })
    const result = await runner.result
    if (result.mode === 'warmUp') storeCompiledCode(heap, Buffer.from(result.code, 'base64'))
    await runner.gone
  } finally {
    await files.close()
    await datasets.close()
    await made.close()
  }
}

const fields = ['sku', 'title', 'price', 'stock', 'colour', 'active', 'seen']

/** Quotes, line breaks, letters beyond ASCII, an empty cell, a record that does not fit. */
function table(): string {
  let text = 'sku,title,price,stock,colour,active,seen\n'
  for (let i = 0; i < rows; i++) {
    text += `A-${i},"Stół ""${i}"",\n棚",${i / 4},${i % 3 === 0 ? '' : i},red,${i % 2 === 0},2026-01-01T10:00:00Z\n`
  }
  return `${text}A-0,x,-1,,green,maybe,yesterday\n`
}

/** What a check makes of its records, in batches such as imports read. */
function dataset(): Buffer {
  const records = Array.from({ length: rows }, (_, i) => {
    const stock = i % 3 === 0 ? undefined : i
    return [`A-${i}`, `Stół "${i}",\n棚`, i / 4, stock, 'red', i % 2 === 0, '2026-01-01T10:00:00Z']
  })
  const lists = (some: readonly unknown[]) => fields.map((_, k) => (some as unknown[][]).map((record) => record[k]))
  const writer = new DatasetWriter((some) => ({ keys: fields, lists: lists(some) }), false)
  const parts: Uint8Array[] = []
  for (let from = 0; from < rows; from += importLimits.batch) {
    const some = records.slice(from, from + importLimits.batch)
    const places = some.map((_, i) => from + i + 1)
    parts.push(...writer.add({ read: some.length, records: some, rows: places, lines: places }))
  }
  return Buffer.concat([...parts, ...writer.end({ stamp: '', detected: {}, notes: [], problem: null, fields: null })])
}

function checkOf(file: RunnerFile, fd: number): ValidateJob {
  const dataset = { fd, maxBytes: 2 ** 20, stamp: '', stampsDecimal: false, isForImport: true, fields: null }
  return {
    ...{ mode: 'validate', file, rowSchema, schemas: {}, areSchemas: areSchemas([rowSchema]) },
    ...{ shownFindings: 0, rejectedFd: null, rejectedBytes: 0 },
    dataset: { ...dataset, columns: loadGuestSources().columns },
  }
}

async function importOf(dataset: RunnerDataset, fd: number): Promise<ImportJob> {
  const sink: ImportSink = {
    ...{ name: 'out', rowSchema, tolerance: 1, format: 'ndjson', byteOrderMark: false },
    ...{ targetText: 'postgresql', fileColumns: fields },
    columns: fields.map((name) => ({ name, pgType: 'text' })),
    fileFd: fd,
    tableFd: fd + 1,
  }
  return {
    mode: 'import',
    program: await compileProgram(each, () => one),
    sources: [{ dataSubKind: 'rows', name: 'warm-up.csv', tolerance: 1, fields: null, dataset }],
    sinks: [sink],
    schemas: {},
    areSchemas: areSchemas([rowSchema]),
    rtContext: {},
    now: '2026-01-01T00:00:00.000Z',
    seed: seedWords(''),
    guest: loadGuestSources(),
  }
}

const port = (name: string) => ({ name, inputSchema: {}, outputSchema: {} })
const link = (fromInstance: string, fromPort: string, toInstance: string, toPort: string) => ({
  ...{ name: fromPort, fromInstance, fromPort, toInstance, toPort, jsCode: '' },
  ...{ inputSchema: {}, outputSchema: {} },
})
const common = { version: 1, instances: [], links: [], jsCode: '', isDB: false, isIO: false }
const one: ComponentGraph = {
  ...{ ...common, _id: 'one', name: 'One', kind: 'instruction', inputs: [port('row')], outputs: [port('out')] },
  jsCode: 'ctx.output = { out: ctx.input.row }',
}
const each: ComponentGraph = {
  ...{ ...common, _id: 'each', name: 'Each', kind: 'forEach', inputs: [port('rows')], outputs: [port('out')] },
  instances: [{ name: 'one', instanceOf: 'one' }],
  links: [link('', 'rows', 'one', 'row'), link('one', 'out', '', 'out')],
}
