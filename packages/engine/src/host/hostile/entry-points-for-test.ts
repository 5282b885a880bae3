import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { Program } from '../../components/program.ts'
import type { EndpointOutcome } from '../endpoints/endpoint.types.ts'
import { openEndpoint } from '../endpoints/open-endpoint.ts'
import { executeComponent } from '../pipelines/execute-component.ts'
import { constants, FolderHost, keptAt, sink, source } from '../pipelines/import-for-test.ts'
import { runImport } from '../pipelines/run-import.ts'
import type { FileSource } from '../pipelines/ports.ts'
import { type HostileCase, limitsFor } from './hostile-for-test.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { RunError } from '../../runs/run-error.ts'

export const signal = new AbortController().signal
const memory = { isolateMiB: 96, parserMiB: 128 }
export const limitsOf = (ends: HostileCase['ends']): Partial<RunnerLimits> => ({
  ...memory,
  ...limitsFor(ends),
  ...(ends.includes('timeout') ? { servedMs: 1500, requests: 500 } : { servedMs: 30_000, requests: 20_000 }),
})
export const long = limitsOf(['value'])
/** Wall time of a run: the call, the grace, and a slow machine. */
export const boundMs = 100_000

export const folder = mkdtempSync(path.join(tmpdir(), 'entry-points-'))
export const rowCount = 400
/** The record at which imports meet the hostile text; the others are handed on. */
export const hostileRow = 300

function rowsFile(name: string, count: number): FileSource {
  const file = path.join(folder, name)
  const text = Array.from({ length: count }, (_, index) => `{"n":${index + 1}}\n`).join('')
  writeFileSync(file, text)
  return { path: file, size: text.length, name, contentType: 'json', format: {} }
}
export const file = rowsFile('rows.ndjson', rowCount)
/** The same with its records checked by the first that reads it, as those of an upload: what follows is the import alone. */
const checkedFile = { ...file, dataset: keptAt(path.join(folder, 'rows.dataset'), 'rows') }

const row = JSON.parse('{"n":1,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"then":"x"}')

/** One row to every query, pages without end, an echo to HTTP. */
async function serve(kind: 'db' | 'http', args: unknown[]): Promise<unknown> {
  if (kind === 'http') return { status: 200, headers: { a: 'b' }, body: '{"then":1,"__proto__":2}' }
  const [what, connection] = args
  if (what === 'open') return 1
  if (what === 'next') return [row, row]
  if (connection === 'never') return new Promise(() => {})
  if (connection === 'bad') throw new Error('no such table')
  return connection === 'large' ? 'x'.repeat(17 << 20) : [row]
}

type Ending = { how: HostileCase['ends'][number]; text: string }
export type Flags = { isDB?: boolean; isIO?: boolean }

/** `limits` of the case; what comes back says how the run ended, after the sinks were looked at. */
export type Entry = { name: string; run(code: string, limits: Partial<RunnerLimits>, flags: Flags): Promise<Ending> }

const failed = (message: string): Ending => ({ how: /memory/.test(message) ? 'memory' : 'error', text: message })

/** Where the text puts its result: the port of the component it stands in. */
const onPort = (code: string, port: string): string => code.replace(/ctx\.output = /g, `ctx.output.${port} = `)

async function testRun(program: Program, limits: Partial<RunnerLimits>): Promise<Ending> {
  const payload = { a: [1], rows: [{ n: 1 }, { n: 2 }] }
  try {
    const { output } = await executeComponent(
      { program, payload, rtContext: {}, now: constants.now, limits },
      { signal, serve },
    )
    const failure = (output as { error?: unknown } | null)?.error
    return failure === undefined ? { how: 'value', text: JSON.stringify(output) } : failed(String(failure))
  } catch (problem) {
    if (problem instanceof RunError && problem.kind === 'timeout') return { how: 'timeout', text: problem.message }
    throw problem
  }
}

const kinds = {
  timeout: 'timeout',
  memory: 'memory',
  error: 'error',
  syntax: 'error',
  result: 'error',
  crashed: 'error',
}

/** An import over an older output, which only success may replace; `names` is who must be named. */
export async function imported(
  program: Program,
  limits: Partial<RunnerLimits>,
  { names, port = 'rows' }: { names: RegExp; port?: string },
): Promise<Ending & { records: Record<string, unknown>[] }> {
  const host = Object.assign(new FolderHost(), { serve })
  try {
    writeFileSync(path.join(host.folder, 'out'), 'before')
    const [own = ''] = program.outputs
    writeFileSync(path.join(host.folder, own), 'before')
    const sources = program.inputs.includes(port) ? [source(port, checkedFile)] : []
    const request = { ...constants, program, sources, sinks: [sink(own, { tolerance: 1 })], limits }
    const outcome = await runImport(request, host)
    assert.deepEqual(host.files().toSorted(), ['out', own].toSorted())
    assert.doesNotMatch(host.lines.join('\n'), /node_modules|node:internal|\/packages\/engine\/|millrace-runner/)
    if (outcome.ok) return { how: 'value', text: '', records: host.records(own) }
    assert.equal(host.text(own), 'before')
    const { problem, fault } = outcome
    if (problem === null || fault === null || !(fault in kinds)) throw new Error(`ended by ${fault}: ${problem}`)
    assert.doesNotMatch(problem, /node_modules|node:internal|\/packages\/engine\/|millrace-runner/)
    // A process that grows past its limit between two signs of life takes its place along.
    if (fault !== 'result' && fault !== 'memory') assert.match(problem, names)
    return { how: kinds[fault as keyof typeof kinds] as Ending['how'], text: problem, records: [] }
  } finally {
    host.remove()
  }
}

const leafRun = (code: string, flags: Flags) => ({ name: 'Hostile', in: ['a'], out: ['b'], jsCode: code, ...flags })

export const inTestRun: Entry = {
  name: 'a test run',
  run: async (code, limits, flags) => testRun(await compiled([leafRun(code, flags)]), limits),
}

export const inForEach: Entry = {
  name: 'forEach in a test run',
  run: async (code, limits, flags) => testRun(await compiled(forEachRecord(onPort(code, 'row'), flags)), limits),
}

export const inLink: Entry = {
  name: 'a link in a test run',
  run: async (code, limits) =>
    testRun(
      await compiled([
        { name: 'W', in: ['a'], out: ['b'], uses: ['One'], links: [`.a → One.a :: ${code}`, 'One.b → .b'] },
        { name: 'One', in: ['a'], out: ['b'], jsCode: 'ctx.output.b = ctx.input.a' },
      ]),
      limits,
    ),
}

export const inLinkOfImport: Entry = {
  name: 'a link in an import',
  run: async (code, limits) => {
    const [root, ...rest] = forEachRecord('ctx.output.row = ctx.input.row')
    const links = [`.rows → Rows.rows :: ${code}`, 'Rows.rows → .rows']
    return imported(await compiled([{ ...root, name: 'Catalogue', links }, ...rest]), limits, { names: /^Catalogue/ })
  },
}

export const gathering: Entry = {
  name: 'an import that gathers',
  run: async (code, limits, flags) =>
    imported(
      await compiled([{ name: 'Hostile', in: ['rows'], out: ['rows'], jsCode: onPort(code, 'rows'), ...flags }]),
      limits,
      { names: /^Hostile/ },
    ),
}

export const recordWise: Entry = {
  name: 'a record-wise part of an import',
  run: async (code, limits, flags) =>
    imported(
      await compiled([
        { name: 'W', in: ['rows'], out: ['rows'], uses: ['Part'], links: ['.rows → Part.rows', 'Part.rows → .rows'] },
        {
          name: 'Part',
          recordWise: true,
          in: ['rows'],
          out: ['rows'],
          jsCode: `if (ctx.offset === 0) return { rows: ctx.input.rows };\n${onPort(code, 'rows')}`,
          ...flags,
        },
      ]),
      limits,
      { names: /^W/ },
    ),
}

/** Record by record; the other records of the file must come out as they are. */
export const streaming: Entry = {
  name: 'an import record by record',
  run: async (code, limits, flags) => {
    const text = `if (ctx.input.row.n !== ${hostileRow}) return { row: ctx.input.row };\n${onPort(code, 'row')}`
    const ending = await imported(await compiled(forEachRecord(text, flags)), limits, {
      names: /^Catalogue/,
    })
    // A record that is none is left out, as any that does not fit.
    if (ending.how === 'value' && ending.records.length < rowCount) ending.how = 'error'
    if (ending.records.length > 0) {
      const others = ending.records.filter((_, index, all) => all.length < rowCount || index !== hostileRow - 1)
      assert.deepEqual(
        others,
        Array.from({ length: rowCount }, (_, index) => ({ n: index + 1 })).filter(({ n }) => n !== hostileRow),
      )
    }
    // An author's own error is told with its line and record; what comes up between two calls has none.
    if (/, line \d/.test(ending.text) && !ending.text.includes('SyntaxError')) {
      if (ending.how === 'error') assert.match(ending.text, /^Catalogue \/ Rows \/ Row, line \d+, record 300:/)
    }
    return ending
  },
}

/** So much time a call of an endpoint has at least: those of others beside it must come through on a busy machine. */
const minCallMs = 1500

const endingOf = (outcome: EndpointOutcome): Ending => {
  switch (outcome.kind) {
    case 'output':
      return { how: 'value', text: outcome.text }
    case 'unfit':
      return { how: 'error', text: JSON.stringify(outcome.findings) }
    case 'failed':
      return failed(outcome.fault.message)
    case 'timeout':
    case 'memory':
      return { how: outcome.kind, text: outcome.fault.message }
    default:
      throw new Error(`ended by ${outcome.kind}`)
  }
}

/** In the warm process of an endpoint, beside calls of others, which are answered as if it were not there. */
export const inEndpoint: Entry = {
  name: 'a call of an endpoint',
  run: async (code, limits, flags) => {
    const others = "if (ctx.input.a !== 'hostile') return { b: ['fine', ctx.input.a] };"
    const program = await compiled([leafRun(`${others}\n${onPort(code, 'b')}`, flags)])
    const plan = { program, inputSchema: {}, outputSchema: {}, rtContext: {} }
    const { callMs = minCallMs } = limits
    const bounds = { ...limits, callMs: Math.max(callMs, minCallMs) }
    const endpoint = openEndpoint(plan, { limits: bounds, serve, maxRunners: 1 })
    const ask = (a: unknown) => endpoint.call(JSON.stringify({ a }))
    const expectFine = async (call: Promise<EndpointOutcome>, a: number) =>
      assert.deepEqual(await call, { kind: 'output', text: JSON.stringify({ b: ['fine', a] }) })
    try {
      // What cannot even be read is never published.
      const problem = await endpoint.ready().catch((error: unknown) => error as RunError)
      if (problem instanceof RunError) return failed(problem.message)
      await expectFine(ask(1), 1)
      const hostile = ask('hostile')
      // One that has asked for something outside is not asked again, so nobody is beside it.
      if (!flags.isIO) await Promise.all([expectFine(ask(2), 2), expectFine(ask(3), 3)])
      const ending = endingOf(await hostile)
      assert.doesNotMatch(ending.text, /node_modules|node:internal|\/packages\/engine\/|millrace-runner/)
      await expectFine(ask(4), 4)
      return ending
    } finally {
      await endpoint.close(0)
    }
  },
}
