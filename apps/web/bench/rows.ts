import type { User } from '@millrace/contract'

/** As many as a large workspace has. */
const count = 10_000

/** Ten thousand things to move or list. */
export const names: readonly string[] = Array.from({ length: count }, (_, index) => `Pipeline ${index} en-US`)

/** Ten thousand people. */
export const people: User[] = names.map((_, index) => ({
  _id: `u${index}`,
  firstName: 'Maria',
  lastName: `Muster ${index}`,
  userName: `maria.muster${index}`,
  email: `maria.muster${index}@example.org`,
  role: 'user',
  avatar: null,
  isActive: index % 7 > 0,
  tfa: 'off',
  invitation: { state: 'accepted', at: null },
  lastSeenDate: '2026-11-20T16:02:00.000Z',
  admin_tags: [],
  project_tags: [],
  permissions: {},
  unrestrictedUpload: false,
})) as unknown as User[]
