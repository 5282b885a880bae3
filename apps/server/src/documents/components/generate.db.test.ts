import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestUser } from '../../test-support/factories.ts'
import { type ComponentWorld, link, makeComponentWorld } from './components.fixtures.ts'

let world: ComponentWorld
beforeAll(async () => {
  world = await makeComponentWorld()
})
afterAll(() => world.close())

describe('the generated code', () => {
  const generate = (id: string, as: TestUser = world.people.manager) =>
    world.app.call('POST /components/{id}/generate', { as, params: { id } })

  it('CMP-037/api API-060/api shows the plan and every source under a heading', async () => {
    const { save, leaf } = world
    const inner = await leaf('ctx.output.out = ctx.input.rows', { name: 'Pass\non' })
    const outer = await save({
      name: 'Whole\nthing */',
      kind: 'workflow',
      instances: [{ name: 'pass', instanceOf: inner._id }],
      links: [
        link(['', 'rows'], ['pass', 'rows'], 'ctx.output = ctx.input.slice(1)'),
        link(['pass', 'out'], ['', 'out']),
      ],
    })
    const { data } = await generate(outer._id)
    expect(data?._id).toBe(outer._id)
    expect(data?.warnings).toEqual([])
    const lines = data?.jsCode.split('\n') ?? []
    const codeFrom = lines.findIndex((line) => line === '')
    expect(lines.slice(0, codeFrom).every((line) => line.startsWith('//'))).toBe(true)
    expect(lines.slice(0, codeFrom).join('\n')).toMatch(/input rows[^]*pass/)
    expect(data?.jsCode).toMatch(/\n\/\/ Pass on: instruction\nctx\.output\.out = ctx\.input\.rows\n/)
    expect(data?.jsCode).toMatch(/\/\/ link [^]*link\nctx\.output = ctx\.input\.slice\(1\)\n/)
  })

  it('S3 shows a component that the reader does not see as one closed line', async () => {
    const { outerOfHidden } = world
    const { outer, hidden, hide } = await outerOfHidden()
    const before = await generate(outer._id)
    expect(before.data?.jsCode).toMatch(/Covert inner \d+: instruction[^]*covert line/)
    expect(before.data?.warnings).toEqual([expect.stringContaining("the input 'rows' is not used")])
    await hide()
    const { data } = await generate(outer._id)
    expect(data?.warnings).toEqual([])
    expect(data?.jsCode.replace(/\([0-9a-f]{12}\)/, '()')).toBe(
      [
        `// ${outer.name} (): rows → out`,
        '//   0 input rows',
        `//   1 closed ${outer.name} / box ← rows: 0`,
        '//   2 output out ← out: 1.out',
        '',
      ].join('\n'),
    )
    expect((await generate(hidden._id)).code).toBe(40400)
  })

  it('S3 tells of a fault of a component that the reader does not see only where it is', async () => {
    const { app, people, execute, outerOfHidden } = world
    const { outer, hidden, hide } = await outerOfHidden()
    await hide()
    await app.services.components.save(people['super-admin'], {
      _id: hidden._id,
      sys_version: hidden.sys_version,
      name: hidden.name,
      links: [link(['', 'rows'], ['inner', 'covert'])],
    })
    for (const answer of [await generate(outer._id), await execute(outer._id, { payload: {}, rt_context: {} })])
      expect([answer.code, answer.message]).toEqual([40000, `${outer.name} / box: an error inside`])
    const told = await app.call('POST /components/{id}/generate', {
      as: people['super-admin'],
      params: { id: outer._id },
    })
    expect(told.message).toBe('duplicate or missing port: covert')
  })

  it('warns of what looks like an oversight', async () => {
    const { list, save, leaf } = world
    const odd = await leaf(`ctx.output.out = await ctx.db.query('a', 'b'); ctx.http.get('c')`, { name: 'Odd' })
    const fn = await leaf('return { out: ctx.db }', { name: 'Fn', kind: 'function' })
    const empty = await leaf(' ', { name: 'Empty' })
    const each = await save({ name: 'Each', kind: 'forEach' })
    const says = await leaf('ctx.log.info(String(ctx.input.rows.length))', { name: 'Says', outputs: [] })
    const outer = await save({
      name: 'Outer',
      kind: 'workflow',
      outputs: [
        { name: 'out', outputSchema: list() },
        { name: 'more', outputSchema: list() },
      ],
      inputs: [
        { name: 'rows', inputSchema: list() },
        { name: 'spare', inputSchema: list() },
      ],
      instances: [odd, fn, empty, each, says].map(({ name, _id }) => ({ name: name.toLowerCase(), instanceOf: _id })),
      links: [
        link(['', 'rows'], ['each', 'rows'], 'ctx.output = ctx.input.reverse()'),
        link(['', 'rows'], ['odd', 'rows']),
        link(['', 'rows'], ['fn', 'rows']),
        link(['', 'rows'], ['says', 'rows']),
        link(['odd', 'out'], ['', 'out']),
      ],
    })
    expect((await generate(outer._id)).data?.warnings.toSorted()).toEqual(
      [
        "Each: no link leads to the output 'out'",
        "Each: the input 'rows' is not used",
        'Empty: there is no code',
        'Fn: a function has no ctx.db; an instruction flagged isDB has',
        "Fn: the input 'rows' is not used",
        'Odd: the code uses ctx.db, but the component is not flagged isDB',
        'Odd: the code uses ctx.http, but the component is not flagged isIO',
        "Odd: the input 'rows' is not used",
        "Outer: no link leads to the output 'more'",
        "Outer: nothing feeds the input 'rows' of the instance 'empty'",
        "Outer: nothing uses what the instance 'each' gives",
        "Outer: nothing uses what the instance 'empty' gives",
        "Outer: nothing uses what the instance 'fn' gives",
        "Outer: the input 'spare' is not used",
        "Outer: the link '.rows to each.rows' has code, so that the whole list is gathered for it",
      ].toSorted(),
    )
  })
})
