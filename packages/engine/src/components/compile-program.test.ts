import { describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from './components-for-test.ts'
import { planText } from './plan-text.ts'
import { findRequiredModules } from './required-modules.ts'
import { findRowSource } from './find-row-source.ts'
import { findStreamedInputs } from './find-streamed-inputs.ts'

describe('compileProgram', () => {
  it('CMP-001/engine makes one program of a workflow and all it uses, each source apart', async () => {
    const program = await compiled(forEachRecord('ctx.output.row = ctx.input.row'))
    expect(program.inputs).toEqual(['rows'])
    expect(program.outputs).toEqual(['rows'])
    expect(program.sources.map(({ id, label, kind, code }) => ({ id, label, kind, code }))).toEqual([
      { id: 'Row', label: 'Row', kind: 'instruction', code: 'ctx.output.row = ctx.input.row' },
    ])
    expect(planText(program).split('\n').slice(1)).toEqual([
      '  0 input rows',
      '  1 stream Catalogue / Rows for each of rows ← rows: 0',
      '    0 input rows',
      '    1 call Catalogue / Rows / Row ← row: 0',
      '    2 output rows ← rows: 1.row',
      '  2 output rows ← rows: 1.rows',
    ])
  })

  it('CMP-027/engine takes the default code of a link for no code at all, and any other for a source', async () => {
    const [outer, ...inner] = forEachRecord('')
    const withCode = (code: string) =>
      compiled([
        { name: 'Catalogue', ...outer, links: [`.rows → Rows.rows :: ${code}`, 'Rows.rows → .rows'] },
        ...inner,
      ])
    const plain = await withCode('')
    const spaced = await withCode('  ctx.output  =\n ctx.input ')
    expect(spaced.sources).toEqual(plain.sources)
    const coded = await withCode('ctx.output = ctx.input.slice(1)')
    expect(coded.sources.map((source) => source.label)).toContain("link 'link 1' of Catalogue")
    expect(planText(coded)).toContain("← rows: 0 through link 'link 1' of Catalogue")
  })

  it('draws nested workflows into one graph, keeping several links into a port together', async () => {
    const program = await compiled([
      {
        name: 'Outer',
        in: ['a', 'b'],
        out: ['all'],
        uses: ['Inner'],
        links: ['.a → Inner.list', '.b → Inner.list', 'Inner.list → .all'],
      },
      { name: 'Inner', in: ['list'], out: ['list'], uses: ['Sort'], links: ['.list → Sort.list', 'Sort.list → .list'] },
      { name: 'Sort', kind: 'function', in: ['list'], out: ['list'], jsCode: 'return ctx.input' },
    ])
    expect(planText(program).split('\n').slice(1)).toEqual([
      '  0 input a',
      '  1 input b',
      '  2 port Outer / Inner / list ← list: 0 + 1',
      '  3 gather Outer / Inner / Sort ← list: 2',
      '  4 output all ← all: 3.list',
    ])
  })

  it('CMP-034/engine CMP-035/engine names what is repeated or missing, at any depth', async () => {
    const twice = [{ name: 'W', in: ['a', 'a'], out: [], links: [], kind: 'workflow' as const }]
    await expect(compiled(twice)).rejects.toThrow('duplicate or missing port: a')
    const deep = [
      { name: 'W', in: ['a'], out: ['b'], uses: ['I'], links: ['.a → I.a', 'I.b → .b'] },
      { name: 'I', in: ['a'], out: ['b'], uses: ['L'], links: ['.a → L.nothing', 'L.b → .b'] },
      { name: 'L', in: ['a'], out: ['b'] },
    ]
    await expect(compiled(deep)).rejects.toThrow('duplicate or missing port: nothing')
    await expect(compiled([{ name: 'W', uses: ['Gone'] }])).rejects.toThrow('duplicate or missing port: Gone')
  })

  it('refuses a cycle, and a component that contains itself at any depth', async () => {
    const cycle = [
      { name: 'W', in: ['a'], out: ['b'], uses: ['x: L', 'y: L'], links: ['x.b → y.a', 'y.b → x.a'] },
      { name: 'L', in: ['a'], out: ['b'] },
    ]
    await expect(compiled(cycle)).rejects.toThrow('The component has a cycle')
    const itself = [
      { name: 'W', uses: ['I'] },
      { name: 'I', uses: ['W'] },
    ]
    await expect(compiled(itself)).rejects.toThrow('The component contains itself')
  })

  it('MOD-007/engine refuses code that requires a module that is not allowed', async () => {
    const code = "const x = require('left-pad')\nctx.output.row = x"
    await expect(compiled(forEachRecord(code))).rejects.toThrow('Module left-pad is not allowed')
    const modules = [{ name: 'left-pad', version: '1.3.0', code: 'module.exports = 1' }]
    await expect(compiled(forEachRecord(code), { modules })).resolves.toMatchObject({ modules })
    const other = [{ name: 'left-pad', version: '1.3.1', code: 'module.exports = 1' }]
    const hashes = await Promise.all(
      [modules, other].map(async (list) => (await compiled(forEachRecord(code), { modules: list })).hash),
    )
    expect(hashes[0]).not.toBe(hashes[1])
    expect(findRequiredModules('a.require("x"); require ( `y` ); myrequire("z"); require(name)')).toEqual(['y'])
  })

  it('asks for modules by name, only for those that are required, by sources and by modules', async () => {
    const asked: string[] = []
    const store: Record<string, string> = { a: "exports.b = require('b')", b: 'exports.n = 1', c: 'large' }
    const find = async (name: string) => {
      asked.push(name)
      return store[name] === undefined ? null : { name, version: '1.0.0', code: store[name] }
    }
    const program = await compiled(forEachRecord("require('b'), require('a'), require('b')"), { modules: find })
    expect(program.modules.map((module) => module.name)).toEqual(['a', 'b'])
    expect(asked).toEqual(['b', 'a'])
    await expect(compiled(forEachRecord("require('d')"), { modules: find })).rejects.toThrow('Module d is not allowed')
  })

  it('gives the same hash for the same content and another for any change', async () => {
    const [one, same, other] = await Promise.all(['1', '1', '2'].map((code) => compiled(forEachRecord(code))))
    expect(same?.hash).toBe(one?.hash)
    expect(other?.hash).not.toBe(one?.hash)
  })

  it('knows which inputs stream and which are gathered', async () => {
    const program = await compiled([
      {
        name: 'Join',
        in: ['master', 'local'],
        out: ['rows'],
        uses: ['Each'],
        links: ['.local → Each.rows', '.master → Each.master', 'Each.rows → .rows'],
      },
      {
        name: 'Each',
        kind: 'forEach',
        in: ['rows', 'master'],
        out: ['rows'],
        uses: ['Row'],
        links: ['.rows → Row.row', '.master → Row.master', 'Row.row → .rows'],
      },
      { name: 'Row', in: ['row', 'master'], out: ['row'] },
    ])
    expect(findStreamedInputs(program)).toEqual(['local'])
  })

  it('knows whose rows a component counts: those of an input that reaches it unchanged', async () => {
    const each = (name: string) => ({
      name,
      kind: 'forEach' as const,
      in: ['rows'],
      out: ['rows'],
      uses: ['Row'],
      links: ['.rows → Row.row', 'Row.row → .rows'],
    })
    const program = await compiled([
      {
        name: 'W',
        in: ['rows', 'more'],
        out: ['rows'],
        uses: ['First', 'Second', 'Both', 'Coded', 'Keep'],
        links: [
          '.rows → First.rows',
          'First.rows → Second.rows',
          '.rows → Both.rows',
          '.more → Both.rows',
          '.more → Coded.rows :: ctx.output = ctx.input.slice(1)',
          '.more → Keep.rows',
        ],
      },
      ...['First', 'Second', 'Both', 'Coded'].map(each),
      { name: 'Row', in: ['row'], out: ['row'] },
      { name: 'Keep', recordWise: true, in: ['rows'], out: ['rows'] },
    ])
    const sources = [
      'W / First / Row',
      'W / Second / Row',
      'W / Both / Row',
      'W / Coded / Row',
      'W / Keep',
      'W / Keep it',
    ]
    expect(sources.map((path) => findRowSource(program, path))).toEqual(['rows', null, null, null, 'more', null])
  })
})
