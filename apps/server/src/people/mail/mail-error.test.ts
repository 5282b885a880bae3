import { expect, it } from 'vitest'
import { describeMailError } from './mail-error.ts'

it.each([
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ['550 <eve.long@example.org>: no such\r\nuser', '550 <…>: no such user'],
  ['refused: https://import.example/create-password?t=secret spam', 'refused: … spam'],
  [`${'x'.repeat(400)}`, 'x'.repeat(300)],
])('%j is kept as %j', (reason, kept) => expect(describeMailError(reason)).toBe(kept))
