import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { executeLimits, importLimits, type RunnerLimits } from '../../runs/limits.ts'
import { hasEnded } from './has-ended.ts'
import { RunnerProcess } from './runner-process.ts'
import { runnerProgram } from './runner-program.ts'
import { spareForChecks, spareForImports } from './spare-kinds.ts'
import { type SpareOptions, SpareRunner } from './spare-runner.ts'
import { firstDescriptor, type SpawnedRunner } from './spawn-runner.ts'

const { signal } = new AbortController()
const isLinux = process.platform === 'linux'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** One whose next runner starts at once. */
function kept(options: SpareOptions = {}, kind = spareForImports()): SpareRunner {
  const spare = new SpareRunner(kind, { pauseMs: 0, longestPauseMs: 600_000, pauseAfterDeathMs: 0, ...options })
  closing.push(() => spare.stop())
  spare.start()
  return spare
}

const needs = (limits: RunnerLimits = importLimits, size = 0) => ({
  limits,
  inputs: size > 0 ? [input(size)] : [],
  pipes: 1,
})

function input(size: number): { fd: number; size: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'spare-test-'))
  writeFileSync(path.join(folder, 'input'), Buffer.alloc(size, 'abc'))
  const fd = openSync(path.join(folder, 'input'), 'r')
  closing.push(() => {
    closeSync(fd)
    rmSync(folder, { recursive: true })
  })
  return { fd, size }
}

/** Hands it to a run, and ends that. */
async function ended(spawned: SpawnedRunner | null): Promise<void> {
  if (spawned === null) throw new Error('no runner was waiting')
  const runner = new RunnerProcess(importLimits, spawned, { signal })
  runner.kill('aborted', '')
  await runner.gone
}

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return !hasEnded(pid)
  } catch {
    return false
  }
}
const until = <T>(condition: () => T) => vi.waitUntil(condition, { timeout: 20_000 })
const another = (spare: SpareRunner, than: number | undefined) =>
  until(() => spare.pid !== undefined && spare.pid !== than && spare.pid)

describe('SpareRunner', () => {
  it('hands its runner out once, and starts the next when that has ended', async () => {
    const spare = kept()
    const first = spare.pid as number
    const taken = await spare.take(needs())
    expect(taken?.child.pid).toBe(first)
    expect(await spare.take(needs())).toBeNull()
    expect(spare.pid).toBeUndefined()
    await ended(taken)
    const second = await another(spare, first)
    expect(isThere(first)).toBe(false)
    expect(isThere(second as number)).toBe(true)
  })

  it('starts the next after a while beside an import that goes on', async () => {
    const spare = kept({ longestPauseMs: 1 })
    const taken = await spare.take(needs())
    await another(spare, taken?.child.pid)
    expect(isThere(taken?.child.pid as number)).toBe(true)
    await ended(taken)
  })

  it('gives the runner what its job needs, and no more', async () => {
    const spare = kept()
    const [one, two] = [input(300_000), input(5)]
    const taken = await spare.take({ limits: importLimits, inputs: [one, two], pipes: 3 })
    expect(taken?.pipes).toHaveLength(3)
    if (isLinux) {
      const ofRunner = `/proc/${taken?.child.pid}/fd/`
      expect(readFileSync(`${ofRunner}${firstDescriptor}`).equals(readFileSync(`/proc/self/fd/${one.fd}`))).toBe(true)
      expect(readFileSync(`${ofRunner}${firstDescriptor + 1}`, 'latin1')).toBe('abcab')
      expect(readFileSync(`${ofRunner}${firstDescriptor + 2}`)).toHaveLength(0)
      // Open to be read alone, and no path leads to them.
      expect(readFileSync(`/proc/${taken?.child.pid}/fdinfo/${firstDescriptor}`, 'utf8')).toMatch(/flags:\s+\d*00\n/)
      expect(readlinkSync(`${ofRunner}${firstDescriptor}`)).toMatch(/ \(deleted\)$/)
      expect(readdirSync(runnerProgram().folder).filter((name) => name.startsWith('spare'))).toEqual([])
    }
    await ended(taken)
  })

  it('hands it to one of two that ask at once', async () => {
    const spare = kept()
    const [one, other] = await Promise.all([spare.take(needs(importLimits, 2 ** 22)), spare.take(needs())])
    expect([one === null, other]).toEqual([false, null])
    await ended(one)
  })

  it.skipIf(!isLinux)('copies large input whole', async () => {
    const spare = kept()
    const large = input(2 ** 22 + 5)
    const taken = await spare.take({ ...needs(), inputs: [large] })
    const copied = readFileSync(`/proc/${taken?.child.pid}/fd/${firstDescriptor}`)
    expect(copied.equals(readFileSync(`/proc/self/fd/${large.fd}`))).toBe(true)
    await ended(taken)
  })

  it.skipIf(!isLinux)(
    'does not hand out one that dies while it gets its input, nor one that cannot get it',
    async () => {
      const spare = kept()
      const first = spare.pid as number
      const dying = spare.take(needs(importLimits, 2 ** 22))
      process.kill(first, 'SIGKILL')
      // Nothing of ours goes on meanwhile, so that it is gone before the input is copied, however busy the machine is.
      while (!hasEnded(first));
      expect(await dying).toBeNull()
      const second = await another(spare, first)
      expect(await spare.take({ ...needs(), inputs: [{ fd: 1_000_000, size: 5 }] })).toBeNull()
      await another(spare, second as number)
      await until(() => !isThere(second as number))
    },
  )

  it.skipIf(!isLinux)('gives the runner of a check a file to write, which stays with its owner', async () => {
    const spare = kept({}, spareForChecks())
    const limits = spareForChecks().limits
    expect(await spare.take(needs())).toBeNull()
    const taken = await spare.take({ limits, inputs: [input(5)], pipes: 1 })
    const output = taken?.output ?? null
    if (taken === null || output === null) throw new Error('no runner with an output')
    const ofRunner = `/proc/${taken.child.pid}/fd/${output.number}`
    expect(readlinkSync(ofRunner)).toMatch(/spare-output-0 \(deleted\)$/)
    expect(readlinkSync(`/proc/self/fd/${output.ours}`)).toBe(readlinkSync(ofRunner))
    expect(readFileSync(`/proc/${taken.child.pid}/fdinfo/${output.number}`, 'utf8')).toMatch(/flags:\s+\d*01\n/)
    await ended(taken)
    expect(readFileSync(`/proc/self/fd/${output.ours}`)).toHaveLength(0)
    closeSync(output.ours)
  })

  it('does not serve what is large, has many parts, or has limits that a process is started with', async () => {
    const spare = kept()
    const small = input(5)
    expect(await spare.take({ ...needs(), inputs: [{ ...small, size: 2 ** 25 + 1 }] })).toBeNull()
    expect(await spare.take({ ...needs(), inputs: [small, small, small, small, small] })).toBeNull()
    expect(await spare.take({ ...needs(), pipes: 9 })).toBeNull()
    expect(await spare.take(needs(executeLimits))).toBeNull()
    for (const other of ['parserMiB', 'isolateMiB', 'overshootMiB', 'fileBytes'] as const) {
      expect(await spare.take(needs({ ...importLimits, [other]: importLimits[other] + 1 })), other).toBeNull()
    }
    // Where the sum is the same, its parts count.
    const { isolateMiB, parserMiB } = importLimits
    expect(
      await spare.take(needs({ ...importLimits, isolateMiB: isolateMiB + 1, parserMiB: parserMiB - 1 })),
    ).toBeNull()
    await ended(await spare.take(needs({ ...importLimits, callMs: 5, runMs: 7, batch: 3 })))
  })

  it.each([
    ['an import, whose dataset may be that of the largest upload', spareForImports(), 24 * 2 ** 20],
    ['a check, whose dataset is copied as well', spareForChecks(), 2 ** 23],
  ])('serves %s', async (_, kind, size) => {
    const spare = kept({}, kind)
    const { limits } = kind
    expect(await spare.take({ ...needs(limits), inputs: [{ ...input(1), size: kind.maxInputBytes + 1 }] })).toBeNull()
    const taken = await spare.take(needs(limits, size))
    expect(taken).not.toBeNull()
    await ended(taken)
    if (taken?.output) closeSync(taken.output.ours)
  })

  it('replaces one that died while it waited', async () => {
    const spare = kept()
    const first = spare.pid as number
    process.kill(first, 'SIGKILL')
    await another(spare, first)
    const taken = await spare.take(needs())
    expect(taken).not.toBeNull()
    await ended(taken)
  })

  it.skipIf(!isLinux)('does not hand out one that is dead, though its end was not told yet', async () => {
    const spare = kept()
    const pid = spare.pid as number
    process.kill(pid, 'SIGKILL')
    // Nothing is waited for: its exit can only be told afterwards.
    while (!hasEnded(pid)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    expect(spare.pid).toBe(pid)
    expect(await spare.take(needs())).toBeNull()
  })

  it('ends with its owner, and no other starts', async () => {
    const spare = kept()
    const pid = spare.pid as number
    const taken = await spare.take(needs())
    await ended(taken)
    const next = (await another(spare, pid)) as number
    await spare.stop()
    expect([pid, next].map(isThere)).toEqual([false, false])
    expect(spare.pid).toBeUndefined()
    const late = kept()
    const last = await late.take(needs())
    await late.stop()
    await ended(last)
    await new Promise((done) => setTimeout(done, 50))
    expect(late.pid).toBeUndefined()
  })

  it.skipIf(!isLinux)('waits without a beat of its own', async () => {
    const spare = kept()
    const { pid } = spare
    const switches = () =>
      Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    const asleep = async () => {
      const before = switches()
      await new Promise((done) => setTimeout(done, 500))
      return switches() - before
    }
    // A heartbeat would wake it fifty times meanwhile.
    await vi.waitUntil(async () => (await asleep()) < 10, { timeout: 20_000, interval: 10 })
  })
})

describe.skipIf(!isLinux)('the process that keeps a spare runner', () => {
  /** Runs lines of a module that has `spare`. */
  function owner(lines: string) {
    const from = (name: string) => JSON.stringify(pathToFileURL(path.join(import.meta.dirname, name)).href)
    const code = `
      import { SpareRunner } from ${from('spare-runner.ts')}
      import { spareForImports } from ${from('spare-kinds.ts')}
      import { importLimits as limits } from ${from('../../runs/limits.ts')}
      const spare = new SpareRunner(spareForImports())
      spare.start()
      ${lines}`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    closing.push(() => child.kill('SIGKILL'))
    return { child, printed: text(child.stdout) }
  }

  it('takes it along when it is killed', async () => {
    const { child } = owner("process.stdout.write(spare.pid + '\\n'); setInterval(() => {}, 1000)")
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const pid = Number(line)
    expect(isThere(pid)).toBe(true)
    child.kill('SIGKILL')
    await until(() => !isThere(pid))
  })

  it('is not kept alive by it', async () => {
    const { child, printed } = owner('process.stdout.write(String(spare.pid))')
    expect(await once(child, 'exit')).toEqual([0, null])
    const pid = Number(await printed)
    expect(pid).toBeGreaterThan(0)
    await until(() => !isThere(pid))
  })

  it('is kept alive by one that was handed out', async () => {
    const { child, printed } = owner(`
      const { child } = await spare.take({ limits, inputs: [], pipes: 0 })
      child.stdout.resume()
      child.stderr.resume()
      child.once('close', () => process.stdout.write('closed'))
      child.stdin.end()`)
    await once(child, 'exit')
    expect(await printed).toBe('closed')
  })
})
