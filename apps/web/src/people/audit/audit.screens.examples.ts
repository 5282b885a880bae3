import type { AuditEntry } from '@millrace/contract'
import type { ScreenExample } from '../../gallery/screen-example.ts'

const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  _id: 'e1',
  at: '2026-11-20T16:02:00.000Z',
  user: { _id: 'sam', userName: 'sam.super' },
  kind: 'user',
  id: 'u1',
  name: 'marc.manager',
  action: 'save',
  before: { email: 'old@millrace.test', role: 'user' },
  after: { email: 'new@millrace.test', role: 'manager' },
  ...over,
})

export const auditScreens: readonly ScreenExample[] = [
  {
    name: 'audit',
    at: '/manage/audit',
    as: 'super-admin',
    answers: {
      'GET /audit': {
        entries: [
          entry({}),
          entry({
            _id: 'e2',
            kind: 'badge',
            name: 'France',
            action: 'create',
            before: null,
            after: { name: 'France' },
          }),
          entry({ _id: 'e3', kind: 'session', action: 'login', before: null, after: null }),
        ],
        totalCount: 120,
      },
      'GET /audit/filters': { kinds: ['badge', 'user'], actions: ['create', 'save'] },
    },
    press: ['What changed: save user'],
  },
]
