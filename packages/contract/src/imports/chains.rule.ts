import type { ImportState } from './imports.messages.ts'

/**
 * States of the imports of a chain, from the one that speaks for all of it on: a chain runs while one of its imports
 * does, has failed when one failed, and is completed only when all are.
 */
export const chainStates = [
  'progress',
  'busy',
  'sequential',
  'pending',
  'failed',
  'aborted',
  'completed',
] as const satisfies readonly ImportState[]

/** The import that speaks for its chain: the first one in the state of the chain. @throws RangeError without imports */
export function leadingImport<Each extends { state: ImportState }>(imports: readonly Each[]): Each {
  for (const state of chainStates) {
    const found = imports.find((each) => each.state === state)
    if (found !== undefined) return found
  }
  throw new RangeError('a chain has imports')
}
