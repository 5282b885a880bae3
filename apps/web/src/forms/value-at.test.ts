import { describe, expect, it } from 'vitest'
import { pointerInto, valueAt, withValueAt } from './value-at.ts'

describe('a value with another one at a place', () => {
  it.each<[unknown, string, unknown, unknown]>([
    [{ a: 1, b: 2 }, '/a', 3, { a: 3, b: 2 }],
    [{ a: 1, b: 2 }, '/a', undefined, { b: 2 }],
    [undefined, '/a/b', 1, { a: { b: 1 } }],
    [{ a: [1, 2] }, '/a/1', undefined, { a: [1, null] }],
    [{ 'a/b': { '~': 1 } }, '/a~1b/~0', 2, { 'a/b': { '~': 2 } }],
    [1, '', 2, 2],
    [null, '/x', 1, { x: 1 }],
  ])('%j at %s', (before, pointer, value, after) => {
    expect(withValueAt(before, pointer, value)).toEqual(after)
  })

  it('leaves everything else the very same object, in its order', () => {
    const before = { z: { deep: true }, a: 1, m: { y: 1 } }
    const after = withValueAt(before, '/a', 2) as typeof before
    expect(Object.keys(after)).toEqual(['z', 'a', 'm'])
    expect([after.z, after.m]).toEqual([before.z, before.m])
    expect(after.z).toBe(before.z)
  })

  it('takes a name of every object for a name like others', () => {
    const pointer = pointerInto('', '__proto__')
    const after = withValueAt({}, pointer, 'x')
    expect(valueAt(after, pointer)).toBe('x')
    expect(JSON.stringify(after)).toBe('{"__proto__":"x"}')
  })
})
