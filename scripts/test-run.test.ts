import { describe, expect, it } from 'vitest'
import { closingLine, countReport, testsOf } from './test-run.mjs'

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

it('closes with one line, skipped tests only when there are any', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(closingLine({ passed: 12, failed: 1, skipped: 3 })).toBe('12 passed, 1 failed, 3 skipped')
})

it('finds the files of each project', () => {
  expect(testsOf('unit').some((path) => path.endsWith('scripts/test-run.test.ts'))).toBe(true)
  expect(testsOf('unit').some((path) => path.endsWith('.db.test.ts'))).toBe(false)
  expect(testsOf('server').some((path) => path.endsWith('embedded/postgres.db.test.ts'))).toBe(true)
})
