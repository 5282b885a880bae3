import { describe, expect, it } from 'vitest'
import { executeComponent } from '../host/pipelines/execute-component.ts'
import { compiled, component } from './components-for-test.ts'
import { compileProgram } from './compile-program.ts'

type Parts = Parameters<typeof compiled>[0]

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal
const limits = { callMs: 30_000, runMs: 60_000, stallMs: 30_000 }

async function run(parts: Parts, payload: unknown) {
  const program = await compiled(parts)
  const { output, logs, links } = await executeComponent({ program, payload, rtContext: {}, now, limits }, { signal })
  return { output, links: links ?? [], first: logs[0]?.message.split('\n')[0] }
}

/** A chain of components, one inside the other; `kinds` from outside to inside, the innermost a leaf. */
function chain(kinds: ('workflow' | 'forEach')[], jsCode: string): Parts {
  const name = (depth: number) => (depth === kinds.length ? 'Leaf' : `D${depth}`)
  return [
    ...kinds.map((kind, depth) => ({
      name: name(depth),
      kind,
      in: ['v'],
      out: ['v'],
      uses: [name(depth + 1)],
      links: [`.v → ${name(depth + 1)}.v`, `${name(depth + 1)}.v → .v`],
    })),
    { name: 'Leaf', in: ['v'], out: ['v'], jsCode },
  ]
}
const nest = (value: unknown, depth: number): unknown => (depth === 0 ? value : [nest(value, depth - 1)])

describe('depth', () => {
  it('CMP-004/engine runs workflow in forEach in workflow … 20 deep, with and without waiting', async () => {
    const kinds = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? ('workflow' as const) : ('forEach' as const),
    )
    for (const code of ['ctx.output.v = ctx.input.v + 1', 'ctx.output.v = (await ctx.input.v) + 1']) {
      const { output, links } = await run(chain(kinds, code), { v: nest(1, 10) })
      expect(output).toEqual({ v: nest(2, 10) })
      expect(links).toHaveLength(40)
      expect(links.every((link) => link.count === 1)).toBe(true)
    }
  })

  it('runs forEach in forEach 20 deep and names every item on the way to an error', async () => {
    const kinds = Array.from({ length: 20 }, () => 'forEach' as const)
    const payload = { v: [nest(1, 19), nest(1, 19), nest(0, 19)] }
    expect((await run(chain(kinds, 'ctx.output.v = ctx.input.v'), payload)).output).toEqual(payload)
    const { first } = await run(chain(kinds, 'if (ctx.input.v === 0) throw new Error("zero")'), payload)
    const path = ['D0', ...Array.from({ length: 19 }, (_, index) => `D${index + 1}`), 'Leaf'].join(' / ')
    expect(first).toBe(`${path}, line 1, record 3${', item 1'.repeat(19)}: Error: zero`)
  })

  it('draws workflow in workflow as deep as 64, and says no beyond', async () => {
    const workflows = (depth: number) =>
      chain(
        Array.from({ length: depth }, () => 'workflow' as const),
        'ctx.output.v = ctx.input.v',
      )
    expect((await run(workflows(60), { v: 7 })).output).toEqual({ v: 7 })
    await expect(compiled(workflows(70))).rejects.toThrow('Components are nested more than 64 deep')
  })

  it('finds a cycle and a component that contains itself 20 deep', async () => {
    const kinds = Array.from({ length: 20 }, () => 'workflow' as const)
    const inside = chain(kinds, '')
    const last = inside.at(-2)
    last?.uses?.push('again: D0')
    await expect(compiled(inside)).rejects.toThrow('The component contains itself')
    const cyclic = chain(kinds, '')
    Object.assign(cyclic.at(-2) ?? {}, { uses: ['x: Leaf', 'y: Leaf'], links: ['x.v → y.v', 'y.v → x.v'] })
    await expect(compiled(cyclic)).rejects.toThrow('The component has a cycle')
    const misspelt = chain(kinds, '')
    Object.assign(misspelt.at(-2) ?? {}, { links: ['.v → Leaf.w'] })
    await expect(compiled(misspelt)).rejects.toThrow('duplicate or missing port: w')
  })
})

describe('breadth', () => {
  it('runs 1,000 instances in a row, for each record, in bounded time', async () => {
    const count = 1000
    const uses = Array.from({ length: count }, (_, index) => `i${index}: Plus`)
    const links = [
      '.v → i0.v',
      ...uses.slice(1).map((_, index) => `i${index}.v → i${index + 1}.v`),
      `i${count - 1}.v → .v`,
    ]
    const parts: Parts = [
      { name: 'W', kind: 'forEach', in: ['v'], out: ['v'], uses, links },
      { name: 'Plus', in: ['v'], out: ['v'], jsCode: 'ctx.output.v = ctx.input.v + 1' },
    ]
    const started = performance.now()
    const { output, links: seen } = await run(parts, { v: [0, 1, 2] })
    expect(output).toEqual({ v: [1000, 1001, 1002] })
    expect(seen).toHaveLength(1001)
    expect(seen.every((link) => link.count === 3)).toBe(true)
    expect(performance.now() - started).toBeLessThan(30_000)
  })

  it('runs 1,000 instances side by side on one value, merged in link order', async () => {
    const uses = Array.from({ length: 1000 }, (_, index) => `i${index}: Wrap`)
    const links = [...uses.map((_, index) => `.v → i${index}.v`), ...uses.map((_, index) => `i${index}.v → .v`)]
    const { output } = await run(
      [
        { name: 'W', in: ['v'], out: ['v'], uses, links },
        { name: 'Wrap', in: ['v'], out: ['v'], jsCode: 'ctx.input.v.n++\nctx.output.v = [ctx.input.v.n]' },
      ],
      { v: { n: 1 } },
    )
    expect(output).toEqual({ v: Array.from({ length: 1000 }, () => 2) })
  })

  it('says no to more than 20,000 components, however they are nested', async () => {
    const tenTimes = (name: string, inner: string) => ({
      name,
      in: ['v'],
      out: ['v'],
      uses: Array.from({ length: 10 }, (_, index) => `u${index}: ${inner}`),
      links: Array.from({ length: 10 }, (_, index) => `.v → u${index}.v`),
    })
    const all = [tenTimes('A', 'B'), tenTimes('B', 'C'), tenTimes('C', 'D'), tenTimes('D', 'E'), tenTimes('E', 'Leaf')]
    const parts = [...all, { name: 'Leaf', in: ['v'], out: ['v'], jsCode: '' }].map(component)
    const [root] = parts
    if (root === undefined) throw new Error('no component')
    const compiling = compileProgram(root, (id) => parts.find((part) => part._id === id))
    await expect(compiling).rejects.toThrow('The component uses more than 20000 others')
  })
})
