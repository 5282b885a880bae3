import { describe, expect, it } from 'vitest'
import { compiled, forEachRecord } from '../../components/components-for-test.ts'
import { executeComponent } from './execute-component.ts'

const now = '2026-03-01T10:00:00.000Z'
const leaf = (jsCode: string): Parameters<typeof compiled>[0] => [{ name: 'Leaf', in: ['a'], out: ['b'], jsCode }]

/** Runs to the end and keeps what was told before it, with the time between. */
async function run(parts: Parameters<typeof compiled>[0], payload: unknown, limits = {}) {
  const told: string[] = []
  const program = await compiled(parts)
  const request = { program, payload, rtContext: {}, now, limits }
  const log = (lines: readonly { message: string }[]) => told.push(...lines.map(({ message }) => message))
  const ending = await executeComponent(request, { signal: new AbortController().signal, log }).catch(
    ({ message }: Error) => ({ logs: [], output: message }),
  )
  return { told, logs: ending.logs.map(({ message }) => message), output: ending.output }
}

describe('log lines of a test run', () => {
  it('are told while code runs that never ends', async () => {
    const { told, output } = await run(
      leaf('ctx.log.info("begun")\nconsole.warn("ü\\n2")\nfor (;;) {}'),
      {},
      { callMs: 1500 },
    )
    expect(output).toBe('The test took too long.')
    expect(told).toEqual(['begun', 'ü\n2'])
  })

  it('are told once each and in order, read on the way or brought by answers', async () => {
    const code = 'ctx.log.info(ctx.input.row)\nfor (let i = 0; i < 2e6; i++);\nctx.output.row = 1'
    const rows = Array.from({ length: 200 }, (_, index) => index)
    const { told, logs } = await run(forEachRecord(code), { rows })
    expect(told).toEqual(rows.map(String))
    expect(logs).toEqual(told)
  })

  it('that are more than are read on the way come with the answer', async () => {
    const code = `for (let i = 0; i < 400; i++) ctx.log.info(i, 'x'.repeat(2000))\nctx.log.warn('end')`
    const { told, logs } = await run(leaf(code), {})
    expect(told).toHaveLength(401)
    expect(told.at(-1)).toBe('end')
    expect(logs).toEqual(told)
  })
})
