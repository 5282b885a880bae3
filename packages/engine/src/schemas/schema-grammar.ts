import { Ajv, type ValidateFunction } from 'ajv'
import { metaSchema } from '@millrace/contract/schemas/meta-schema'
import { addExactKeywords } from './ajv-keywords.ts'
import { SchemaError } from './schema-error.ts'

let grammar: { ajv: Ajv; validate: ValidateFunction } | null = null
let isKnown = false

/** Throws SchemaError when a document is no draft-07 schema. */
export function checkGrammar(document: unknown): void {
  if (isKnown) return
  // Patterns are compiled, which says more than the format 'regex' of the meta-schema.
  if (grammar === null) {
    const ajv = new Ajv({ strict: false, logger: false, meta: false, validateSchema: false, validateFormats: false })
    addExactKeywords(ajv)
    grammar = { ajv, validate: ajv.compile(metaSchema) }
  }
  const { ajv, validate } = grammar
  if (!validate(document)) throw new SchemaError('invalid', ajv.errorsText(validate.errors, { dataVar: 'schema' }))
}

/**
 * Whether all are draft-07 schemas. Made ready once per process, which takes as long as a tenth of a runner's whole
 * start: so the process that starts runners looks, and they are told. No pattern of a schema is run for it.
 */
export function areSchemas(documents: readonly unknown[]): boolean {
  try {
    for (const document of documents) checkGrammar(document)
    return true
  } catch {
    // Where the fault lies, the runner finds out and says.
    return false
  }
}

/** All schemas that this process will meet have been looked at by `areSchemas`. */
export function skipGrammarChecks(): void {
  isKnown = true
}
