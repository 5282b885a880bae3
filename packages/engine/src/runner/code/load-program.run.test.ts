import ivm from 'isolated-vm'
import { expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { loadGuestSources } from '../../host/processes/guest-sources.ts'
import { importLimits, type RunnerLimits } from '../../runs/limits.ts'
import { seedWords } from '../../runs/seed-words.ts'
import { CodeIsolate } from './code-isolate.ts'

const run = {
  mode: 'import' as const,
  guest: loadGuestSources(),
  rtContext: {},
  now: '2026-03-01T10:00:00.000Z',
  seed: seedWords('seed'),
}
/** Many functions take V8 longer to read than the limits below, and than a busy machine takes to look at its clock. */
const long = `${'const f = (a) => { for (const b of a) if (b) return { ...b, a: [b, a] } };\n'
  .repeat(30_000)
  .replaceAll(/f =/g, () => `f${Math.random().toString(36).slice(2)} =`)}ctx.output.row = ctx.input.row`

async function load(limits: Partial<RunnerLimits>): Promise<CodeIsolate> {
  const program = await compiled(forEachRecord(long))
  return new CodeIsolate(
    ivm,
    { ...run, program },
    { ...importLimits, ...limits },
    () => {},
    async () => [],
  )
}

it('a program that takes too long to read is refused with its place', async () => {
  await expect(load({ loadMs: 1 })).rejects.toMatchObject({
    kind: 'timeout',
    message: 'reading the code took longer than 0.001 s',
    place: { component: 'Catalogue / Rows / Row' },
  })
})

it('however short a call may be, a program has its own time to be read', async () => {
  await expect(load({ callMs: 1 })).resolves.toBeInstanceOf(CodeIsolate)
})
