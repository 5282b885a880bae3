import { describe, expect, it } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import { planText } from '../../components/plan-text.ts'
import { findStreamedInputs } from '../../components/find-streamed-inputs.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal
const output = async (parts: Parts, payload: unknown) => {
  const result = await executeComponent({ program: await compiled(parts), payload, rtContext: {}, now }, { signal })
  expect(result.logs).toEqual([])
  return result.output
}
const failure = async (parts: Parts, payload: unknown) => {
  const program = await compiled(parts)
  const { output: value } = await executeComponent({ program, payload, rtContext: {}, now }, { signal })
  return (value as { error: string }).error
}

const plus = { name: 'Plus', in: ['n', 'by'], out: ['n'], jsCode: 'ctx.output.n = ctx.input.n + ctx.input.by.amount' }
const seen = { name: 'Seen', in: ['v'], out: ['v'], jsCode: 'ctx.output.v = ctx.input.v' }
const both = 'ctx.output.b = [ctx.input.a, Object.isFrozen(ctx.input.a), Object.isFrozen(ctx.input.a.list)]'

describe('constants of an instance', () => {
  it('feed a port of a leaf, and a port fed by nothing else has its value at once', async () => {
    const fed = { name: 'W', in: ['x'], out: ['y'], uses: ['Plus'], links: ['.x → Plus.n', 'Plus.n → .y'] }
    expect(await output([{ ...fed, values: { Plus: { by: { amount: 5 } } } }, plus], { x: 1 })).toEqual({ y: 6 })
    const alone = { name: 'W', out: ['y'], uses: ['Seen'], links: ['Seen.v → .y'] }
    for (const value of [null, 0, '', false, [1, { a: 2 }], { settings: { deep: [] } }]) {
      expect(await output([{ ...alone, values: { Seen: { v: value } } }, seen], {})).toEqual({ y: value })
    }
  })

  it('count as the first link into the port: objects are merged under those of links, lists come first', async () => {
    const parts = (value: unknown): Parts => [
      {
        name: 'W',
        in: ['x'],
        out: ['y'],
        uses: ['Seen'],
        links: ['.x → Seen.v', 'Seen.v → .y'],
        values: { Seen: { v: value } },
      },
      seen,
    ]
    expect(await output(parts({ a: 1, b: 1 }), { x: { b: 2, c: 3 } })).toEqual({ y: { a: 1, b: 2, c: 3 } })
    expect(await output(parts([1, 2]), { x: [3] })).toEqual({ y: [1, 2, 3] })
    expect(await output(parts([1, 2]), {})).toEqual({ y: [1, 2] })
    expect(await failure(parts([1]), { x: { b: 2 } })).toContain("port 'v' gets a list and an object")
  })

  it('flow from the port of a workflow to everything linked from it, at any depth', async () => {
    const parts: Parts = [
      { name: 'W', out: ['y'], uses: ['Outer'], links: ['Outer.y → .y'], values: { Outer: { s: { amount: 2 } } } },
      { name: 'Outer', in: ['s'], out: ['y'], uses: ['Inner'], links: ['.s → Inner.s', 'Inner.y → .y'] },
      {
        name: 'Inner',
        in: ['s'],
        out: ['y'],
        uses: ['a: Plus', 'b: Plus'],
        links: ['.s → a.by', '.s → b.by', '.s → a.n :: ctx.output = ctx.input.amount * 10', 'a.n → b.n', 'b.n → .y'],
      },
      plus,
    ]
    expect(await output(parts, {})).toEqual({ y: 24 })
  })

  it('are the same frozen value for every item of a forEach, from outside and from inside', async () => {
    const each = (values: Record<string, Record<string, unknown>>, inner: Record<string, Record<string, unknown>>) => [
      { name: 'W', in: ['x'], out: ['y'], uses: ['Each'], links: ['.x → Each.items', 'Each.b → .y'], values },
      {
        name: 'Each',
        kind: 'forEach' as const,
        in: ['items', 's'],
        out: ['b'],
        uses: ['Leaf'],
        links: ['.items → Leaf.i', ...(inner.Leaf ? [] : ['.s → Leaf.a']), 'Leaf.b → .b'],
        values: inner,
      },
      { name: 'Leaf', in: ['i', 'a'], out: ['b'], jsCode: both },
    ]
    const value = { list: [1] }
    const expected = { y: Array.from({ length: 2 }, () => [value, true, true]) }
    expect(await output(each({ Each: { s: value } }, {}), { x: [1, 2] })).toEqual(expected)
    expect(await output(each({}, { Leaf: { a: value } }), { x: [1, 2] })).toEqual(expected)
    // Not frozen at the top, since it is merged with what the item brings.
    const merged = each({}, { Leaf: { a: value } })
    merged[1]?.links?.push('.items → Leaf.a')
    expect(await output(merged, { x: [{ more: 1 }] })).toEqual({ y: [[{ list: [1], more: 1 }, false, false]] })
  })

  it('can be the list that a forEach runs over, alone or before what comes', async () => {
    const parts = (links: string[]): Parts => [
      {
        name: 'W',
        in: ['x'],
        out: ['y'],
        uses: ['Each'],
        links: [...links, 'Each.b → .y'],
        values: { Each: { items: [{ n: 1 }, { n: 2 }] } },
      },
      {
        name: 'Each',
        kind: 'forEach',
        in: ['items'],
        out: ['b'],
        uses: ['Leaf'],
        links: ['.items → Leaf.a', 'Leaf.b → .b'],
      },
      { name: 'Leaf', in: ['a'], out: ['b'], jsCode: 'ctx.input.a.n *= 10\nctx.output.b = ctx.input.a.n' },
    ]
    expect(await output(parts([]), {})).toEqual({ y: [10, 20] })
    expect(await output(parts(['.x → Each.items']), { x: [{ n: 3 }] })).toEqual({ y: [10, 20, 30] })
  })

  it('make nothing gather that would stream, and are in the plan and its hash', async () => {
    const parts = (amount: number, items?: unknown[]): Parts => [
      {
        name: 'W',
        in: ['x'],
        out: ['y'],
        uses: ['Each'],
        links: ['.x → Each.items', 'Each.b → .y'],
        values: { Each: items === undefined ? { s: { amount } } : { s: { amount }, items } },
      },
      {
        name: 'Each',
        kind: 'forEach',
        in: ['items', 's'],
        out: ['b'],
        uses: ['Plus'],
        links: ['.items → Plus.n', '.s → Plus.by', 'Plus.n → .b'],
      },
      plus,
    ]
    const program = await compiled(parts(1))
    expect(planText(program)).toContain('constant W / Each / s = {"amount":1}')
    expect(findStreamedInputs(program)).toEqual(['x'])
    expect(findStreamedInputs(await compiled(parts(1, [1])))).toEqual(['x'])
    expect((await compiled(parts(2))).hash).not.toBe(program.hash)
    expect((await compiled(parts(1))).hash).toBe(program.hash)
  })

  it('are data: keys such as __proto__ stay keys, getters do not run in the program', async () => {
    const hostile = JSON.parse('{"__proto__":{"polluted":1},"a":1}')
    const parts = (value: unknown): Parts => [
      { name: 'W', out: ['y'], uses: ['Leaf'], links: ['Leaf.b → .y'], values: { Leaf: { a: value } } },
      {
        name: 'Leaf',
        in: ['a'],
        out: ['b'],
        jsCode: 'ctx.output.b = [Object.keys(ctx.input.a), {}.polluted === undefined]',
      },
    ]
    expect(await output(parts(hostile), {})).toEqual({ y: [['__proto__', 'a'], true] })
    let asked = 0
    const getter = {
      get a() {
        asked++
        return 1
      },
    }
    const program = await compiled(parts(getter))
    const before = asked
    const { output: value } = await executeComponent({ program, payload: {}, rtContext: {}, now }, { signal })
    expect([value, asked]).toEqual([{ y: [['a'], true] }, before])
  })

  it('for a port that does not exist keep the component from being built', async () => {
    const parts = [{ name: 'W', uses: ['Seen'], values: { Seen: { w: 1 } } }, seen]
    await expect(compiled(parts)).rejects.toThrow('duplicate or missing port: w')
  })
})
