import { expect, it } from 'vitest'
import { describePause } from './pause.rule.ts'

it.each(['The warehouse moves', 'The warehouse moves.', 'The warehouse moves.. '])(
  '%j is said in one sentence',
  (reason) =>
    expect(describePause(reason)).toBe(
      'Imports are paused: The warehouse moves. What is started or comes due begins when they are resumed.',
    ),
)
