import { expect, it } from 'vitest'
import { describeNumberLoss, findJsonLoss } from './json-loss.rule.ts'

it.each([
  ['1.0', null],
  ['-0', null],
  ['0.1', null],
  ['1.50e3', null],
  ['1e30', null],
  ['5e-324', null],
  ['9007199254740992', null],
  ['100000000000000000000000', null],
  ['1e400', '1e400 is too large for a number.'],
  ['-1e309', '-1e309 is too large for a number.'],
  ['1e-400', '1e-400 would become 0: write it as a text.'],
  ['9007199254740993', '9007199254740993 would become 9007199254740992: write it as a text.'],
  ['0.12345678901234567891', '0.12345678901234567891 would become 0.12345678901234568: write it as a text.'],
])('a number written %s is kept, or what it becomes is told', (written, expected) => {
  expect(describeNumberLoss(written)).toBe(expected)
})

it.each<[string, string | null, string]>([
  ['{"a":{"b":[1,{"c":2}]},"b":"a","c":[true,null,[]]}', null, ''],
  ['[{"a":1},{"a":2}]', null, ''],
  ['{"a":"{\\"b\\":1,\\"b\\":2, 1e400}"}', null, ''],
  ['{"__proto__":{},"constructor":1}', null, ''],
  ['{"a":1,"b":2,"a":3}', '/a', 'The name a comes twice: only one of the values would be kept.'],
  [
    '{"__proto__":1,"__proto__":3}',
    '/__proto__',
    'The name __proto__ comes twice: only one of the values would be kept.',
  ],
  ['{"a":1,"\\u0061":3}', '/a', 'The name a comes twice: only one of the values would be kept.'],
  ['{"a":["\\ud83d\\ude00","\\\\u0000"]}', null, ''],
  ['{"a":["\\u0000"]}', '/a/0', 'A text cannot hold the character \\u0000.'],
  ['{"a":"x\\uD83D"}', '/a', 'A text cannot hold half of a character (\\ud800 to \\udfff alone).'],
  ['{"a\\ude00":1}', '/a\ude00', 'A text cannot hold half of a character (\\ud800 to \\udfff alone).'],
  ['{"x/y":[{},{"~":[0,1e400]}]}', '/x~1y/1/~0/1', '1e400 is too large for a number.'],
])('%s', (text, pointer, message) => {
  expect(findJsonLoss(text)).toEqual(pointer === null ? null : { pointer, message })
})
