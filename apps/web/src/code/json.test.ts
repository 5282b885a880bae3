import { jsonLanguage } from '@codemirror/lang-json'
import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { completeJson, type JsonSuggest } from './json-completion.ts'
import { findJsonFaults } from './json-faults.ts'
import { pointerAt, rangeOfPointer } from './json-places.ts'

const textOf = (text: string) => ({
  length: text.length,
  sliceString: (from: number, to: number) => text.slice(from, to),
})
const treeOf = (text: string) => jsonLanguage.parser.parse(text)
const faultsOf = (text: string) =>
  findJsonFaults(treeOf(text), textOf(text)).map(({ from, to, message }) => [text.slice(from, to), message])

describe('faults of a JSON text', () => {
  it.each<[string, [string, string | RegExp][]]>([
    ['{"a": [1, true, null, "x"]}', []],
    ['7', []],
    ['', [['', 'There is no JSON yet.']]],
    ['{"a": 1,}', [[expect.anything() as never, /expected a name in double quotes/]]],
    ['{"a" 1}', [[expect.anything() as never, /expected a colon and a value/]]],
    ['[1 2]', [[expect.anything() as never, /expected a value, a comma or \]/]]],
    ["{'a': 1}", [[expect.anything() as never, /expected a name in double quotes/]]],
    ['{"a": 1} x', [[expect.anything() as never, /one value and nothing after it/]]],
    ['{"a": 1, "b": 2, "a": 3}', [['"a"', 'The name a comes twice: only one of the values would be kept.']]],
    ['{"a": 1, "\\u0061": 3}', [['"\\u0061"', 'The name a comes twice: only one of the values would be kept.']]],
    [
      '[9007199254740993]',
      [['9007199254740993', '9007199254740993 would become 9007199254740992: write it as a text.']],
    ],
    ['[9007199254740992, -9007199254740994]', []],
    ['[1e400]', [['1e400', '1e400 is too large for a number.']]],
    ['["a\nb"]', [[expect.anything() as never, /JSON|expected/]]],
    ['{', [[expect.anything() as never, /Something is missing/]]],
  ])('%j', (text, expected) => {
    const found = faultsOf(text)
    if (expected.length === 0) expect(found).toEqual([])
    else {
      const [[place, message] = []] = expected
      expect(found.length).toBeGreaterThan(0)
      if (typeof place === 'string') expect(found[0]?.[0]).toBe(place)
      expect(found[0]?.[1]).toMatch(message as RegExp)
      expect(found.length > 0 || JSON.parse(text)).toBeTruthy()
    }
  })

  it('are told for every text that JSON.parse refuses, cut or changed at any place', () => {
    const text = '{"a": [1, -2.5e3, {"b": "c\\"d"}], "e": {"f": null, "g": true}}'
    for (let at = 0; at < text.length; at++)
      for (const changed of [
        text.slice(0, at),
        text.slice(0, at) + text.slice(at + 1),
        `${text.slice(0, at)},${text.slice(at)}`,
      ]) {
        let readable = true
        try {
          JSON.parse(changed)
        } catch {
          readable = false
        }
        const faults = findJsonFaults(treeOf(changed), textOf(changed))
        if (!readable) expect(faults.length, changed).toBeGreaterThan(0)
        for (const { from, to } of faults)
          expect(from >= 0 && to >= from && to <= Math.max(1, changed.length), changed).toBe(true)
      }
  })
})

const sample = '{"properties": {"a/b": {"enum": [1, {"x": 2}]}, "c~": true}}'
describe('places by JSON pointer', () => {
  it.each([
    ['', sample],
    ['/properties', '"properties"'],
    ['/properties/a~1b', '"a/b"'],
    ['/properties/a~1b/enum/0', '1'],
    ['/properties/a~1b/enum/1', '{"x": 2}'],
    ['/properties/a~1b/enum/1/x', '"x"'],
    ['/properties/c~0', '"c~"'],
    ['/properties/gone/deeper', '"properties"'],
    ['/properties/a~1b/enum/7', '"enum"'],
  ])('%j is %s', (pointer, expected) => {
    const { from, to } = rangeOfPointer(treeOf(sample), textOf(sample), pointer)
    expect(sample.slice(from, to)).toBe(expected)
  })

  it.each([
    ['2}', '/properties/a~1b/enum/1/x'],
    ['1,', '/properties/a~1b/enum/0'],
    ['true', '/properties/c~0'],
  ])('what stands before %s is %s', (before, pointer) => {
    expect(pointerAt(treeOf(sample), textOf(sample), sample.indexOf(before) + 1)).toBe(pointer)
  })
})

describe('completion', () => {
  const suggest: JsonSuggest = (pointer, wanted) =>
    wanted === 'name'
      ? [{ value: 'type' }, { value: 'title', detail: pointer }]
      : [{ value: 'string' }, { value: true }]
  const complete = (marked: string, explicit = true) => {
    const at = marked.indexOf('|')
    const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
    return completeJson(new CompletionContext(state, at, explicit), suggest)
  }
  const labels = (marked: string) => complete(marked)?.options.map(({ label }) => label)

  it('offers names that the object does not have yet', () => {
    expect(labels('{|}')).toEqual(['"type"', '"title"'])
    expect(labels('{"type": 1, "t|"}')).toEqual(['"title"'])
    expect(complete('{"a": {"|"}}')?.options[1]?.detail).toBe('/a')
    expect(complete('{"|"}')?.options[0]?.apply).toBe('"type": ')
  })
  it('offers values, and nothing where nothing was typed or asked for', () => {
    expect(labels('{"type": "s|"}')).toEqual(['"string"', 'true'])
    expect(labels('["|"]')).toEqual(['"string"', 'true'])
    expect(complete('{|}', false)).toBeNull()
  })
})
