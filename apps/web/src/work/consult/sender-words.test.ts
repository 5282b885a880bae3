import type { UploadSender } from '@millrace/contract'
import { expect, it } from 'vitest'
import { senderWords } from './sender-words.ts'

const marc = 'marc.manager'

it.each<[Partial<UploadSender>, string]>([
  [{ how: 'sent', userName: marc }, 'sent by marc.manager'],
  [{ how: 'sent' }, 'sent'],
  [{ how: 'fetched', userName: marc }, 'fetched by marc.manager'],
  [
    { how: 'planned', userName: marc, plan: 'Every Monday at 06:15' },
    'fetched by the plan “Every Monday at 06:15” of marc.manager',
  ],
  [{ how: 'planned', userName: marc }, 'fetched by a plan of marc.manager'],
  [{ how: 'gathered', userName: marc, listener: 'orders' }, 'gathered by the listener orders'],
  [{ how: 'gathered' }, 'gathered by a listener'],
  [{ how: 'written', userName: marc }, 'written by an import of marc.manager'],
])('UPL-024/ui %j is told as %s', (sender, words) => {
  expect(senderWords({ _id: 'u1', how: 'sent', userName: null, plan: null, listener: null, ...sender })).toBe(words)
})
