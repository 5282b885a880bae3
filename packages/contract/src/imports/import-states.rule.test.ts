import { describe, expect, it } from 'vitest'
import {
  blocksPipeline,
  figuresOf,
  isEnded,
  isRunning,
  isUnderWay,
  countLeftOut,
  progressOf,
} from './import-states.rule.ts'
import { importStates } from './imports.messages.ts'

describe('import states', () => {
  it('IMP-043/api running are busy, progress and sequential', () => {
    expect(importStates.filter(isRunning)).toEqual(['busy', 'progress', 'sequential'])
  })
  it('every state either runs, waits or has ended', () => {
    for (const state of importStates) {
      expect([isRunning(state), state === 'pending', isEnded(state)].filter(Boolean)).toHaveLength(1)
    }
  })
  it('IMP-037/api busy, progress and a pending immediate import block, others do not', () => {
    const blocking = importStates.flatMap((state) =>
      [true, false].filter((immediate) => blocksPipeline(state, immediate)).map((immediate) => `${state} ${immediate}`),
    )
    expect(blocking).toEqual(['pending true', 'busy true', 'busy false', 'progress true', 'progress false'])
  })
  it('a worker holds busy and progress', () => {
    expect(importStates.filter(isUnderWay)).toEqual(['busy', 'progress'])
  })
})

describe('countLeftOut', () => {
  it('adds the rejected records of sources and sinks', () => {
    const count = (rejected: number) => ({ read: 100, rejected, written: 100 - rejected })
    expect(countLeftOut({ sources: { a: count(40), b: count(0) }, sinks: { c: count(2) } })).toBe(42)
  })
})

describe('figuresOf', () => {
  const count = (read: number, rejected: number) => ({ read, rejected, written: read - rejected })
  it.each([
    ['an import that stored none', { sources: {}, sinks: {} }, null],
    [
      'several sources and destinations',
      { sources: { a: count(100, 40), b: count(7, 0) }, sinks: { c: count(60, 2), d: count(60, 0) } },
      { in: 107, out: 60, leftOut: 42 },
    ],
    [
      'an import whose table had the records already',
      {
        sources: { a: count(9, 0) },
        sinks: { c: { ...count(9, 0), written: 1, created: 0, changed: 1, unchanged: 8 } },
      },
      { in: 9, out: 9, leftOut: 0 },
    ],
    [
      'an import that failed before it wrote',
      { sources: { a: count(9, 1) }, sinks: {} },
      { in: 9, out: 0, leftOut: 1 },
    ],
  ])('of %s', (_what, counts, figures) => {
    expect(figuresOf(counts)).toEqual(figures)
  })
})

describe('progressOf', () => {
  const count = (read: number, total?: number) => ({
    read,
    rejected: 0,
    written: read,
    ...(total !== undefined && { total }),
  })
  it.each([
    ['nothing that is told yet', {}, null],
    ['a file of which all is known', { a: count(12_000, 46_839) }, { read: 12_000, total: 46_839 }],
    ['several files together', { a: count(5, 5), b: count(1, 10) }, { read: 6, total: 15 }],
    ['files of which one tells no total', { a: count(5, 5), b: count(1) }, null],
    ['files without a record', { a: count(0, 0) }, null],
  ])('of %s', (_what, sources, progress) => {
    expect(progressOf({ sources, sinks: {} })).toEqual(progress)
  })
})
