import { expect, it } from 'vitest'
import { withoutSecrets } from './without-secrets.ts'

const address = 'https://hooks.example.com/services/a-key-in-the-path-7391?token=token-7391&n=1'
const headers = { Authorization: 'Bearer key-7391' }

it.each([
  ['Cannot POST /services/a-key-in-the-path-7391?token=token-7391&n=1', 'Cannot POST ***'],
  ['Cannot POST /services/a-key-in-the-path-7391', 'Cannot POST ***'],
  ['unknown hook a-key-in-the-path-7391', 'unknown hook ***'],
  ["the token 'token-7391' is not known", "the token '***' is not known"],
  ['wrong authorization: Bearer key-7391', 'wrong authorization: ***'],
  ['wrong key: key-7391', 'wrong key: ***'],
  ['record 1 has no name', 'record 1 has no name'],
])('S6 an answer is shown without what was sent: %s', (answer, shown) =>
  expect(withoutSecrets(answer, address, headers)).toBe(shown),
)
