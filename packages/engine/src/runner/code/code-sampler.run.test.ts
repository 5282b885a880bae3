import { setTimeout as sleep } from 'node:timers/promises'
import ivm from 'isolated-vm'
import { describe, expect, it } from 'vitest'
import { CodeSampler } from './code-sampler.ts'

/** Runs a text until its line was found, or it came back by itself; then `goesOn()` is false in it. */
async function sampled(code: string) {
  const isolate = new ivm.Isolate({ memoryLimit: 64, inspector: true })
  const context = isolate.createContextSync({ inspector: true })
  const found = new Int32Array(new SharedArrayBuffer(4))
  context.global.setSync('found', new ivm.ExternalCopy(found.buffer).copyInto())
  context.evalSync('const isFound = new Int32Array(found), goesOn = () => Atomics.load(isFound, 0) === 0')
  const sampler = new CodeSampler(isolate)
  const stop = new AbortController()
  const before = process.memoryUsage.rss()
  let most = before
  const asking = (async () => {
    while (!stop.signal.aborted && sampler.last === null) {
      sampler.sample()
      await sleep(20)
      most = Math.max(most, process.memoryUsage.rss())
    }
    found[0] = 1
    return sampler.last
  })()
  const over = context
    .eval(code, { filename: 'component:One', timeout: 3000 })
    .catch((problem: Error) => problem.message)
    .finally(() => stop.abort())
  const last = await asking
  const ended = await over
  // Nothing may be on its way to an isolate that is disposed.
  await sleep(200)
  sampler.stop()
  isolate.dispose()
  return { last, ended, grownMiB: (most - before) / 2 ** 20 }
}

describe('CodeSampler', () => {
  it('gives the line of code that does not come back', async () => {
    const { last } = await sampled('const spin = () => {\n  while (goesOn()) {}\n}\nspin()')
    expect(last?.line).toBe(2)
  })

  it('gives the line of code that is thousands of calls deep, for little memory', async () => {
    const { last, grownMiB } = await sampled(
      'const spin = (n) => {\n  if (n > 0) return spin(n - 1) + 1\n  while (goesOn()) {}\n}\nspin(7000)',
    )
    expect(last?.line).toBe(3)
    // A pause of the debugger takes 90.
    expect(grownMiB).toBeLessThan(30)
  })

  it('changes nothing in the code: no microtask runs in the middle of it', async () => {
    const { ended } = await sampled(
      "let early = false\nPromise.resolve().then(() => { early = true })\nfor (let i = 0; i < 2e8; i++) if (early) throw new Error('early')\n7",
    )
    expect([7, 'Script execution timed out.']).toContain(ended)
  })
})
