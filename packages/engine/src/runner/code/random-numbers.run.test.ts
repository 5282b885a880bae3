import ivm from 'isolated-vm'
import { expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import type { Program } from '../../components/program.ts'
import { loadGuestSources } from '../../host/processes/guest-sources.ts'
import { importLimits } from '../../runs/limits.ts'
import { seedWords } from '../../runs/seed-words.ts'
import { type CallResult, CodeIsolate } from './code-isolate.ts'

const now = '2026-03-01T10:00:00.000Z'

function isolate(program: Program, seed = 'seed'): CodeIsolate {
  const run = { mode: 'import' as const, program, guest: loadGuestSources(), rtContext: {}, now, seed: seedWords(seed) }
  return new CodeIsolate(
    ivm,
    run,
    importLimits,
    () => {},
    async () => [],
  )
}

function rowsOf(code: CodeIsolate, { rows }: CallResult, port = 'rows'): unknown[] {
  const list = rows[port] ?? []
  return Array.isArray(list) ? list : code.packer.unpack(list)
}

/** Feeds the chunks with these numbers to an isolate of their own and gives what comes out of each. */
async function drawn(program: Program, numbers: (number | undefined)[], seed?: string): Promise<unknown[][]> {
  const code = isolate(program, seed)
  await code.begin()
  const chunks = []
  for (const number of numbers) chunks.push(rowsOf(code, await code.feed('rows', [{ n: 1 }, { n: 2 }], number)))
  const end = rowsOf(code, await code.end('rows'))
  return end.length > 0 ? [...chunks, end] : chunks
}

it('random numbers of a chunk are the same, whichever chunks an isolate had before', async () => {
  const program = await compiled(forEachRecord('ctx.output.row = { r: Math.random() }'))
  const whole = await drawn(program, [0, 1, 2, 3])
  expect(new Set(whole.flat().map((row) => (row as { r: number }).r)).size).toBe(8)
  const [even, odd] = await Promise.all([drawn(program, [0, 2]), drawn(program, [1, 3])])
  expect([even[0], odd[0], even[1], odd[1]]).toEqual(whole)
  expect(await drawn(program, [undefined, undefined, undefined, undefined])).toEqual(whole)
  expect(await drawn(program, [0], 'another seed')).not.toEqual(whole.slice(0, 1))
})

it('random numbers of one input are not those of another', async () => {
  const leaf = { in: ['rows'], out: ['rows'], jsCode: 'ctx.output.rows = [{ r: Math.random() }]' }
  const links = ['.a → A.rows', '.b → B.rows', 'A.rows → .a', 'B.rows → .b']
  const program = await compiled([
    { name: 'Two', in: ['a', 'b'], out: ['a', 'b'], uses: ['A', 'B'], links },
    { ...leaf, name: 'A' },
    { ...leaf, name: 'B' },
  ])
  const code = isolate(program)
  await code.begin()
  const a = rowsOf(code, await code.end('a'), 'a')
  const b = rowsOf(code, await code.end('b'), 'b')
  expect([a.length, b.length]).toEqual([1, 1])
  expect(a).not.toEqual(b)
})

it('what gathers draws the same numbers at the end, whoever ran the chunks before', async () => {
  const [catalogue, each, row] = forEachRecord('Math.random()\nctx.output.row = { n: ctx.input.row.n }')
  const gathers = (own: string) => [
    {
      ...catalogue,
      name: 'Catalogue',
      uses: ['Rows', 'All'],
      links: ['.rows → Rows.rows', 'Rows.rows → All.rows', 'All.rows → .rows'],
    },
    ...[each, { ...row, name: 'Row', jsCode: own }].filter((part) => part !== undefined),
    { name: 'All', in: ['rows'], out: ['rows'], jsCode: 'ctx.output.rows = [{ r: Math.random() }]' },
  ]
  const busy = await compiled(gathers('Math.random()\nctx.output.row = { n: 1 }') as Parameters<typeof compiled>[0])
  const quiet = await compiled(gathers('ctx.output.row = { n: 1 }') as Parameters<typeof compiled>[0])
  const last = async (program: Program, numbers: number[]) => (await drawn(program, numbers)).at(-1)
  expect(await last(busy, [0, 1, 2])).toEqual(await last(quiet, [2]))
})
