import { describe, expect, it } from 'vitest'
import { chainStates, leadingImport } from './chains.rule.ts'
import { type ImportState, importStates } from './imports.messages.ts'

const chain = (...states: ImportState[]) => states.map((state, _id) => ({ _id, state }))

describe('the import that speaks for its chain', () => {
  it('can be in any state', () => {
    expect(chainStates.toSorted()).toEqual(importStates.toSorted())
  })

  it.each([
    ['runs while others wait', chain('completed', 'failed', 'progress', 'sequential'), 2],
    ['loads its inputs', chain('completed', 'busy', 'sequential'), 1],
    ['is next, while none runs', chain('completed', 'failed', 'sequential', 'sequential'), 2],
    ['is the first of a plan', chain('pending', 'pending'), 0],
    ['failed, whatever else ended', chain('completed', 'aborted', 'failed', 'failed'), 2],
    ['was stopped, where none failed', chain('completed', 'aborted'), 1],
    ['is the first where all are completed', chain('completed', 'completed'), 0],
  ])('%s', (_what, imports, expected) => {
    expect(leadingImport(imports)._id).toBe(expected)
  })

  it('is none without imports', () => {
    expect(() => leadingImport([])).toThrow(RangeError)
  })
})
