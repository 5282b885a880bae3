import { ApiError, compareSchemas, invalid, textWith } from '@millrace/contract'
import type { UpdateRules } from '../kernel/versions/update-rules.ts'
import { fieldsOfAddresses } from './reference-fields.ts'
import { movedAddresses, movedIds, withIdReferences } from './schema-addresses.ts'
import { checkSchema } from './schema-check.ts'
import { parseSchemaContent, type SchemaContent } from './schema.content.ts'
import { loadSchemas, seenSchemas } from './schema-store.ts'

/** A schema that refers to other versions is compiled with them: what fitted the old ones need not fit the new. */
export const schemaUpdates: UpdateRules = {
  uses(stored) {
    const { jsonSchema, addresses } = parseSchemaContent(stored)
    return fieldsOfAddresses([['', jsonSchema]], addresses)
  },
  async repoint(_tx, stored, moved) {
    const content = parseSchemaContent(stored)
    return {
      ...content,
      jsonSchema: withIdReferences(content.jsonSchema, movedIds(content.addresses, moved)),
      addresses: movedAddresses(content.addresses, moved),
    } satisfies SchemaContent
  },
  async check(tx, row) {
    const { jsonSchema, addresses } = parseSchemaContent(row.content)
    try {
      await checkSchema(withIdReferences(jsonSchema, addresses), await loadSchemas(tx, Object.values(addresses)))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      throw invalid(textWith.cannotUpdate(row.name, error.message))
    }
  },
  async changes(db, caller, before, after) {
    const [old, fresh] = [parseSchemaContent(before.content), parseSchemaContent(after.content)]
    const resolve = async ({ addresses }: SchemaContent) => seenSchemas(db, caller, Object.values(addresses))
    return compareSchemas(
      withIdReferences(old.jsonSchema, old.addresses),
      withIdReferences(fresh.jsonSchema, fresh.addresses),
      { before: await resolve(old), after: await resolve(fresh) },
    )
  },
}
