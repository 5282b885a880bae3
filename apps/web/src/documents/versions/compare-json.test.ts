import { expect, it } from 'vitest'
import { compareJson, onlyDifferences } from './compare-json.ts'

const told = (before: unknown, after: unknown) =>
  compareJson(before, after).lines.flatMap(({ state, pointer, from }) =>
    state === 'same' ? [] : [`${state} ${pointer}${from === undefined ? '' : ` from ${from}`}`],
  )
const big = { type: 'string', description: 'long enough to be known again' }

it.each<[string, unknown, unknown, string[]]>([
  ['equal documents', { a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }, []],
  ['a new field', { a: 1 }, { a: 1, b: 2 }, ['added /b']],
  ['a field that is gone', { a: 1, b: { c: 1 } }, { a: 1 }, ['removed /b']],
  ['another value deep down', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, ['changed /a/b/c']],
  ['another type', { a: { b: 1 } }, { a: [1] }, ['changed /a']],
  ['names with / and ~', { 'a/b': { 'c~d': 1 } }, { 'a/b': { 'c~d': 2 } }, ['changed /a~1b/c~0d']],
  ['another order of fields', { a: 1, b: 2, c: 3 }, { c: 3, a: 1, b: 2 }, ['moved /c from /c']],
  [
    'entries known by their name',
    [{ name: 'x', v: 1 }, { name: 'y' }],
    [{ name: 'y' }, { name: 'x', v: 2 }],
    ['moved /0 from /1', 'changed /1/v'],
  ],
  ['plain values in a list', ['a', 'b', 'c'], ['a', 'c', 'd'], ['removed /1', 'added /2']],
  ['one entry among others without names', [[1], [2], [3]], [[1], [3]], ['removed /1']],
  [
    'a field put elsewhere',
    { one: { f: big, g: 1 }, two: {} },
    { one: { g: 1 }, two: { f: big } },
    ['moved /two/f from /one/f'],
  ],
  ['null and absent apart', { a: null }, {}, ['removed /a']],
  ['an empty list that is filled', { a: [] }, { a: [1] }, ['added /a/0']],
  ['nothing before', undefined, { a: 1 }, ['added ']],
])('tells %s', (_case, before, after, differences) => {
  expect(told(before, after)).toEqual(differences)
})

it('moves alike in several places are told as added and removed', () => {
  expect(told({ a: { f: big }, b: { f: big }, c: {} }, { a: {}, b: {}, c: { f: big } })).toEqual([
    'removed /a/f',
    'removed /b/f',
    'added /c/f',
  ])
})

it('counts differences, and how many lie below each line', () => {
  const { lines, counts } = compareJson({ a: { b: 1, c: 2 }, d: 1, e: 5 }, { a: { b: 2, x: 1 }, d: 1 })
  expect(counts).toEqual({ added: 1, removed: 2, changed: 1, moved: 0 })
  expect(lines.map(({ pointer, inside }) => `${pointer} ${inside}`)).toEqual([
    ' 4',
    '/a 3',
    '/a/b 0',
    '/a/c 0',
    '/a/x 0',
    '/d 0',
    '/e 0',
  ])
  expect(onlyDifferences(lines).map(({ pointer }) => pointer)).not.toContain('/d')
})

it('every line has an id of its own', () => {
  const { lines } = compareJson(['a', 'b', { x: 1 }], ['b', { y: 1 }, 'c', 'a'])
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length)
})
