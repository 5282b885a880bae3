import { describe, expect, it } from 'vitest'
import { curlOf, formatMs } from './endpoint-words.ts'
import { exampleBody } from './example-body.ts'
import { keyMistakes } from './key-draft.ts'

const example = (schema: unknown): unknown => JSON.parse(exampleBody(schema))

describe('a body to begin with', () => {
  it.each<[string, unknown, unknown]>([
    ['the first example', { examples: [{ a: 1 }, { a: 2 }], type: 'object' }, { a: 1 }],
    ['a default', { type: 'integer', default: 7 }, 7],
    ['the first choice', { enum: ['red', 'blue'] }, 'red'],
    ['false, where that is the example', { type: 'boolean', examples: [false] }, false],
    ['every property', { properties: { a: { type: 'string' }, b: { type: 'number', minimum: 3 } } }, { a: '', b: 3 }],
    ['one item', { type: 'array', items: { type: 'boolean' } }, [false]],
    ['a list without items', { type: 'array' }, []],
    ['the first of several types', { type: ['string', 'null'], minLength: 2 }, 'xx'],
    [
      'parts together',
      { allOf: [{ properties: { a: { const: 1 } } }], properties: { b: { const: 2 } } },
      { a: 1, b: 2 },
    ],
    ['a choice of numbers', { oneOf: [{ type: 'integer', minimum: 4 }, { type: 'string' }] }, 4],
    ['what a reference leads to', { $ref: '#/definitions/A~1B', definitions: { 'A/B': { const: 'x' } } }, 'x'],
    ['nothing known', {}, null],
    ['anything', true, null],
  ])('%s', (_, schema, body) => expect(example(schema)).toEqual(body))

  it('ends where a schema holds itself', () => {
    const body = exampleBody({ properties: { next: { $ref: '#' } } })
    expect(body.match(/next/g)?.length).toBeLessThan(5)
  })
})

describe('a curl line', () => {
  it('quotes for a shell, and is one line', () => {
    const line = curlOf('http://a.test/x', '{\n  "name": "it\'s"\n}')
    expect(line).toBe(
      `curl -X POST 'http://a.test/x' -H 'content-type: application/json' -H 'x-api-key: {key}' --data '{"name":"it'\\''s"}'`,
    )
  })
})

describe('times', () => {
  it.each([
    [null, '-'],
    [0.42, '0.4 ms'],
    [18.4, '18 ms'],
    [1240, '1.24 s'],
  ])('%s ms is %s', (ms, text) => expect(formatMs(ms)).toBe(text))
})

describe('a new key', () => {
  const now = Date.parse('2026-11-20T22:30:00.000Z')
  const judge = (over: object) => keyMistakes({ name: 'a', expireOn: '', perMinute: '', ...over }, 'Europe/Berlin', now)
  it.each<[string, object, string[]]>([
    ['a name alone', {}, []],
    ['no name', { name: ' ' }, ['name']],
    ['today, which ends in half an hour', { expireOn: '2026-11-20' }, []],
    ['yesterday', { expireOn: '2026-11-19' }, ['expireOn']],
    ['no day', { expireOn: '2026-02-31' }, ['expireOn']],
    ['no calls', { perMinute: '0' }, ['perMinute']],
    ['half a call', { perMinute: '1.5' }, ['perMinute']],
  ])('%s', (_, over, wrong) => expect(Object.keys(judge(over))).toEqual(wrong))
})
