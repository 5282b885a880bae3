import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../roles.ts'
import { assignableRoles, staysInScope, isListed, type ActingPerson, mayManage } from './scope.rule.ts'

const actor = (role: Role, ...badges: string[]): ActingPerson => ({
  userId: 'actor',
  role,
  adminBadges: new Set(badges),
})
const person = (role: Role, ...adminBadges: string[]) => ({ userId: 'person', role, adminBadges })
const managedBy = (one: ActingPerson) => roles.filter((role) => mayManage(one, person(role, 'team')))

describe('whom a person manages', () => {
  it('PRM-015/api PRM-016/api PRM-017/api by role, where they share an admin badge', () => {
    expect(managedBy(actor('user', 'team'))).toEqual([])
    expect(managedBy(actor('manager', 'team'))).toEqual(['user'])
    expect(managedBy(actor('admin', 'team'))).toEqual(['user', 'manager'])
    expect(managedBy(actor('super-admin'))).toEqual([...roles])
  })

  it.each(roles.filter((role) => role !== 'super-admin'))('%s manages nobody without a shared badge', (role) => {
    for (const one of [actor(role), actor(role, 'other')]) expect(managedBy(one)).toEqual([])
    expect(roles.filter((other) => mayManage(actor(role, 'team'), person(other)))).toEqual([])
  })

  it('one shared badge of several is enough', () => {
    expect(mayManage(actor('manager', 'a', 'b'), person('user', 'b', 'c'))).toBe(true)
  })

  it('everybody is in their own list, and may be managed by nobody of their rank', () => {
    for (const role of roles) {
      const self = { ...person(role), userId: 'actor' }
      expect(isListed(actor(role), self)).toBe(true)
      expect(isListed(actor(role), person(role))).toBe(role === 'super-admin')
    }
  })

  it('nobody assigns a role above those they manage', () => {
    for (const role of roles) expect(assignableRoles(role)).toEqual(managedBy(actor(role, 'team')))
  })
})

describe('staysInScope', () => {
  it('USR-024/api the saved person holds an admin badge of the acting one; a super-admin is exempt', () => {
    for (const role of ['manager', 'admin'] as const) {
      expect(staysInScope(actor(role, 'a', 'b'), ['b'])).toBe(true)
      expect(staysInScope(actor(role, 'a'), ['b'])).toBe(false)
      expect(staysInScope(actor(role, 'a'), [])).toBe(false)
      expect(staysInScope(actor(role), [])).toBe(false)
    }
    expect(staysInScope(actor('super-admin'), [])).toBe(true)
  })
})
