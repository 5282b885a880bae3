import type { Tag, User } from '@millrace/contract'
import { exampleTag } from '../../access/badges/badges.examples.ts'

// Made-up people for tests of screens.

const adminTag = (_id: string, name: string): Tag => exampleTag(_id, name, { type: 'admin' })

export const headquarters = adminTag('hq', 'Headquarters')
export const dealerTeam = adminTag('dt', 'Dealer team')
export const europe = exampleTag('eu', 'Europe', { color: '#2CA02C' })
export const americas = exampleTag('am', 'Americas', { color: '#E6550D' })
export const catalogue = exampleTag('ct', 'Catalogue team')

export const peopleTags = (): { admin: Tag[]; project: Tag[] } => ({
  admin: [dealerTeam, headquarters],
  project: [americas, catalogue, europe],
})

export const exampleUser = (over: Partial<User> = {}): User => {
  const role = over.role ?? 'user'
  return {
    _id: 'dana',
    firstName: 'Dana',
    lastName: 'Dealer',
    userName: 'dana.dealer',
    email: 'dana@millrace.test',
    service: 'Sales',
    avatar: null,
    role,
    roles: [{ name: role }],
    isActive: true,
    unrestrictedUpload: false,
    lastSeenDate: null,
    pipelinePermissions: {},
    admin_tags: [dealerTeam],
    project_tags: [],
    tfa: 'off',
    invitation: { state: 'accepted', at: null },
    ...over,
  }
}

export const examplePeople = (): User[] => [
  exampleUser({ lastSeenDate: '2026-11-20T16:02:00.000Z' }),
  exampleUser({
    _id: 'marc',
    firstName: 'Marc',
    lastName: 'Manager',
    userName: 'marc.manager',
    email: 'marc@millrace.test',
    role: 'manager',
    project_tags: [catalogue, europe, americas],
  }),
  exampleUser({
    _id: 'sara',
    firstName: 'Sara',
    lastName: 'Seller',
    userName: 'sara.seller',
    email: 'sara@shop.test',
    isActive: false,
    invitation: { state: 'expired', at: '2026-11-20T08:00:00.000Z' },
  }),
]
