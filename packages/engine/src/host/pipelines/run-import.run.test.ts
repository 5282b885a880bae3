import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { sheetRow, workbookBytes } from '../../formats/test-support/workbook-for-test.ts'
import type { FileSource } from './ports.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { type ImportRequest, runImport } from './run-import.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'run-import-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function ndjson(name: string, records: unknown[]): FileSource {
  const file = path.join(folder, name)
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return { path: file, size: 0, name, contentType: 'json', format: {} }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const withN = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
const pass = 'ctx.output.row = ctx.input.row'

let host = new FolderHost()
beforeEach(() => {
  host = new FolderHost()
})
afterEach(() => host.remove())

async function run(jsCode: string, records: unknown[], more: Partial<ImportRequest> = {}) {
  const program = more.program ?? (await compiled(forEachRecord(jsCode)))
  const sources = [source('rows', ndjson('rows.ndjson', records))]
  return runImport({ ...constants, program, sources, sinks: [sink('rows')], ...more }, host)
}

describe('runImport', () => {
  it('IMP-049/engine reads sources, runs the component and writes sinks in every format', async () => {
    const sinks = (['json', 'ndjson', 'csv'] as const).map((format) => sink(format, { format }))
    const program = await compiled([
      {
        name: 'W',
        kind: 'workflow',
        in: ['rows'],
        out: ['json', 'ndjson', 'csv'],
        links: ['json', 'ndjson', 'csv'].map((port) => `.rows → .${port}`),
      },
    ])
    const outcome = await run('', numbers(3), { program, sinks })
    expect(outcome).toMatchObject({ ok: true, problem: null, leftOut: 0 })
    expect(JSON.parse(host.text('json'))).toEqual(numbers(3))
    expect(host.records('ndjson')).toEqual(numbers(3))
    expect(host.text('csv')).toBe('n\r\n0\r\n1\r\n2\r\n')
  })

  it('keeps the order of thousands of records and gives several records for one', async () => {
    const outcome = await run('ctx.output.row = { n: ctx.input.row.n * 2 }', numbers(5000))
    expect(outcome.counts.sinks.rows).toEqual({ read: 5000, rejected: 0, written: 5000 })
    expect(host.records('rows')).toEqual(numbers(5000).map(({ n }) => ({ n: n * 2 })))
  })

  it('gives the same whether a part streams or gathers', async () => {
    const code = 'if (ctx.input.row.n % 3) ctx.output.row = { n: ctx.input.row.n, half: ctx.input.row.n / 2 }'
    await run(code, numbers(2100))
    const streamed = host.text('rows')
    const [outer, ...inner] = forEachRecord(code)
    const gathering = await compiled([
      {
        name: 'G',
        ...outer,
        links: [
          '.rows → Rows.rows :: ctx.output = [...ctx.input]',
          'Rows.rows → .rows :: ctx.output = ctx.input.slice()',
        ],
      },
      ...inner,
    ])
    await run('', numbers(2100), { program: gathering })
    expect(host.text('rows')).toBe(streamed)
    const waiting = await compiled(forEachRecord(`await 1\n${code}`))
    await run('', numbers(2100), { program: waiting })
    expect(host.text('rows')).toBe(streamed)
  })

  it('gives the same bytes again for the same now and seed, and others for another seed', async () => {
    const code = 'ctx.output.row = { at: new Date().toISOString(), r: Math.random() }'
    const texts: string[] = []
    for (const seed of ['a', 'a', 'b']) {
      await run(code, numbers(600), { seed })
      texts.push(host.text('rows'))
    }
    expect(texts[0]).toBe(texts[1])
    expect(texts[0]).not.toBe(texts[2])
    expect(texts[0]).toContain(constants.now)
  })

  it('gives [] for a missing or disabled source, and hands a big gathered list on in chunks', async () => {
    const program = await compiled([
      {
        name: 'F',
        kind: 'function',
        in: ['rows', 'more'],
        out: ['rows'],
        jsCode:
          'return { rows: Array.from({ length: 3000 }, (_, n) => ({ n, more: ctx.input.more.length, rows: ctx.input.rows.length })) }',
      },
    ])
    const outcome = await run('', numbers(2), { program })
    expect(outcome.problem).toBeNull()
    expect(host.records('rows')).toHaveLength(3000)
    expect(host.records('rows')[2999]).toEqual({ n: 2999, more: 0, rows: 2 })
    const none = await run('', [], { program, sources: [source('rows', null), source('more', null)] })
    expect(none.counts.sources).toEqual({})
    expect(host.records('rows')[0]).toEqual({ n: 0, more: 0, rows: 0 })
  })

  it('refuses a source or sink that names no port, naming the stranger', async () => {
    const strangeSource = await run(pass, [], { sources: [source('local', null)] })
    expect(strangeSource).toMatchObject({
      ok: false,
      problem: "The data source 'local' is no input of Catalogue (rows)",
    })
    const strangeSink = await run(pass, [], { sinks: [sink('warehouse')] })
    expect(strangeSink.problem).toBe("The data sink 'warehouse' is no output of Catalogue (rows)")
    expect(host.files()).toEqual([])
  })
})

describe('records that do not fit', () => {
  const odd = [{ n: 1 }, { n: 'x' }, { n: 3 }, { n: 4 }]

  it("leaves out output records within the sink's tolerance, logged and counted", async () => {
    const outcome = await run(pass, odd, { sinks: [sink('rows', { rowSchema: withN, tolerance: 0.25 })] })
    expect(outcome).toMatchObject({
      ok: true,
      leftOut: 1,
      counts: { sinks: { rows: { read: 4, rejected: 1, written: 3 } } },
    })
    expect(host.lines.join('\n')).toMatch(/error: Record 2 of rows does not fit its schema: .*n/)
    expect(host.records('rows')).toHaveLength(3)
  })

  it('fails beyond the tolerance and leaves nothing', async () => {
    const outcome = await run(pass, odd, { sinks: [sink('rows', { rowSchema: withN, tolerance: 0.2 })] })
    expect(outcome).toMatchObject({
      ok: false,
      problem: '1 of 4 records of rows do not fit its schema, more than the tolerance of 20 %',
      counts: { sinks: { rows: { read: 4, rejected: 1, written: 3 } } },
    })
    expect(host.files()).toEqual([])
  })

  it('fails when a source has more rejected records than its tolerance', async () => {
    const outcome = await run(pass, odd, { sources: [source('rows', ndjson('odd.ndjson', odd), withN)] })
    expect(outcome.problem).toBe('1 of 4 records of rows are rejected, more than the tolerance of 0 %')
    const within = await run(pass, odd, { sources: [source('rows', ndjson('odd.ndjson', odd), withN, 0.5)] })
    expect(within).toMatchObject({ ok: true, leftOut: 1 })
  })

  it('takes dates as ISO text and rejects what is no data', async () => {
    const code = `const { n } = ctx.input.row
      if (n === 0) ctx.output.row = { at: new Date() }
      if (n === 1) ctx.output.row = { at: 1n }
      if (n === 2) ctx.output.row = ['no object']
      if (n === 3) ctx.output.row = { at: new Map() }
      if (n === 4) ctx.output.row = { list: [new Date(0)] }`
    const outcome = await run(code, numbers(5), { sinks: [sink('rows', { tolerance: 0.6 })] })
    expect(outcome.counts.sinks.rows).toEqual({ read: 5, rejected: 3, written: 2 })
    expect(host.records('rows')).toEqual([{ at: constants.now }, { list: ['1970-01-01T00:00:00.000Z'] }])
  })
})

describe('component code that fails an import', () => {
  it('CMP-001/engine names component, line and record, and leaves nothing', async () => {
    const code = 'const r = ctx.input.row\nif (r.n === 1234) r.missing.price\nctx.output.row = r'
    const outcome = await run(code, numbers(3000))
    expect(outcome.ok).toBe(false)
    expect(outcome.problem).toBe(
      "Catalogue / Rows / Row, line 2, record 1235: TypeError: Cannot read properties of undefined (reading 'price')",
    )
    expect(host.lines.some((line) => line.startsWith(`error: ${outcome.problem}\n    at Row:2:`))).toBe(true)
    expect(host.files()).toEqual([])
  })

  it('names the row of the file where records before it were left out', async () => {
    const records = [{ n: 'bad' }, { n: 1 }, { n: 'bad' }, { n: 2 }]
    const outcome = await run('if (ctx.input.row.n === 2) throw new Error("two")\n', records, {
      sources: [source('rows', ndjson('bad.ndjson', records), withN, 0.5)],
    })
    expect(outcome.problem).toBe('Catalogue / Rows / Row, line 1, record 2: Error: two (row 4 of rows)')
  })

  it('names the sheet and its row where the record is one of a workbook', async () => {
    const file = path.join(folder, 'dealers.xlsx')
    writeFileSync(
      file,
      workbookBytes({ sheets: { Dealers: sheetRow(3, ['n']) + sheetRow(4, [1]) + sheetRow(8, [2]) } }),
    )
    const outcome = await run('if (ctx.input.row.n === 2) throw new Error("two")\n', [], {
      sources: [source('rows', { path: file, size: 0, name: 'dealers.xlsx', contentType: 'excel', format: {} }, withN)],
    })
    expect(outcome.problem).toBe(
      'Catalogue / Rows / Row, line 1, record 2: Error: two (record 2 of rows, sheet Dealers, row 8)',
    )
  })

  // V8 is asked for the line ten times a second; once, on a busy machine, it answered none of them.
  it('an endless loop ends within its limit, named by component and line, beside an import that succeeds', {
    retry: 2,
  }, async () => {
    const code = 'const r = ctx.input.row\nwhile (r.n === 777) {}\nctx.output.row = r'
    const other = new FolderHost()
    const [failed, fine] = await Promise.all([
      run(code, numbers(1000), { limits: { callMs: 3000 } }),
      compiled(forEachRecord(pass)).then((program) =>
        runImport(
          {
            ...constants,
            program,
            sources: [source('rows', ndjson('other.ndjson', numbers(1000)))],
            sinks: [sink('rows')],
          },
          other,
        ),
      ),
    ])
    expect(failed.problem).toBe('Catalogue / Rows / Row, line 2, record 778: the code took too long')
    expect(host.lines).toContain(`error: ${failed.problem}`)
    expect(fine).toMatchObject({ ok: true, counts: { sinks: { rows: { written: 1000 } } } })
    other.remove()
  })

  it.each([
    // V8 is asked for the line while memory fills; while large lists are made it does not come to an answer.
    [
      'component and record: large lists',
      'for (;;) a.push(new Array(1000).fill({}))',
      /^Catalogue \/ Rows \/ Row,(?: line 2,)? record 6: /,
    ],
    [
      'component, line and record: small objects',
      'for (let n = 0; ; n++) a.push({ n, m: [n] })',
      /^Catalogue \/ Rows \/ Row, line 2, record 6: /,
    ],
  ])('growing memory ends the import, named by %s', async (_name, growth, place) => {
    // Small objects take ten seconds to fill what an import has by default, and a second to fill this.
    const limits = { isolateMiB: 64 }
    const outcome = await run(`const a = []\nif (ctx.input.row.n === 5) ${growth}`, numbers(10), { limits })
    expect(outcome.problem).toMatch(place)
    expect(outcome.problem).toMatch(/: the (run|code) used (too much|more than \d+ MiB of) memory$/)
    expect(host.files()).toEqual([])
  })

  it.each([
    ['a getter that loops', 'ctx.output.row = { get x() { for (;;) {} } }', /took too long|not plain data/],
    [
      'a proxy that loops',
      'ctx.output.row = new Proxy({}, { ownKeys() { for (;;) {} } })',
      /took too long|not plain data/,
    ],
    ['a getter that throws', 'ctx.output.row = { get x() { throw new Error("mine") } }', /mine|not plain data/],
    ['a function', 'ctx.output.row = { x: () => 1 }', /^Catalogue: the output 'rows' holds a function at /],
    ['BigInt growth', 'let b = 3n\nfor (;;) b = b * b', /took too long|memory/],
    ['a text closing its function', '}) ; (function(){', /SyntaxError/],
    ['a changed built-in', 'Array.prototype.push = () => 1', /TypeError/],
    ['a promise that never settles', 'await new Promise(() => {})', /a promise never settles/],
    ['microtasks without end', 'for (;;) await 1', /took too long/],
  ])('%s fails the import and leaves nothing', async (_name, code, problem) => {
    const outcome = await run(code, numbers(300), { limits: { callMs: 1000 } })
    expect(outcome.problem).toMatch(problem)
    expect(host.files()).toEqual([])
  })

  it('a syntax error names its line', async () => {
    const outcome = await run('const r = 1\nconst = 2', [])
    expect(outcome.problem).toBe("Catalogue / Rows / Row, line 2: SyntaxError: Unexpected token '='")
  })

  it('an output that is no list is refused by name', async () => {
    const program = await compiled([
      { name: 'F', kind: 'function', in: ['rows'], out: ['rows'], jsCode: 'return { rows: 1 }' },
    ])
    expect((await run('', numbers(1), { program })).problem).toBe("F: the output 'rows' is not a list")
  })

  it('warns of an output that receives nothing', async () => {
    const program = await compiled([{ name: 'F', kind: 'function', in: ['rows'], out: ['rows'], jsCode: 'return {}' }])
    expect(await run('', numbers(1), { program })).toMatchObject({ ok: true })
    expect(host.lines).toContain("warn: The output 'rows' received nothing")
  })

  it('a broken file ends the import with its place', async () => {
    const file = path.join(folder, 'broken.json')
    writeFileSync(file, '[{"n":1},\n{"n":}]')
    const broken: FileSource = { path: file, size: 0, name: 'broken.json', contentType: 'json', format: {} }
    const outcome = await run(pass, [], { sources: [source('rows', broken)] })
    expect(outcome.problem).toMatch(/^broken\.json: .*line 2/)
    expect(host.files()).toEqual([])
  })
})
