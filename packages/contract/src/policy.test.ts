import { describe, expect, it } from 'vitest'
import { calls } from './calls.ts'
import { mayCall, policy } from './policy.ts'
import { roles } from './roles.ts'

const whoMay = (call: keyof typeof policy) => roles.filter((role) => mayCall(role, call))

describe('policy', () => {
  it('names every call once and nothing else', () => {
    expect(Object.keys(policy).sort()).toEqual(Object.keys(calls).sort())
  })
  it('lets only the calls meant for it be public', () => {
    const open = Object.entries(policy).filter(([, rule]) => rule.roles === 'public')
    expect(open.map(([name]) => name)).toEqual([
      'POST /users/login',
      'POST /users/refresh-token',
      'POST /users/create-password',
    ])
    expect(mayCall(null, 'GET /users/info')).toBe(false)
    expect(mayCall(null, 'POST /users/login')).toBe(true)
  })
  it('PRM-004/api consulting is for manager and super-admin', () => {
    expect(whoMay('POST /imports/listAll')).toEqual(['manager', 'super-admin'])
    expect(whoMay('POST /imports/abort')).toEqual(['manager', 'super-admin'])
  })
  it('PRM-003/api export is not for admin', () => {
    expect(whoMay('POST /uploads/export')).toEqual(['user', 'manager', 'super-admin'])
  })
  it('an admin sends files but starts no import (D-65)', () => {
    expect(whoMay('POST /uploads')).toEqual([...roles])
    expect(whoMay('POST /imports')).toEqual(['user', 'manager', 'super-admin'])
  })
})
