import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { createFormValidator } from '../../forms/validator.ts'
import { storeOfReferences } from './store-of-references.ts'

/** Why the schema could not be used, as a sentence; null when nothing is wrong with it as far as it can be told here. */
export function findSchemaProblem(schema: unknown): string | null {
  if (!isObject(schema) && typeof schema !== 'boolean') return 'A schema is an object: { … }'
  try {
    createFormValidator({ schema, store: storeOfReferences(schema) })
    return null
  } catch (error) {
    if (error instanceof SchemaError)
      return error.code === 'notExist' ? `${error.message} (${error.detail})` : error.message
    if (error instanceof RangeError) return 'The schema is nested too deeply.'
    throw error
  }
}
