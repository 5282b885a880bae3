import { expect, it } from 'vitest'
import { StartError } from '../start-error.ts'
import { keepRunning, type Postmaster, restartPausesMs } from './keep-running.ts'

/** A server that ends when told; `fails` of its starts reject. */
function world({ fails = 0, runsMs = 0 } = {}) {
  const pauses: number[] = []
  const said: string[] = []
  const lost: StartError[] = []
  let clock = 0
  let pid = 1
  let end: (how: string) => void = () => {}
  const launch = async (): Promise<Postmaster> => {
    if (fails-- > 0) throw new StartError('PostgreSQL did not start: no space left (its log is here).')
    return { pid: ++pid, ended: new Promise((resolve) => (end = resolve)) }
  }
  const first = { pid, ended: new Promise<string>((resolve) => (end = resolve)) }
  const kept = keepRunning(first, {
    launch,
    warn: (line) => void said.push(line),
    onLost: (error) => void lost.push(error),
    now: () => (clock += runsMs),
    pause: async (ms) => void pauses.push(ms),
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    kept,
    pauses,
    said,
    lost,
    async die(how = 'SIGKILL') {
      end(how)
      await settle()
    },
  }
}

it('G6 starts a server that ended at once, and says so', async () => {
  const { kept, pauses, said, die } = world()
  await die()
  expect(pauses).toEqual([0])
  expect(kept.pid).toBe(2)
  expect(said).toEqual([
    'PostgreSQL ended by itself (SIGKILL) and is started again',
    'PostgreSQL runs again after 0 ms',
  ])
})

it('G6 waits longer before each attempt in a row, also when the server ends soon after each', async () => {
  const refusing = world({ fails: 3 })
  await refusing.die()
  expect(refusing.pauses).toEqual([0, 500, 1000, 2000])
  expect(refusing.kept.pid).toBe(2)
  const ending = world()
  for (let n = 0; n < 3; n++) await ending.die()
  expect(ending.pauses).toEqual([0, 500, 1000])
})

it('G6 counts anew once the server ran for a while', async () => {
  const { pauses, die } = world({ runsMs: 31_000 })
  for (let n = 0; n < 10; n++) await die()
  expect(pauses).toEqual(Array(10).fill(0))
})

it('G6 gives a server up that does not start, and one that ends each time, with the reason', async () => {
  const refusing = world({ fails: 99 })
  await refusing.die()
  expect(refusing.pauses).toEqual(restartPausesMs)
  expect(refusing.lost).toEqual([
    new StartError(
      'PostgreSQL ended and cannot be kept running: PostgreSQL did not start: no space left (its log is here).',
    ),
  ])
  const ending = world()
  for (let n = 0; n < 20; n++) await ending.die('exit code 1')
  expect(ending.lost.map(({ message }) => message)).toEqual([
    'PostgreSQL ended and cannot be kept running: it ended again and again, at last with exit code 1.',
  ])
})

it('starts nothing once it is to end', async () => {
  const { kept, pauses, said, lost, die } = world()
  await kept.stopSupervising()
  await die('exit code 0')
  expect([pauses, said, lost]).toEqual([[], [], []])
})
