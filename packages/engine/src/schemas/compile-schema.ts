import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { addLengths } from './text-length.ts'
import { patternTester } from './pattern.ts'
import { SchemaProblem } from './schema-problem.ts'
import type { SchemaSet } from './schema-set.ts'

// CommonJS default export: the function itself under some loaders, its `default` under others.
const registerFormats = (typeof addFormats === 'function'
  ? addFormats
  : (addFormats as { default: unknown }).default) as unknown as (target: Ajv, options: { mode: 'fast' }) => void

/** Compiles a schema for Ajv: draft-07, all faults reported. Throws SchemaProblem for what is no draft-07 schema. */
export function compileSchema(set: SchemaSet): ValidateFunction {
  const ajv = new Ajv({
    allErrors: true,
    strict: false,
    logger: false,
    ownProperties: !set.properNames,
    code: { regExp: Object.assign((source: string) => patternTester(source), { code: 'patternTester' }) },
  })
  registerFormats(ajv, { mode: 'fast' })
  addLengths(ajv)
  try {
    for (const [key, document] of set.documents) if (key !== set.root.document) ajv.addSchema(document as object, key)
    return ajv.compile(set.root.schema as object)
  } catch (error) {
    if (error instanceof SchemaProblem) throw error
    const reason = (error as Error).message
      .replace(/^schema is invalid: /, '')
      .replace(/ from id .*/, '')
      .replaceAll('set:/', '')
    throw new SchemaProblem('invalid', reason)
  }
}
