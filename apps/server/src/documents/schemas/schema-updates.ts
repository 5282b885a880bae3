import { ApiError, invalid, textWith } from '@millrace/contract'
import type { UpdateRules } from '../kernel/versions/updates.service.ts'
import { movedAddresses, movedIds, withIdReferences } from './schema-addresses.ts'
import { checkSchema } from './schema-check.ts'
import { parseSchemaContent, type SchemaContent } from './schema.content.ts'
import { loadSchemas } from './schema-store.ts'

/** A schema that refers to other versions is compiled with them: what fitted the old ones need not fit the new. */
export const schemaUpdates: UpdateRules = {
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
}
