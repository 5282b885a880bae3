import { annotationCases } from './cases/annotation.cases.ts'
import { formatCases } from './cases/format.cases.ts'
import { listCases } from './cases/list.cases.ts'
import { logicCases } from './cases/logic.cases.ts'
import { numberCases } from './cases/number.cases.ts'
import { objectCases } from './cases/object.cases.ts'
import { referenceCases } from './cases/reference.cases.ts'
import type { SchemaCase } from './cases/schema-case.ts'
import { textCases } from './cases/text.cases.ts'
import { valueCases } from './cases/value.cases.ts'

export type { SchemaCase } from './cases/schema-case.ts'

/** Every keyword of draft-07 with its corner cases; the validators of the server and of the app are held to it. */
export const draft07Cases: SchemaCase[] = [
  ...valueCases,
  ...numberCases,
  ...textCases,
  ...listCases,
  ...objectCases,
  ...logicCases,
  ...referenceCases,
  ...annotationCases,
  ...formatCases,
]

/** Schemas that are none, or that lead nowhere: both validators refuse them. `reason` is part of the server's reason. */
export const refusedSchemas: { description: string; schema: Record<string, unknown>; reason: RegExp }[] = [
  { description: 'an unknown type', schema: { type: 'text' }, reason: /not valid/ },
  { description: 'types that repeat', schema: { type: ['string', 'string'] }, reason: /not valid/ },
  { description: 'a limit that is no number', schema: { maxLength: '5' }, reason: /not valid/ },
  { description: 'a negative length', schema: { minLength: -1 }, reason: /not valid/ },
  { description: 'multipleOf 0', schema: { multipleOf: 0 }, reason: /not valid/ },
  { description: 'required that is no list', schema: { required: 'a' }, reason: /not valid/ },
  { description: 'an empty allOf', schema: { allOf: [] }, reason: /not valid/ },
  { description: 'enum that is no list', schema: { enum: 'a' }, reason: /not valid/ },
  { description: 'a property that is no schema', schema: { properties: { a: 'string' } }, reason: /not valid/ },
  { description: 'a list of no schemas', schema: { items: [] }, reason: /not valid/ },
  { description: 'items that are none', schema: { items: 1 }, reason: /not valid/ },
  { description: 'an invalid pattern', schema: { pattern: '(' }, reason: /is not a regular expression/ },
  {
    description: 'an invalid pattern of names',
    schema: { patternProperties: { '[': {} } },
    reason: /regular expression/,
  },
  { description: 'a pointer to nothing', schema: { $ref: '#/definitions/none' }, reason: /can't resolve reference/ },
  { description: 'an anchor nobody has', schema: { $ref: '#none' }, reason: /can't resolve reference/ },
  { description: 'a pointer to a number', schema: { $ref: '#/maxLength', maxLength: 1 }, reason: /can't resolve/ },
  { description: 'a foreign address', schema: { $ref: 'https://example.com/a.json' }, reason: /^Schema not exist\.$/ },
  { description: 'a file', schema: { $ref: 'file:///etc/passwd' }, reason: /^Schema not exist\.$/ },
  {
    description: 'a name the store lacks',
    schema: { $ref: 'importer://schema/name/None' },
    reason: /^Schema not exist\.$/,
  },
  {
    description: 'an inherited name',
    schema: { $ref: 'importer://schema/id/__proto__' },
    reason: /^Schema not exist\.$/,
  },
  { description: 'a reference to itself', schema: { $ref: '#' }, reason: /refers to itself without end/ },
  {
    description: 'a circle of alternatives',
    schema: { anyOf: [{ type: 'null' }, { not: { $ref: '#' } }] },
    reason: /itself without end/,
  },
]

/** Values the app leaves to the server: cases in which its validator takes what the server refuses, with the reason. */
export const refusedByServerOnly: { schema: Record<string, unknown>; data: unknown; reason: string }[] = [
  {
    schema: { pattern: '^(a+)+$' },
    data: `${'a'.repeat(40)}!`,
    reason: 'nothing in a browser ends a match that takes minutes; the server runs such patterns in linear time',
  },
  {
    schema: { pattern: '^(?=(a+)+$)' },
    data: `${'a'.repeat(40)}!`,
    reason: 'the same, for a pattern that only backtracking can run: the server gives up after a quarter of a second',
  },
]
