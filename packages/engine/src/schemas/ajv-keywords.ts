import { _, type Ajv, type Code, type KeywordCxt } from 'ajv'
import { findDuplicate, isSameJson } from '@millrace/contract/schemas/json-equality'
import { isMultipleOf } from '@millrace/contract/schemas/multiple-of'

/**
 * Keywords that Ajv 8 has, made exact: decimals for multipleOf (0.0075 is a multiple of 0.0001), equality that takes
 * names such as 'constructor' and 'valueOf' for data, an empty enum, uniqueItems in linear time.
 */
export function addExactKeywords(ajv: Ajv): void {
  for (const keyword of ['multipleOf', 'const', 'enum', 'uniqueItems']) ajv.removeKeyword(keyword)
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    error: { message: 'must be a multiple', params: ({ schemaCode }) => _`{multipleOf: ${schemaCode}}` },
    code(cxt: KeywordCxt) {
      const test = cxt.gen.scopeValue('func', { ref: isMultipleOf })
      cxt.fail(_`!${test}(${cxt.data}, ${cxt.schemaCode})`)
    },
  })
  ajv.addKeyword({
    keyword: 'const',
    error: { message: 'must be equal to constant', params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    code(cxt: KeywordCxt) {
      const { schema, data, schemaCode, gen } = cxt
      if (schema === null || typeof schema !== 'object') cxt.fail(_`${schema} !== ${data}`)
      else cxt.fail(_`!${gen.scopeValue('func', { ref: isSameJson })}(${data}, ${schemaCode})`)
    },
  })
  ajv.addKeyword({
    keyword: 'enum',
    schemaType: 'array',
    error: {
      message: 'must be equal to one of the allowed values',
      params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}`,
    },
    code(cxt: KeywordCxt) {
      const allowed = cxt.schema as unknown[]
      if (allowed.length > 0 && allowed.length <= maxCompared && allowed.every(isPlain)) {
        const others = allowed.map((value): Code => _`${cxt.data} !== ${value as string}`)
        cxt.fail(others.reduce((all, other) => _`${all} && ${other}`))
        return
      }
      cxt.fail(_`!${cxt.gen.scopeValue('func', { ref: enumTester(allowed) })}(${cxt.data})`)
    },
  })
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not repeat an entry', params: () => _`{}` },
    code(cxt: KeywordCxt) {
      if (cxt.schema === true) {
        cxt.fail(_`${cxt.gen.scopeValue('func', { ref: findDuplicate })}(${cxt.data}) !== null`)
      }
    },
  })
}

/** So many plain values are compared one by one; looking up costs a call. */
const maxCompared = 16
const isPlain = (value: unknown) => value === null || typeof value !== 'object'

/** Plain values by look-up, so that a list of ten thousand codes costs what a list of ten does. */
function enumTester(allowed: readonly unknown[]): (value: unknown) => boolean {
  const plain = new Set(allowed.filter(isPlain))
  const compound = allowed.filter((value) => !isPlain(value))
  if (compound.length === 0) return (value) => plain.has(value)
  return (value) => plain.has(value) || compound.some((one) => isSameJson(one, value))
}
