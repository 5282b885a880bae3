import { describe, expect, it } from 'vitest'
import { validatePassword, checkPasswordRules } from './password.rule.ts'

const rule = 'The password must contain at least one lowercase, one uppercase, one digit and a special character'
const whole = 'The password should not contain the username'
const part = 'The password should not contain a part of the username'

describe('validatePassword', () => {
  it.each([
    ['Try-this-1now', null],
    ['abcdef1!', null],
    ['SES-031/api', 'abcde1!', rule],
    ['SES-033/api', 'abcdefgh!', rule],
    ['SES-033/api', '12345678!', rule],
    ['SES-033/api', 'abcdefg1', rule],
    ['SES-032/api', 'abc defg1!', rule],
    ['SES-032/api', 'paßwort-12', rule],
    ['too long', `a1!${'x'.repeat(126)}`, rule],
    ['SES-035/api', 'x1-MARC.manager', whole],
    ['SES-034/api', 'x1-Manager-x', part],
    ['SES-034/api', 'Marc-12345', part],
  ])('%s %s %s', (...row) => {
    const [password, expected] = row.slice(-2) as [string, string | null]
    expect(validatePassword(password, 'marc.manager')).toBe(expected)
  })
  it('skips empty parts and an empty username', () => {
    expect(validatePassword('Try-this-1now', '.')).toBeNull()
    expect(validatePassword('Try-this-1now', '')).toBeNull()
  })
})

describe('checkPasswordRules', () => {
  const failing = (password: string) =>
    Object.entries(checkPasswordRules(password, 'marc.manager'))
      .filter(([, holds]) => !holds)
      .map(([rule]) => rule)
  it.each([
    ['', ['length', 'letter', 'digit', 'special']],
    ['abcdefgh', ['digit', 'special']],
    ['12345678', ['letter', 'special']],
    ['a1!', ['length']],
    ['abc defg1!', ['characters']],
    ['paßwort-12', ['characters']],
    ['Marc-12345', ['name']],
    ['manager', ['length', 'digit', 'special', 'name']],
    ['Try-this-1now', []],
  ])('%s breaks %j', (password, broken) => expect(failing(password)).toEqual(broken))
  it.each('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'.split(''))('%s is a special character and allowed', (mark) => {
    expect(failing(`Abcdefg1${mark}`)).toEqual([])
  })
})
