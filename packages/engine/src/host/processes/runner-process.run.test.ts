import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { compiled } from '../../components/components-for-test.ts'
import { prepareRunners } from './prepare-runners.ts'
import { loadGuestSources } from './guest-sources.ts'
import { executeLimits } from '../../runs/limits.ts'
import { seedWords } from '../../runs/seed-words.ts'
import { RunnerProcess } from './runner-process.ts'
import { runnerProgram } from './runner-program.ts'
import { withoutNetwork } from './without-network.ts'
import { scratchPrefix, sweepLeftovers } from './sweep-leftovers.ts'

const signal = new AbortController().signal
const linuxRoot = process.platform === 'linux' && process.getuid?.() === 0

async function running(jsCode: string, limits = executeLimits): Promise<RunnerProcess> {
  const program = await compiled([{ name: 'Run', in: ['a'], out: ['b'], jsCode }])
  const runner = RunnerProcess.spawn(limits, { files: [], pipes: 0, hasIsolate: true }, { signal })
  const guest = loadGuestSources()
  runner.start({
    mode: 'execute',
    program,
    payload: {},
    rtContext: {},
    now: '2026-01-01T00:00:00.000Z',
    seed: seedWords(''),
    guest,
  })
  return runner
}

const isThere = (pid: number | undefined): boolean => {
  try {
    process.kill(pid ?? 0, 0)
    return true
  } catch {
    return false
  }
}
const until = async (condition: () => boolean): Promise<void> => {
  const end = performance.now() + 5000
  while (!condition() && performance.now() < end) await new Promise((done) => setTimeout(done, 20))
}

describe('RunnerProcess', () => {
  it.skipIf(!linuxRoot)('gives each runner its own user, no environment, and no files but its own', async () => {
    const [one, two] = await Promise.all([running('for (;;) {}'), running('for (;;) {}')])
    const uid = (runner: RunnerProcess) =>
      Number(/Uid:\s+(\d+)/.exec(readFileSync(`/proc/${runner.pid}/status`, 'utf8'))?.[1])
    await until(() => uid(one) >= 64_000 && uid(two) >= 64_000)
    expect(uid(one)).not.toBe(uid(two))
    expect(uid(one)).toBeGreaterThanOrEqual(64_000)
    expect(readFileSync(`/proc/${one.pid}/environ`, 'utf8')).toBe('')
    expect(readFileSync(`/proc/${one.pid}/status`, 'utf8')).toMatch(/CapEff:\s+0+\n/)
    const command = readFileSync(`/proc/${one.pid}/cmdline`, 'utf8').split('\0')
    expect(command).toContain('--permission')
    expect(command.filter((word) => word.startsWith('--allow-fs-read='))).toHaveLength(2)
    one.kill('aborted', '')
    two.kill('aborted', '')
    await Promise.all([one.gone, two.gone])
    expect([isThere(one.pid), isThere(two.pid)]).toEqual([false, false])
  })

  // Once more where the machine stood still: a bound of seconds says nothing then.
  it('is gone soon after it is killed, whatever it does', { retry: 2 }, async () => {
    for (const code of ['for (;;) {}', 'let b = 3n\nfor (;;) b = b * b']) {
      const runner = await running(code)
      await new Promise((done) => setTimeout(done, 300))
      const asked = performance.now()
      runner.kill('aborted', 'enough')
      await runner.gone
      expect(performance.now() - asked).toBeLessThan(1000)
      await expect(runner.result).rejects.toMatchObject({ kind: 'aborted', message: 'enough' })
      expect(isThere(runner.pid)).toBe(false)
    }
  })

  it('ends a runner that gives no sign of life', async () => {
    const runner = await running('ctx.output = 1', { ...executeLimits })
    process.kill(runner.pid ?? 0, 'SIGSTOP')
    const stalled = RunnerProcess.spawn(
      { ...executeLimits, stallMs: 600 },
      { files: [], pipes: 0, hasIsolate: true },
      { signal },
    )
    process.kill(stalled.pid ?? 0, 'SIGSTOP')
    await expect(stalled.result).rejects.toMatchObject({ kind: 'timeout', message: 'nothing happened for 1 s' })
    runner.kill('aborted', '')
    await runner.gone
  })

  it('ends the whole run at its limit, and a result that is too large', async () => {
    const slow = await running('for (;;) {}', { ...executeLimits, runMs: 500 })
    await expect(slow.result).rejects.toMatchObject({ kind: 'timeout' })
    const large = await running("ctx.output = 'x'.repeat(1e6)", { ...executeLimits, frameBytes: 100_000 })
    await expect(large.result).rejects.toMatchObject({ kind: 'result', message: 'the result is too large' })
  })

  it('says that a process which dies by itself has crashed', async () => {
    const runner = await running('for (;;) {}')
    process.kill(runner.pid ?? 0, 'SIGSEGV')
    await expect(runner.result).rejects.toMatchObject({ kind: 'crashed', message: 'the runner ended with SIGSEGV' })
  })

  it('S1 has no network: not even an address of this machine', async ({ skip }) => {
    if (withoutNetwork() === null) skip('network namespaces are not allowed here')
    const runner = await running('for (;;) {}')
    // What a process may reach stands in its own view of /proc.
    const devices = () => readFileSync(`/proc/${runner.pid}/net/dev`, 'utf8').split('\n').slice(2, -1)
    // The shell and what sets it apart come first.
    await until(() => readFileSync(`/proc/${runner.pid}/cmdline`, 'utf8').startsWith(process.execPath))
    expect(readlinkSync(`/proc/${runner.pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'))
    expect(devices().map((line) => line.trim().split(':')[0])).toEqual(['lo'])
    expect(readFileSync(`/proc/${runner.pid}/net/if_inet6`, 'utf8')).toBe('')
    runner.kill('aborted', '')
  })

  it('says what is missing on this machine', () => {
    const { ownUser, memoryPoll, noNetwork, missing } = prepareRunners()
    expect(missing).toHaveLength([ownUser, memoryPoll, noNetwork].filter((there) => !there).length)
  })
})

describe.skipIf(process.platform !== 'linux')('leftovers', () => {
  it('ends runners whose owner died, and removes its scratch folder', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), `${scratchPrefix}999999999-`))
    writeFileSync(path.join(folder, 'runner.cjs'), 'setInterval(() => {}, 1000)')
    const orphan = spawn(process.execPath, [path.join(folder, 'runner.cjs')], { stdio: 'ignore' })
    const own = runnerProgram().folder
    await until(() => readFileSync(`/proc/${orphan.pid}/cmdline`, 'utf8').includes(folder))
    const ended = new Promise((done) => orphan.once('exit', (_code, exitSignal) => done(exitSignal)))
    expect(sweepLeftovers()).toBeGreaterThanOrEqual(1)
    expect(await ended).toBe('SIGKILL')
    const left = readdirSync(tmpdir())
    expect(left).not.toContain(path.basename(folder))
    expect(left).toContain(path.basename(own))
    rmSync(folder, { recursive: true, force: true })
  })

  it('leaves those of a container on this machine alone, whose owners it cannot tell', async ({ skip }) => {
    const folder = mkdtempSync(path.join(tmpdir(), `${scratchPrefix}999999998-`))
    const file = path.join(folder, 'runner.cjs')
    writeFileSync(file, 'process.stdout.write("up"); setInterval(() => {}, 1000)')
    // Its file is named in the command of the process inside alone.
    const container = spawn(
      'unshare',
      ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', 'sh', '-c', 'exec "$NODE" "$FILE"'],
      { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, NODE: process.execPath, FILE: file } },
    )
    const up = await Promise.race([
      new Promise((done) => container.stdout.once('data', () => done(true))),
      new Promise((done) => container.once('close', () => done(false))),
    ])
    if (up !== true) return skip('no containers can be made here')
    const over = new Promise((done) => container.once('exit', () => done('ended')))
    sweepLeftovers()
    expect(await Promise.race([over, sleep(300)])).toBeUndefined()
    container.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('leaves the runners of living owners alone', async () => {
    const runner = await running('for (;;) {}')
    await new Promise((done) => setTimeout(done, 200))
    sweepLeftovers()
    expect(isThere(runner.pid)).toBe(true)
    runner.kill('aborted', '')
    await runner.gone
  })
})
