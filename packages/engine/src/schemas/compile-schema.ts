import { Ajv, type Options, type ValidateFunction } from 'ajv'
import { numberFormats, textFormats } from '@millrace/contract/schemas/formats/formats'
import { checkSchemaCost, type ReportCost } from '@millrace/contract/schemas/schema-cost'
import { compileNativePattern } from '@millrace/contract/schemas/native-pattern'
import { patternsOf } from '@millrace/contract/schemas/schema-patterns'
import { addExactKeywords } from './ajv-keywords.ts'
import { withoutProto } from './proto-names.ts'
import { createPatternTester } from './pattern.ts'
import { checkGrammar } from './schema-grammar.ts'
import { SchemaError } from './schema-error.ts'
import type { SchemaSet } from './schema-set.ts'
import { splitDocuments } from './split-schemas.ts'
import { addLengthKeywords } from './text-length.ts'

/** Ajv copies a referenced schema of so few keywords into the place of the reference; others become functions. */
const maxInlined = 30

/**
 * Compiles a schema for Ajv: draft-07, all faults reported, each with the schema that says so (`parentSchema`).
 * Throws SchemaError for what is no draft-07 schema.
 * @param reportCost is told of what no validator gets through; without it the first such fault is thrown
 */
export function compileSchema(set: SchemaSet, reportCost?: ReportCost): ValidateFunction {
  assertSchema(set, reportCost)
  return compile(set, { allErrors: true, verbose: true })
}

/**
 * Compiles a schema to a function that only says whether a value fits: a third of the time, for want of the code that
 * describes faults.
 * @throws SchemaError as `compileSchema`
 */
export function compileFit(set: SchemaSet): (value: unknown) => boolean {
  assertSchema(set)
  return compile(set, { messages: false })
}

/** What `compileSchema` looks at before it compiles. @throws SchemaError for what is no draft-07 schema */
export function assertSchema(set: SchemaSet, reportCost?: ReportCost): void {
  for (const document of set.written) checkGrammar(document)
  checkSchemaCost(set, reportCost)
  for (const pattern of patternsOf(set)) compileNativePattern(pattern)
}

function compile(set: SchemaSet, tells: Pick<Options, 'allErrors' | 'verbose' | 'messages'>): ValidateFunction {
  const ajv = new Ajv({
    ...tells,
    strict: false,
    // NaN and infinities, which code may make, are no numbers: a file would hold null instead.
    strictNumbers: true,
    logger: false,
    meta: false,
    validateSchema: false,
    inlineRefs: maxInlined,
    ownProperties: !set.properNames,
    code: { regExp: Object.assign((source: string) => createPatternTester(source), { code: 'createPatternTester' }) },
  })
  for (const [name, validate] of textFormats) ajv.addFormat(name, { type: 'string', validate })
  for (const [name, validate] of numberFormats) ajv.addFormat(name, { type: 'number', validate })
  addLengthKeywords(ajv)
  addExactKeywords(ajv)
  try {
    for (const [key, schema] of splitDocuments(set.documents)) {
      ajv.addSchema((set.properNames ? schema : withoutProto(schema)) as object, key)
    }
    const compiled = [...set.documents.keys()].map((key) => ajv.getSchema(key))
    return compiled[0] as ValidateFunction
  } catch (error) {
    if (error instanceof SchemaError) throw error
    throw new SchemaError('invalid', (error as Error).message.replaceAll('set:/', ''))
  }
}
