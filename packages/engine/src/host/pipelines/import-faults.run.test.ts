import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { ImportOutcome, PipelineSink } from './ports.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { FolderHost, sink, source } from './import-for-test.ts'
import { runImport } from './run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'import-faults-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Imports `count` records `{ n }` through code that is called for each of them. */
async function imported(
  jsCode: string,
  count = 3,
  limits: Partial<RunnerLimits> = {},
  rowSchema: PipelineSink['rowSchema'] = null,
): Promise<ImportOutcome & { lines: string[] }> {
  const file = path.join(folder, 'rows.ndjson')
  const text = Array.from({ length: count }, (_, index) => `${JSON.stringify({ n: index + 1 })}\n`).join('')
  writeFileSync(file, text)
  const host = new FolderHost()
  const outcome = await runImport(
    {
      importId: 'i1',
      program: await compiled(forEachRecord(jsCode)),
      sources: [
        source('rows', { path: file, size: text.length, name: 'rows.ndjson', contentType: 'json', format: {} }),
      ],
      sinks: [sink('rows', { rowSchema })],
      schemas: {},
      rtContext: {},
      seed: 's',
      now: '2026-03-01T10:00:00.000Z',
      limits,
    },
    host,
  )
  return { ...outcome, lines: host.lines }
}

describe('an import says by kind what ended it', () => {
  it.each([
    ['throw new Error("no")', 'error', 'Catalogue / Rows / Row, line 1, record 1: Error: no'],
    ['const a = ;', 'syntax', "Catalogue / Rows / Row, line 1: SyntaxError: Unexpected token ';'"],
    ['}, ctx) => {', 'syntax', 'Catalogue / Rows / Row, line 1: SyntaxError: Invalid destructuring'],
    ['await new Promise(() => {})', 'error', 'Catalogue / Rows / Row, record 1: Error: a promise never settles'],
    [
      'if (ctx.input.row.n > 1) for (;;);',
      'timeout',
      'Catalogue / Rows / Row, line 1, record 2: the code took too long',
    ],
  ])('%s: %s', async (code, kind, text) => {
    const outcome = await imported(code, 3, kind === 'timeout' ? { callMs: 1500 } : {})
    expect(outcome).toMatchObject({ ok: false, fault: kind })
    expect(outcome.problem).toContain(text)
  })

  it.each([0, 3])('a schema of an output that is none, with %i records', async (count) => {
    const outcome = await imported('ctx.output.out = ctx.input.row', count, {}, {
      properties: { n: { type: 'word' } },
    } as unknown as PipelineSink['rowSchema'])
    expect(outcome).toMatchObject({ ok: false, problem: expect.stringContaining('The schema is not valid') })
  })

  it('memory, or how the machine ends what fills it', async () => {
    const { ok, fault } = await imported('const a = []\nfor (;;) a.push(new Array(1e5).fill(1))')
    expect(ok).toBe(false)
    expect(['memory', 'crashed', 'timeout']).toContain(fault)
  })

  it('none when all is well', async () => {
    const { ok, fault, problem } = await imported('ctx.output.row = ctx.input.row')
    expect({ ok, fault, problem }).toEqual({ ok: true, fault: null, problem: null })
  })
})

describe('a long text in the place of a record', () => {
  it('is one rejected record, and costs no more than its characters', async () => {
    const limits = { isolateMiB: 96, parserMiB: 128 }
    const outcome = await imported(
      "ctx.output.row = ctx.input.row.n === 2 ? 'x'.repeat(4e6) : ctx.input.row",
      3,
      limits,
    )
    expect(outcome.problem).toContain('1 of 3 records of rows do not fit')
  })
})

describe('more than the runner itself can hold', () => {
  it('is told as memory, not as a fault of the product', async () => {
    const outcome = await imported("ctx.output.row = { a: 'x'.repeat(4e5) }", 400, { isolateMiB: 96, parserMiB: 128 })
    expect(outcome).toMatchObject({ ok: false, fault: 'memory' })
    expect(outcome.problem).toContain('memory')
  })
})

describe('outputs of an import that are no plain data', () => {
  it.each([
    ['{ a: [0, { b: () => 1 }] }', "the output 'rows' holds a function at a[1].b"],
    ['{ a: Symbol("s") }', "the output 'rows' holds a symbol at a"],
    ['{ get a() { throw new Error("in a getter") } }', 'in a getter'],
    ['{ a: { toJSON: () => 1 } }', "the output 'rows' holds an object with a toJSON of its own at a"],
    ['{ n: { toJSON: () => 1 } }', "the output 'rows' holds an object with a toJSON of its own at n"],
  ])('%s', async (value, text) => {
    const outcome = await imported(`ctx.output.row = ctx.input.row.n === 400 ? ${value} : ctx.input.row`, 600)
    expect(outcome).toMatchObject({ ok: false, fault: 'error' })
    expect(outcome.problem).toContain(text)
  })

  it.each([
    ['NaN', "Field 'n' is NaN, which no file can hold"],
    ['[-Infinity]', 'it holds a value that is not plain data, such as NaN'],
  ])('%s would be null in a file: the record is rejected', async (value, why) => {
    const code = `ctx.output.row = { n: ctx.input.row.n === 400 ? ${value} : 1 }`
    const { problem, lines } = await imported(code, 600)
    expect(lines.join('\n')).toContain(`Record 400 of rows does not fit its schema: ${why}`)
    expect(problem).toMatch(/^1 of 600 records of rows do not fit/)
  })

  it('a record nested too deep is rejected like any that is no data, however deep', async () => {
    for (const depth of [5000, 20_000]) {
      const outcome = await imported(`let o = {}\nfor (let i = 0; i < ${depth}; i++) o = { o }\nctx.output.row = o`, 1)
      expect(outcome).toMatchObject({ ok: false })
      expect(outcome.fault).not.toBe('setup')
      expect(`${outcome.problem} ${outcome.lines.join(' ')}`).toMatch(/nested more than 1000 levels|Maximum call stack/)
    }
  })
})

describe('rt_context in an import', () => {
  it('lasts for the run where code changes it, also by a way round', async () => {
    const counting = 'ctx.rt_context.count = (ctx.rt_context.count ?? 0) + 1\nctx.log.info(ctx.rt_context.count)'
    const round = `const key = 'rt_' + 'context'\n${counting.replaceAll('.rt_context', '[key]')}`
    for (const code of [counting, round]) {
      const { ok, lines } = await imported(`${code}\nctx.output.row = ctx.input.row`, 600)
      expect([ok, lines.at(-1)]).toEqual([true, 'info: 600'])
    }
  })
})
