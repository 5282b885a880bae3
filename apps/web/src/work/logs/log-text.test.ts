import { expect, it } from 'vitest'
import { textOfLines } from './log-text.ts'

it('S10 a line of a log is one line of a copied or saved text, whatever is in it', () => {
  const line = { _id: 'l', seq: 1, logDate: '2026-11-20T16:10:00.000Z', level: 'warn' as const }
  const message = 'first\r\n2026-11-20T16:10:00.000Z error   forged\u001b[2J'
  expect(textOfLines([{ ...line, dataSubKind: 'ro\nws', message }])).toBe(
    '2026-11-20T16:10:00.000Z warn    [ro\\nws] first\\r\\n2026-11-20T16:10:00.000Z error   forged\\u001b[2J\n',
  )
})
