import { open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { ComponentGraph, JsonSchema } from '@millrace/contract'
import { compileProgram } from '../../components/compile-program.ts'
import type { ImportJob, ImportSink } from '../../protocol/messages.ts'
import { loadGuestSources } from '../processes/guest-sources.ts'
import { importLimits } from '../../runs/limits.ts'
import { storeCompiledCode, runnerProgram } from '../processes/runner-program.ts'
import { RunnerProcess } from '../processes/runner-process.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import { areSchemas } from '../../schemas/schema-grammar.ts'
import { guessDecimal } from '../../schemas/decimal-guess.ts'

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
 * Runs a small import of the engine's own and keeps the code that V8 makes of the runner's program meanwhile: runners
 * that start later have it at once, which is a third of the time until their first record. About half a second of a
 * processor, at any time after the start. Nobody's file or code takes part, so nobody can put anything into that code.
 * @throws RunError
 */
export async function warmUpRunners(): Promise<void> {
  const file = path.join(runnerProgram().folder, 'warm-up.csv')
  await writeFile(file, table())
  const source = await open(file)
  try {
    const { size } = await source.stat()
    const signal = new AbortController().signal
    const runner = new RunnerProcess(importLimits, [source.fd], 2, true, { signal })
    for (const pipe of runner.pipes) pipe.resume()
    runner.start({ mode: 'warmUp', job: await jobOf(size) })
    const result = await runner.result
    if (result.mode === 'warmUp') storeCompiledCode(Buffer.from(result.code, 'base64'))
    await runner.gone
  } finally {
    await source.close()
  }
}

/** Quotes, line breaks, letters beyond ASCII, an empty cell, a record that does not fit. */
function table(): string {
  let text = 'sku,title,price,stock,colour,active,seen\n'
  for (let i = 0; i < rows; i++) {
    text += `A-${i},"Stół ""${i}"",\n棚",${i / 4},${i % 3 === 0 ? '' : i},red,${i % 2 === 0},2026-01-01T10:00:00Z\n`
  }
  return `${text}A-0,x,-1,,green,maybe,yesterday\n`
}

async function jobOf(size: number): Promise<ImportJob> {
  const fields = ['sku', 'title', 'price', 'stock', 'colour', 'active', 'seen']
  const sink: ImportSink = {
    ...{ name: 'out', rowSchema, tolerance: 1, format: 'ndjson', targetText: 'postgresql', fileColumns: fields },
    columns: fields.map((name) => ({ name, pgType: 'text' })),
    fileFd: firstDescriptor + 1,
    tableFd: firstDescriptor + 2,
  }
  return {
    mode: 'import',
    program: await compileProgram(each, () => one),
    sources: [
      {
        ...{ dataSubKind: 'rows', rowSchema, tolerance: 1, fields: null },
        file: {
          fd: firstDescriptor,
          size,
          name: 'warm-up.csv',
          kind: 'csv',
          format: {},
          decimalGuess: guessDecimal(null),
        },
      },
    ],
    sinks: [sink],
    schemas: {},
    areSchemas: areSchemas([rowSchema]),
    rtContext: {},
    now: '2026-01-01T00:00:00.000Z',
    seed: '',
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
