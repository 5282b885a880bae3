import { describe, expect, it } from 'vitest'
import { hashPassword, passwordMatches } from './password-hash.ts'

describe('password hashes', () => {
  it('match their password and no other', async () => {
    const stored = await hashPassword('Try-this-1now')
    expect(stored).toMatch(/^argon2id\$19456\$2\$1\$/)
    expect(await hashPassword('Try-this-1now')).not.toBe(stored)
    expect(await passwordMatches('Try-this-1now', stored)).toBe(true)
    expect(await passwordMatches('try-this-1now', stored)).toBe(false)
  })

  it('match nothing where no password is stored', async () => {
    expect(await passwordMatches('', null)).toBe(false)
    expect(await passwordMatches('anything', null)).toBe(false)
  })
})
