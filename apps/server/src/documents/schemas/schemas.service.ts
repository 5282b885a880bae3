import { type JsonSchema, notFound, type Schema, type SchemaInput, texts } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createDocument, type Draft, openForSave, storeDraft } from '../kernel/versions/save-version.ts'
import { seenOr404, versionRights } from '../kernel/rights-of-items.ts'
import { findVersion, type VersionRow, versionsOf } from '../kernel/versions/versions.reads.ts'
import { withIdReferences } from './schema-addresses.ts'
import { checkSchema, refuseOversized } from './schema-check.ts'
import { parseSchemaContent, type SchemaContent } from './schema.content.ts'
import { loadSchemas, resolveAddresses, schemaByName } from './schema-store.ts'
import { presentSchema } from './schemas.presenter.ts'

export type SchemasService = ReturnType<typeof createSchemasService>

/** Checks a schema against draft-07 and the store, and says what it refers to. */
async function draftOf(
  tx: Connection,
  caller: Caller,
  jsonSchema: JsonSchema,
  known: Record<string, string>,
): Promise<Draft> {
  refuseOversized(jsonSchema)
  const addresses = await resolveAddresses(tx, caller, jsonSchema, known)
  await checkSchema(withIdReferences(jsonSchema, addresses), await loadSchemas(tx, Object.values(addresses)))
  const content: SchemaContent = { format: 1, jsonSchema, addresses }
  return { content, references: Object.values(addresses).map((to) => ({ to, role: 'schema' })) }
}

export function createSchemasService(platform: Platform) {
  const { db } = platform

  async function present(connection: Connection, caller: Caller, row: VersionRow): Promise<Schema> {
    const rights = await versionRights(connection, caller, row)
    return presentSchema(row, rights, await versionsOf(connection, row.documentId))
  }

  return {
    /**
     * POST /schemas: creates without `_id`, else saves that draft; an absent jsonSchema is left as it was.
     */
    async save(caller: Caller, input: SchemaInput): Promise<Schema> {
      return db.transaction().execute(async (tx) => {
        const { _id } = input
        if (_id === undefined) {
          const draft = await draftOf(tx, caller, input.jsonSchema ?? { type: 'object', properties: {} }, {})
          return present(tx, caller, await createDocument(tx, caller, 'schema', input, draft))
        }
        const row = await openForSave(tx, caller, 'schema', { _id, sys_version: input.sys_version })
        const before = parseSchemaContent(row.content)
        const draft = await draftOf(tx, caller, input.jsonSchema ?? before.jsonSchema, before.addresses)
        return present(tx, caller, await storeDraft(tx, caller, row, input, draft))
      })
    },

    /** GET /schemas/find: 40400 when unknown or unseen. */
    async find(caller: Caller, id: string): Promise<Schema> {
      const { row } = await seenOr404(db, caller, 'schema', await findVersion(db, id))
      return present(db, caller, row)
    },

    /** GET /schemas/byname: newest locked, else newest draft; 40400 'Schema not exist.' (SCH-030). */
    async byName(caller: Caller, name: string): Promise<Schema> {
      const row = await schemaByName(db, caller, name)
      if (row === undefined) throw notFound(texts.schemaNotExist)
      return present(db, caller, row)
    },
  }
}
