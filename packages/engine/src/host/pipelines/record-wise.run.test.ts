import { describe, expect, it } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import { planText } from '../../components/plan-text.ts'
import { findStreamedInputs } from '../../components/find-streamed-inputs.ts'
import { executeComponent } from './execute-component.ts'

type Parts = Parameters<typeof compiled>[0]

const now = '2026-03-01T10:00:00.000Z'
const signal = new AbortController().signal

const keep = {
  name: 'Keep',
  recordWise: true,
  kind: 'function' as const,
  in: ['rows', 'settings', 'master'],
  out: ['kept', 'calls'],
  jsCode: `const { rows, settings = {}, master = [] } = ctx.input
    return {
      kept: rows.filter((row) => row.n % (settings.every ?? 1) === 0).map((row) => ({ n: row.n, of: master.length })),
      calls: [rows.length],
    }`,
}
const workflow = (links: string[], more: object = {}): Parts => [
  { name: 'W', in: ['rows', 'master'], out: ['kept', 'calls'], uses: ['Keep'], links, ...more },
  keep,
]
const straight = ['.rows → Keep.rows', '.master → Keep.master', 'Keep.kept → .kept', 'Keep.calls → .calls']
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ n: index }))

/** Chunks come as chunks when two lists lead to one port. */
const chunks = workflow(['.master → Keep.rows', ...straight])

async function run(parts: Parts, payload: unknown) {
  const { output, logs } = await executeComponent(
    { program: await compiled(parts), payload, rtContext: {}, now },
    { signal },
  )
  return { output: output as Record<string, unknown>, logs }
}

describe('record-wise leaves', () => {
  it('are called once per chunk in the outermost flow, other inputs complete first, outputs appended in order', async () => {
    const { output } = await run(chunks, { rows: rowsOf(3), master: [{ n: 7 }, { n: 8 }] })
    expect(output).toEqual({
      kept: [7, 8, 0, 1, 2].map((n) => ({ n, of: 2 })),
      calls: [2, 3],
    })
  })

  it('do the work of once for the first chunk alone, and know how many records came before', async () => {
    const jsCode = `const made = ctx.once(() => Math.random())
      return { kept: ctx.input.rows.map(() => made), calls: [ctx.offset] }`
    const { output } = await run([...chunks.slice(0, 1), { ...keep, jsCode }], { rows: rowsOf(3), master: rowsOf(2) })
    expect(output.calls).toEqual([0, 2])
    expect(output.kept).toEqual(Array.from({ length: 5 }, () => (output.kept as number[])[0]))
  })

  it('are called once with an empty list, so that settings are looked at and outputs are lists', async () => {
    const { output } = await run(workflow(straight), { rows: [], master: [] })
    expect(output).toEqual({ kept: [], calls: [0] })
  })

  it('give inside a forEach, called with the whole list, what they give in chunks', async () => {
    const inside: Parts = [
      { name: 'W', in: ['lists'], out: ['kept'], uses: ['Each'], links: ['.lists → Each.lists', 'Each.kept → .kept'] },
      {
        name: 'Each',
        kind: 'forEach',
        in: ['lists'],
        out: ['kept'],
        uses: ['Keep', 'Wrap'],
        links: [
          '.lists → Keep.rows :: ctx.output = ctx.input.rows',
          '.lists → Keep.master :: ctx.output = ctx.input.master',
          'Keep.kept → Wrap.kept',
          'Keep.calls → Wrap.calls',
          'Wrap.all → .kept',
        ],
        values: { Keep: { settings: { every: 2 } } },
      },
      keep,
      { name: 'Wrap', in: ['kept', 'calls'], out: ['all'], jsCode: 'ctx.output.all = ctx.input' },
    ]
    const rows = rowsOf(5)
    const whole = await run(inside, { lists: [{ rows, master: [1] }] })
    const streamed = await run(
      workflow(['.rows → Keep.rows', '.master → Keep.master', 'Keep.kept → .kept'], {
        values: { Keep: { settings: { every: 2 } } },
        out: ['kept'],
      }),
      { rows, master: [1] },
    )
    expect(whole.output).toEqual({ kept: [{ kept: [0, 2, 4].map((n) => ({ n, of: 1 })), calls: [5] }] })
    expect((whole.output.kept as { kept: unknown }[])[0]?.kept).toEqual(streamed.output.kept)
  })

  it('copy their chunks for several readers', async () => {
    const spoil = {
      ...keep,
      name: 'Spoil',
      in: ['rows'],
      out: ['rows'],
      jsCode: 'for (const row of ctx.input.rows) row.n += 100\nreturn { rows: ctx.input.rows }',
    }
    const { output } = await run(
      [
        {
          name: 'W',
          in: ['rows'],
          out: ['a', 'b'],
          uses: ['one: Spoil', 'two: Spoil'],
          links: ['.rows → one.rows', '.rows → two.rows', 'one.rows → .a', 'two.rows → .b'],
        },
        spoil,
      ],
      { rows: rowsOf(2) },
    )
    expect(output).toEqual({ a: [{ n: 100 }, { n: 101 }], b: [{ n: 100 }, { n: 101 }] })
  })

  it('name the output that is no list, streamed and whole, and the input that is none', async () => {
    const odd = { ...keep, name: 'Keep', jsCode: 'return { kept: [], calls: 1 }' }
    const streamed = await run([...workflow(straight).slice(0, 1), odd], { rows: [1], master: [] })
    expect(streamed.output).toEqual({ error: "TypeError: the output 'calls' is not a list" })
    expect(streamed.logs[0]?.message).toContain("the output 'calls' is not a list")
    const { output } = await run(workflow(straight), { rows: { n: 1 }, master: [] })
    expect(output).toEqual({ error: "TypeError: the input 'rows' is not a list" })
  })

  it('stream in the plan, also one after the other and after a forEach', async () => {
    const chain = await compiled([
      {
        name: 'W',
        in: ['master', 'rows'],
        out: ['kept'],
        uses: ['a: Keep', 'Each', 'b: Keep'],
        links: [
          '.rows → a.rows',
          '.master → a.master',
          'a.kept → Each.rows',
          'Each.rows → b.rows',
          '.master → b.master',
          'b.kept → .kept',
        ],
      },
      { name: 'Each', kind: 'forEach', in: ['rows'], out: ['rows'], links: ['.rows → .rows'] },
      keep,
    ])
    expect(planText(chain).match(/stream W \/ \w+/g)).toEqual(['stream W / a', 'stream W / Each', 'stream W / b'])
    expect(findStreamedInputs(chain)).toEqual(['rows'])
    const unfed = await compiled(workflow(['.master → Keep.master', 'Keep.kept → .kept', 'Keep.calls → .calls']))
    expect(planText(unfed)).toContain('gather W / Keep')
  })
})
