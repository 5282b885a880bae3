import { describe, expect, it } from 'vitest'
import { blocksPipeline, isEnded, isRunning, isUnderWay, countLeftOut } from './import-states.rule.ts'
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
