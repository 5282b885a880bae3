import { describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal

async function run(parts: Parts, payload: unknown) {
  const result = await executeComponent({ program: await compiled(parts), payload, rtContext: {}, now }, { signal })
  const links = result.links ?? []
  const of = (component: string, link: string) =>
    links.find((entry) => entry.component === component && entry.link === link)
  const short = links.map(({ component, link, count, value, cut }) => ({
    at: `${component} ${link}`,
    count,
    value,
    cut,
  }))
  return { ...result, links, of, short }
}

/** One link from an input to an output. */
const straight: Parts = [{ name: 'W', kind: 'workflow', in: ['a'], out: ['b'], links: ['.a → .b'] }]
const seen = async (value: unknown) => (await run(straight, { a: value })).of('W', 'link 1')

describe('values of links in a test run', () => {
  it('are told for every link of every diagram, once each, items counted inside a forEach', async () => {
    const { short } = await run(
      forEachRecord('if (ctx.input.row.n !== 2) ctx.output.row = { n: ctx.input.row.n * 10 }'),
      {
        rows: [1, 2, 3, 4, 5].map((n) => ({ n })),
      },
    )
    expect(short).toEqual([
      { at: 'Catalogue link 1', count: 5, value: [{ n: 1 }, { n: 2 }, { n: 3 }], cut: true },
      { at: 'Catalogue link 2', count: 4, value: [{ n: 10 }, { n: 30 }, { n: 40 }], cut: true },
      { at: 'Catalogue / Rows link 1', count: 5, value: { n: 5 }, cut: false },
      { at: 'Catalogue / Rows link 2', count: 4, value: { n: 50 }, cut: false },
    ])
  })

  it('show each link of a workflow in a workflow, of both instances, through code and without', async () => {
    const { short, output } = await run(
      [
        {
          name: 'W',
          in: ['a'],
          out: ['x', 'y', 'z'],
          uses: ['one: Inner', 'two: Inner'],
          links: ['.a → one.v', '.a → two.v', 'one.v → .x', 'two.v → .y :: ctx.output = -ctx.input', 'one.v → .z'],
        },
        {
          name: 'Inner',
          in: ['v'],
          out: ['v', 'unused'],
          uses: ['Plus'],
          links: ['.v → Plus.v', 'Plus.v → .v :: ctx.output = ctx.input * 2', '.nothing → Plus.w'].slice(0, 2),
        },
        { name: 'Plus', in: ['v'], out: ['v'], jsCode: 'ctx.output.v = ctx.input.v + 1' },
      ],
      { a: 1 },
    )
    expect(output).toEqual({ x: 4, y: -4, z: 4 })
    expect(short.map(({ at, count, value }) => [at, count, value]).sort()).toEqual([
      ['W / one link 1', 1, 1],
      ['W / one link 2', 1, 4],
      ['W / two link 1', 1, 1],
      ['W / two link 2', 1, 4],
      ['W link 1', 1, 1],
      ['W link 2', 1, 1],
      ['W link 3', 1, 4],
      ['W link 4', 1, -4],
      ['W link 5', 1, 4],
    ])
  })

  it('count 0 where nothing came, or nothing feeds the link', async () => {
    const { short } = await run(
      [
        { name: 'W', in: ['a'], out: ['b'], uses: ['Inner'], links: ['.a → Inner.v', 'Inner.w → .b'] },
        { name: 'Inner', in: ['v', 'free'], out: ['w'], kind: 'workflow', links: ['.free → .w'] },
      ],
      { a: 1 },
    )
    expect(short.map(({ at, count, value }) => [at, count, value])).toEqual([
      ['W link 1', 1, 1],
      ['W / Inner link 1', 0, null],
      ['W link 2', 0, null],
    ])
  })

  it('run code of a link once, however many read what it gives', async () => {
    const { logs, output } = await run(
      [
        {
          name: 'W',
          in: ['a'],
          out: ['x', 'y'],
          uses: ['Inner'],
          links: ['.a → Inner.v', 'Inner.v → .x', 'Inner.v → .y'],
        },
        {
          name: 'Inner',
          in: ['v'],
          out: ['v'],
          kind: 'workflow',
          links: ['.v → .v :: ctx.log.info("once")\nctx.output = ctx.input'],
        },
      ],
      { a: 1 },
    )
    expect([logs.map((line) => line.message), output]).toEqual([['once'], { x: 1, y: 1 }])
  })

  it('are as they were on the way, whatever becomes of them', async () => {
    const { of } = await run(
      [
        { name: 'W', in: ['a'], out: ['b'], uses: ['Spoil'], links: ['.a → Spoil.v', 'Spoil.v → .b'] },
        { name: 'Spoil', in: ['v'], out: ['v'], jsCode: 'ctx.input.v.n = 2\nctx.output.v = ctx.input.v' },
      ],
      { a: { n: 1 } },
    )
    expect([of('W', 'link 1')?.value, of('W', 'link 2')?.value]).toEqual([{ n: 1 }, { n: 2 }])
  })

  it('are cut but keep their shape', async () => {
    expect(await seen([1, 2, 3])).toMatchObject({ count: 3, value: [1, 2, 3], cut: false })
    expect(await seen([1, 2, 3, 4])).toMatchObject({ count: 4, value: [1, 2, 3], cut: true })
    expect(await seen('x'.repeat(200))).toMatchObject({ value: 'x'.repeat(200), cut: false })
    const text = `${'a'.repeat(150)}${'b'.repeat(150)}`
    expect(await seen(text)).toMatchObject({ value: `${'a'.repeat(100)}…${'b'.repeat(100)}`, cut: true })
    expect(await seen({ list: [{ deep: [1, 2, 3, 4] }] })).toMatchObject({
      value: { list: [{ deep: [1, 2, 3] }] },
      cut: true,
    })
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`key${index}`, 'v'.repeat(50)]))
    const cut = await seen(wide)
    expect(cut).toMatchObject({ cut: true, value: { key0: 'v'.repeat(50) } })
    expect(JSON.stringify(cut?.value).length).toBeLessThan(2300)
  })

  it('say the time in the code of a link and when the first value came, by a clock that runs', async () => {
    const busy = 'for (let i = 0; i < 4e7; i++);\nctx.output = [Date.now(), ctx.input]'
    const { of, output } = await run(
      [{ name: 'W', kind: 'workflow', in: ['a'], out: ['b', 'c'], links: [`.a → .b :: ${busy}`, '.a → .c'] }],
      { a: 1 },
    )
    expect(output).toMatchObject({ b: [Date.parse(now), 1] })
    expect(of('W', 'link 1')?.ms).toBeGreaterThan(0)
    expect(of('W', 'link 1')?.at).toBeGreaterThan(0)
    expect(of('W', 'link 2')?.ms).toBe(0)
  })

  it('keep the time of the first of many values', async () => {
    const busy = 'for (let i = 0; ctx.input.row > 1 && i < 4e7; i++);\nctx.output.row = ctx.input.row'
    const { of } = await run(forEachRecord(busy), { rows: [1, 2, 3] })
    const [first, all] = [of('Catalogue / Rows', 'link 2')?.at ?? 0, of('Catalogue', 'link 2')?.at ?? 0]
    expect(all - first).toBeGreaterThan(3)
  })

  it('are there up to where the code failed', async () => {
    const { output, of } = await run(forEachRecord('ctx.output.row = ctx.input.row.n.toFixed()'), {
      rows: [{ n: 1 }, { n: 2 }, {}],
    })
    expect(output).toMatchObject({ error: expect.stringContaining('toFixed') })
    expect(of('Catalogue / Rows', 'link 1')).toMatchObject({ count: 3, value: {} })
    expect(of('Catalogue / Rows', 'link 2')).toMatchObject({ count: 2, value: '2' })
  })

  it('work with code that waits, in forEach in forEach', async () => {
    const { of, output } = await run(
      [
        {
          name: 'W',
          kind: 'forEach',
          in: ['lists'],
          out: ['sums'],
          uses: ['Each'],
          links: ['.lists → Each.items', 'Each.out → .sums'],
        },
        {
          name: 'Each',
          kind: 'forEach',
          in: ['items'],
          out: ['out'],
          uses: ['Leaf'],
          links: ['.items → Leaf.v', 'Leaf.v → .out'],
        },
        { name: 'Leaf', in: ['v'], out: ['v'], jsCode: 'ctx.output.v = await (ctx.input.v + 1)' },
      ],
      { lists: [[1, 2], [], [3]] },
    )
    expect(output).toEqual({ sums: [[2, 3], [], [4]] })
    expect(of('W', 'link 1')).toMatchObject({ count: 3, value: [3] })
    expect(of('W / Each', 'link 2')).toMatchObject({ count: 3, value: 4 })
  })

  it('never run code that hides in a value', async () => {
    const hidden = `let asked = 0
      class Price { constructor() { this.amount = 7 } }
      const odd = { get trap() { asked++; for (;;); }, map: new Map(), big: 5n, fn() {}, price: new Price() }
      const proxy = new Proxy({}, { ownKeys() { throw new Error('no') } })
      ctx.output = { odd, proxy, asked: () => asked }`
    const { of, output } = await run(
      [
        {
          name: 'W',
          out: ['asked'],
          uses: ['Odd', 'Ask'],
          links: ['Odd.odd → Ask.odd', 'Odd.proxy → Ask.proxy', 'Odd.asked → Ask.asked', 'Ask.n → .asked'],
        },
        { name: 'Odd', out: ['odd', 'proxy', 'asked'], jsCode: hidden },
        { name: 'Ask', in: ['odd', 'proxy', 'asked'], out: ['n'], jsCode: 'ctx.output.n = ctx.input.asked()' },
      ],
      {},
    )
    expect(output).toEqual({ asked: 0 })
    expect(of('W', 'link 1')?.value).toEqual({
      trap: '[getter]',
      map: '[Map]',
      big: '5n',
      fn: '[function]',
      price: { amount: 7 },
    })
    expect(of('W', 'link 2')?.value).toBe('[unreadable]')
    expect(of('W', 'link 3')?.value).toBe('[function]')
  })
})
