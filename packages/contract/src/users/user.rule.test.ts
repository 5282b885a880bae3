import { describe, expect, it } from 'vitest'
import { validatePersonField, isEmailAddress, type PersonFields, validatePerson } from './user.rule.ts'

const good: PersonFields = { firstName: 'Nina', lastName: 'Newman', email: 'nina@example.org', role: 'user' }

describe('fields of a person', () => {
  it('a good one has no problem', () => {
    expect(validatePerson(good)).toBeNull()
  })

  const cases: [keyof PersonFields, string | null, string | null][] = [
    ['firstName', '', 'Please input first name'],
    ['firstName', ' \t', 'Please input first name'],
    ['lastName', '', 'Please input last name'],
    ['firstName', 'Al', 'Length should be 3 to 5'],
    ['firstName', '  Al  ', 'Length should be 3 to 5'],
    ['firstName', 'Ali', null],
    ['firstName', ' Ali ', null],
    ['lastName', 'x'.repeat(20), null],
    ['lastName', 'x'.repeat(21), 'Length should be 3 to 5'],
    // Counted as people count, not in halves of a letter.
    ['lastName', '𝒜'.repeat(20), null],
    ['lastName', '𝒜𝒜', 'Length should be 3 to 5'],
    // Nothing that is seen is no name.
    ['firstName', '\u200b\u200b\u200b', 'Please input first name'],
    ['firstName', 'Al\u202e', 'Length should be 3 to 5'],
    // A username must not look like another one: Cyrillic letters among Latin ones, and what nobody sees between letters.
    ['firstName', 'N\u0456na', 'Please use letters of one alphabet, without hidden characters'],
    ['lastName', '\u0405uper', 'Please use letters of one alphabet, without hidden characters'],
    ['lastName', 'Иванова', 'Please use letters of one alphabet, without hidden characters'],
    ['firstName', 'Ni\u200dna', 'Please use letters of one alphabet, without hidden characters'],
    ['firstName', 'Ni\u200cna', 'Please use letters of one alphabet, without hidden characters'],
    ['firstName', 'Ni\u3164na', 'Please use letters of one alphabet, without hidden characters'],
    ['firstName', 'Ni\u2800na', 'Please use letters of one alphabet, without hidden characters'],
    ['firstName', 'Ni\ufe0fna', 'Please use letters of one alphabet, without hidden characters'],
    ['lastName', "O'Néill-Łukasz", null],
    ['email', '', 'Please input email'],
    ['email', ' ', 'Please input email'],
    ['email', 'ni\u200bna@example.org', 'Please input correct email address'],
    ['email', 'ni\u0000na@example.org', 'Please input correct email address'],
    ['email', 'nina', 'Please input correct email address'],
    ['email', ' nina@example.org ', null],
    ['role', null, 'Please select a role'],
    ['role', 'user', null],
  ]
  it.each(cases)('USR-019/api USR-020/api USR-021/api USR-022/api %s %j: %s', (field, value, problem) => {
    expect(validatePersonField(field, { ...good, [field]: value })).toBe(problem)
  })

  it.each([
    ['Иван', 'Ильич-Попов'],
    ['Ελένη', 'Παππά'],
    ['山田さん', 'タロウ'],
    ['김민준', '金민준'],
    ['محمد', 'حسني'],
    ['अनिल', 'कुमार'],
    ['สมชาย', 'ใจดี'],
  ])('people have names in any script: %s %s', (firstName, lastName) => {
    expect(validatePerson({ ...good, firstName, lastName })).toBeNull()
  })

  it('the first problem is the first of the form', () => {
    const none: PersonFields = { firstName: '', lastName: '', email: '', role: null }
    expect(validatePerson(none)).toBe('Please input first name')
    expect(validatePerson({ ...none, firstName: 'Nina' })).toBe('Please input last name')
    expect(validatePerson({ ...none, firstName: 'Nina', lastName: 'Newman' })).toBe('Please input email')
    expect(validatePerson({ ...good, role: null })).toBe('Please select a role')
  })
})

describe('an e-mail address', () => {
  it.each([
    'nina@example.org',
    'nina.o+news@mail.example.co.uk',
    "o'neill@example.org",
    'zoë@bücher.example',
    '1@2.33',
    'x_y-z@a-b.example',
  ])('USR-021/api %s is one', (text) => {
    expect(isEmailAddress(text)).toBe(true)
  })

  it.each([
    'nina',
    '@example.org',
    'nina@',
    'nina@example',
    'nina@@example.org',
    'nina@example..org',
    'nina@.example.org',
    'nina@example.org.',
    'nina @example.org',
    'nina@exam ple.org',
    'a@example.org,b@example.org',
    'Nina <nina@example.org>',
    'nina@example.org\nBcc: all@example.org',
    `${'x'.repeat(250)}@example.org`,
  ])('USR-021/api %s is none', (text) => {
    expect(isEmailAddress(text)).toBe(false)
  })

  it('is judged in time that grows with its length, whatever is sent', () => {
    const hostile = `a@${'a.'.repeat(500_000)}`
    expect(isEmailAddress(hostile)).toBe(false)
    expect(isEmailAddress(`${'a.'.repeat(126)}@`)).toBe(false)
  })
})
