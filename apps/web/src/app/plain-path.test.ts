import { describe, expect, it } from 'vitest'
import { parseSearch, stringifySearch } from '../routing/address.ts'
import { hashFormOf } from './plain-path.ts'

describe('addresses', () => {
  it('a plain path is moved to its hash form with its query', () => {
    const plain = { pathname: '/create-password', search: '?t=1&un=a.b', hash: '' }
    expect(hashFormOf(plain)).toBe('/#/create-password?t=1&un=a.b')
    expect(hashFormOf({ pathname: '/', search: '', hash: '' })).toBeNull()
    expect(hashFormOf({ pathname: '/', search: '', hash: '#/login' })).toBeNull()
  })

  it('a query is plain text: digits stay digits, no quotes around them', () => {
    expect(stringifySearch({ id: '123', page: null, text: 'a b' })).toBe('?id=123&text=a+b')
    expect(parseSearch('?id=123&text=a+b')).toEqual({ id: '123', text: 'a b' })
    expect(stringifySearch({})).toBe('')
  })
})
