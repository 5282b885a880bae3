import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { compileSchema } from './compile-schema.ts'
import { SchemaSet } from './schema-set.ts'

const schema = {
  type: 'object',
  properties: {
    a: { type: 'string', minLength: 3, maxLength: 5, pattern: '^x' },
    b: { anyOf: [{ minLength: 2 }, { maxLength: 0 }] },
  },
}
// Characters of two units, halves of such, and every length around the limits.
const texts = [
  '',
  'x',
  'xx',
  'xxx',
  'xxxxx',
  'xxxxxx',
  '😀',
  '😀😀',
  'x😀',
  'y😀😀😀',
  '😀😀😀😀😀',
  '😀😀😀😀😀😀',
  '\ud83d',
  'x\ud83d\ud83d\ud83d\ud83d',
]

describe('lengths of texts', () => {
  it('counts characters as Ajv does, with the same faults in the same order', () => {
    const ours = compileSchema(new SchemaSet(schema, {}))
    const theirs = new Ajv({ allErrors: true, strict: false, verbose: true }).compile(schema)
    let refused = 0
    for (const a of texts) {
      for (const b of texts) {
        expect([ours({ a, b }), ours.errors], `${a} ${b}`).toEqual([theirs({ a, b }), theirs.errors])
        if (theirs.errors) refused++
      }
    }
    expect(refused).toBeGreaterThan(texts.length)
  })
})
