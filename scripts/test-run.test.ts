import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { closingLine, countReport, endRestOf, failureLines, failuresOf, testsOf } from './test-run.mjs'

const file = (status: string, ...tests: string[]) => ({ status, assertionResults: tests.map((s) => ({ status: s })) })

describe('counting a run', () => {
  it('adds up the tests of all files', () => {
    const report = { testResults: [file('passed', 'passed', 'pending', 'todo'), file('failed', 'passed', 'failed')] }
    expect(countReport(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 2 })
  })

  it('counts a file that could not be loaded as failed', () => {
    expect(countReport({ testResults: [file('failed'), file('passed', 'passed')] }, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
    })
  })

  it('never looks green when the run itself ended badly', () => {
    expect(countReport({ testResults: [file('passed', 'passed')] }, 1).failed).toBe(1)
    expect(countReport(undefined, 137).failed).toBe(1)
    expect(countReport({ testResults: [] }, 0)).toEqual({ passed: 0, failed: 0, skipped: 0 })
  })
})

describe('the failures at the end of a run', () => {
  const failed = (name: string, ...titles: string[]) => ({
    name,
    status: 'failed',
    message: '',
    assertionResults: [
      { status: 'passed', fullName: 'fine' },
      ...titles.map((fullName) => ({
        status: 'failed',
        fullName,
        failureMessages: [
          `\u001b[31mError\u001b[0m: expected ${fullName}\n\n    at x (/node_modules/y.js:1:1)\n    at here.ts:2`,
        ],
      })),
    ],
  })

  it('are told with file, title and the first lines of the message', () => {
    const failures = failuresOf({ testResults: [failed('/a.test.ts', 'one', 'two')] }, 'unit', 1)
    expect(failures.map(([title]) => title?.replace(/.*a\.test/, 'a.test'))).toEqual([
      'a.test.ts > one',
      'a.test.ts > two',
    ])
    expect(failures[0]?.slice(1)).toEqual(['  Error: expected one', '      at here.ts:2'])
  })

  it('tell each message of a test, so that what its page showed follows why it failed', () => {
    const assertionResults = [
      { status: 'failed', fullName: 'one', failureMessages: [`late\n${'at here\n'.repeat(9)}`, 'page shows: Login'] },
    ]
    const failures = failuresOf({ testResults: [{ name: '/a.test.ts', status: 'failed', assertionResults }] }, 'e2e', 1)
    expect(failures[0]?.at(1)).toBe('  late')
    expect(failures[0]?.at(-1)).toBe('  page shows: Login')
  })

  it('name a file that could not be loaded, and a run that ended without a report', () => {
    const unloaded = { name: '/b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] }
    expect(failuresOf({ testResults: [unloaded] }, 'unit', 1)[0]?.[1]).toBe('  no such module')
    expect(failuresOf(undefined, 'server', 137)).toEqual([['server: ended before it wrote its report, with code 137']])
    expect(failuresOf(undefined, 'server', 143, 3_600_000)).toEqual([['server: not ready after 60 minutes, its limit']])
    expect(failuresOf({ testResults: [] }, 'web', 1)).toHaveLength(1)
    expect(failuresOf({ testResults: [] }, 'web', 0)).toEqual([])
  })

  it('take 60 lines at most, titles before messages', () => {
    expect(failureLines([])).toEqual([])
    expect(failureLines([['one', '  why']])).toEqual(['Failed (1):', 'one', '  why'])
    const many = (count: number) => Array.from({ length: count }, (_, index) => [`title ${index}`, '  a', '  b'])
    const some = failureLines(many(40))
    expect(some).toHaveLength(59)
    expect(some.filter((line) => line.startsWith('title'))).toHaveLength(40)
    expect(failureLines(many(100))).toHaveLength(60)
    expect(failureLines(many(100)).at(-1)).toBe('and 42 more')
  })
})

it('closes with one line, skipped tests only when there are any', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

it('finds the files of each project', () => {
  expect(testsOf('unit').some((path) => path.endsWith('scripts/test-run.test.ts'))).toBe(true)
  expect(testsOf('unit').some((path) => path.endsWith('.db.test.ts'))).toBe(false)
  expect(testsOf('server').some((path) => path.endsWith('embedded/postgres.db.test.ts'))).toBe(true)
})

it('what an interrupted run has started ends with it', async () => {
  const leader = spawn('sh', ['-c', 'sleep 60 & echo $!'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] })
  // Closed once it has ended, also where nobody takes it off the list of processes.
  const ended = once(leader.stdout, 'end')
  const [[started]] = await Promise.all([once(leader.stdout, 'data'), once(leader, 'exit')])
  expect(process.kill(Number(started), 0)).toBe(true)
  await endRestOf(leader.pid as number)
  await ended
})
