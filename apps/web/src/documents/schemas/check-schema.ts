import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { findEnumFault, placeOfText } from '@millrace/contract/schemas/schema-places.rule'
import { createFormValidator } from '../../forms/validator.ts'
import { storeOfReferences } from './store-of-references.ts'

/** Why a schema could not be used; `pointer` is the part that is at fault, null where that cannot be told. */
export type SchemaFault = { message: string; pointer: string | null }

const enumPlace = /^schema(\S*) is /

/** What is wrong with a schema as far as it can be told here; null when nothing is. */
export function findSchemaFault(schema: unknown): SchemaFault | null {
  if (!isObject(schema) && typeof schema !== 'boolean') return { message: 'A schema is an object: { … }', pointer: '' }
  try {
    createFormValidator({ schema, store: storeOfReferences(schema) })
  } catch (error) {
    if (error instanceof SchemaError) {
      const pointer = error.detail === '' ? null : placeOfText(schema, error.detail)
      const message = error.code === 'notExist' ? `${error.message} (${error.detail})` : error.message
      return { message, pointer }
    }
    if (error instanceof RangeError) return { message: 'The schema is nested too deeply.', pointer: null }
    throw error
  }
  const message = findEnumFault(schema)
  return message === null ? null : { message, pointer: enumPlace.exec(message)?.[1] ?? null }
}
