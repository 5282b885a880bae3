import { describe, expect, it } from 'vitest'
import { fieldsOf, summaryOf, textOf, toWords } from './changed-fields.ts'

describe('fieldsOf', () => {
  it('tells which fields changed, those of nested objects by their path', () => {
    const before = { name: 'A', tags: ['x'], rules: { read: [['a']], write: [] }, gone: 1 }
    const after = { name: 'A', tags: ['x', 'y'], rules: { read: [['a']], write: [['b']] }, come: true }
    expect(fieldsOf({ before, after }).map(({ name, changed }) => [name, changed])).toEqual([
      ['come', true],
      ['gone', true],
      ['name', false],
      ['rules.read', false],
      ['rules.write', true],
      ['tags', true],
    ])
  })
  it('shows all fields of what was made or deleted, and none where nothing was recorded', () => {
    expect(fieldsOf({ before: null, after: { name: 'A', role: null } })).toEqual([
      { name: 'name', before: undefined, after: 'A', changed: true },
      { name: 'role', before: undefined, after: null, changed: false },
    ])
    expect(fieldsOf({ before: { name: 'A' }, after: null })).toEqual([
      { name: 'name', before: 'A', after: undefined, changed: true },
    ])
    expect(fieldsOf({ before: null, after: null })).toEqual([])
    expect(fieldsOf({ before: 'a', after: 'b' })).toEqual([{ name: 'value', before: 'a', after: 'b', changed: true }])
  })
  it('looks at values, not at the order of their keys, and keeps keys like __proto__ apart', () => {
    const before = { a: [{ x: 1, y: 2 }] }
    const after = JSON.parse('{"a":[{"y":2,"x":1}],"__proto__":"b","constructor":"c"}')
    expect(fieldsOf({ before, after }).map(({ name, changed, before: was }) => [name, changed, was])).toEqual([
      ['__proto__', true, undefined],
      ['a', false, [{ x: 1, y: 2 }]],
      ['constructor', true, undefined],
    ])
  })
  it('a value that became an object is one field', () => {
    expect(fieldsOf({ before: { a: 1 }, after: { a: { b: 2 } } })).toEqual([
      { name: 'a', before: 1, after: { b: 2 }, changed: true },
    ])
  })
})

describe('words', () => {
  it.each([
    ['firstName', 'first name'],
    ['admin_tags', 'admin tags'],
    ['rules.read', 'rules.read'],
  ])('%s is %s', (name, words) => expect(toWords(name)).toBe(words))
  it.each([
    [undefined, '-'],
    [null, '-'],
    ['', '-'],
    [[], '-'],
    [true, 'yes'],
    [0, '0'],
    [['a', 'b'], 'a, b'],
    [[['a', 'b'], ['c']], 'a and b, or c'],
    [{ a: 1 }, '{\n  "a": 1\n}'],
  ])('%j is %s', (value, text) => expect(textOf(value)).toBe(text))
})

describe('summaryOf', () => {
  it.each([
    [{ role: 'user', x: 1 }, { role: 'manager', x: 1 }, 'role: user → manager'],
    [{ isActive: true }, { isActive: false }, 'is active: yes → no'],
    [{ a: 1, b: 1 }, { a: 2, b: 2 }, 'a, b'],
    [{ a: 1, b: 1, c: 1, d: 1, e: 1 }, {}, 'a, b, c +2'],
    [{ text: 'x'.repeat(50) }, { text: 'y' }, 'text'],
    [null, { a: 1 }, ''],
    [{ a: 1 }, null, ''],
    [{ a: 1 }, { a: 1 }, ''],
    [{ a: null }, { a: [] }, ''],
  ])('%j → %j is %j', (before, after, summary) => expect(summaryOf({ before, after })).toBe(summary))
})
