import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import { spareForImports } from '../processes/spare-kinds.ts'
import { SpareRunner } from '../processes/spare-runner.ts'
import { constants, FolderHost, sink, source } from './import-for-test.ts'
import { type ImportRequest, runImport } from './run-import.ts'

let host = new FolderHost()
let spare = new SpareRunner(spareForImports())
beforeEach(() => {
  host = new FolderHost()
  spare = new SpareRunner(spareForImports(), { pauseMs: 0, longestPauseMs: 600_000 })
  spare.start()
})
afterEach(async () => {
  await spare.stop()
  host.remove()
})

function records(name: string, all: readonly unknown[]) {
  const file = path.join(host.folder, `${name}.ndjson`)
  writeFileSync(file, all.map((record) => `${JSON.stringify(record)}\n`).join(''))
  return source(name, { path: file, size: 0, name, contentType: 'json', format: {} })
}

/** Two files into two outputs, by one instruction each. */
async function request(jsCode: string, more: Partial<ImportRequest> = {}): Promise<ImportRequest> {
  const program = await compiled([
    {
      name: 'Both',
      in: ['left', 'right'],
      out: ['left', 'right'],
      uses: ['l: Each', 'r: Each'],
      links: ['.left → l.rows', 'l.out → .left', '.right → r.rows', 'r.out → .right'],
    },
    {
      name: 'Each',
      kind: 'forEach',
      in: ['rows'],
      out: ['out'],
      uses: ['One'],
      links: ['.rows → One.row', 'One.out → .out'],
    },
    { name: 'One', in: ['row'], out: ['out'], jsCode },
  ])
  const sources = [records('left', numbers(1200)), records('right', [{ n: 'ü' }])]
  return { ...constants, program, sources, sinks: [sink('left'), sink('right', { format: 'csv' })], ...more }
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => ({ n }))
const pass = 'ctx.output.out = ctx.input.row'
/** What an import gives to its isolate, which was opened before it was known. */
const world = 'ctx.output.out = { n: ctx.input.row.n, random: Math.random(), now: Date.now() }'
const endless = 'let n = 1\nfor (;;) n++'
const next = (than: number | undefined) =>
  vi.waitUntil(() => spare.pid !== undefined && spare.pid !== than && spare.pid, { timeout: 20_000 })

it('an import that takes the waiting runner comes out as in one of its own, and the next takes another', async () => {
  const alone = await runImport(await request(world), host)
  const texts = [host.text('left'), host.text('right')]
  const first = spare.pid
  const outcome = await runImport(await request(world), host, spare)
  expect(outcome).toEqual({ ...alone, peakMiB: expect.any(Number) })
  expect(outcome.peakMiB).toBeGreaterThan(10)
  expect([host.text('left'), host.text('right')]).toEqual(texts)
  // It was taken: its end makes room for the next.
  const second = await next(first)
  await runImport(await request(world), host, spare)
  await next(second as number)
  expect([host.text('left'), host.text('right')]).toEqual(texts)
})

it('S1 nothing that code leaves behind meets the next import', async () => {
  const leave = 'globalThis.left = 1\nctx.output.out = { n: typeof left }'
  const look = 'ctx.output.out = { n: typeof left }'
  const first = spare.pid
  await runImport(await request(leave), host, spare)
  await next(first)
  expect(await runImport(await request(look), host, spare)).toMatchObject({ ok: true })
  expect(host.records('left')[0]).toEqual({ n: 'undefined' })
})

it('an import whose waiting runner has died starts one of its own', async () => {
  process.kill(spare.pid as number, 'SIGKILL')
  expect(await runImport(await request(pass), host, spare)).toMatchObject({ ok: true })
})

it('an import with other limits of memory has a runner of its own', async () => {
  const waiting = spare.pid
  expect(await runImport(await request(pass, { limits: { isolateMiB: 100 } }), host, spare)).toMatchObject({ ok: true })
  expect(spare.pid).toBe(waiting)
})

it('a runner that was waiting is held to the limits of its import', async () => {
  const first = spare.pid
  const limits = { callMs: 800 }
  const alone = await runImport(await request(endless, { limits }), host)
  const said = host.lines.splice(0)
  const slow = await runImport(await request(endless, { limits }), host, spare)
  expect(slow).toMatchObject({ ok: false, fault: 'timeout', problem: alone.problem })
  // It names the same place in the code.
  expect(host.lines).toEqual(said)
  expect(said.join()).toMatch(/line 2/)
  const second = await next(first)
  const large = 'const all = []\nfor (;;) all.push(Array(1e5).fill(all.length))'
  expect(await runImport(await request(large), host, spare)).toMatchObject({ ok: false, fault: 'memory' })
  const third = await next(second as number)
  const told = host.progressed
  const stopped = runImport(await request(endless), host, spare)
  await vi.waitUntil(() => spare.pid !== third, { timeout: 20_000 })
  // Until it runs, there is no process that the stop would have to end.
  await vi.waitUntil(() => host.progressed > told, { timeout: 20_000 })
  host.stop()
  expect(await stopped).toMatchObject({ ok: false, fault: 'aborted' })
})
