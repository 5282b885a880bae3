import {
  forbidden,
  isFormDefinitionName,
  type JsonSchema,
  type ListItem,
  mayOpenDocuments,
  notFound,
  type Schema,
  type SchemaInput,
  texts,
} from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { listDocuments, seenVersions } from '../kernel/document-lists.ts'
import { refuseContents } from '../kernel/only-empty-documents.ts'
import { mustHold, noRights } from '../kernel/rights.ts'
import { createDocument, type Draft, openForSave, storeDraft } from '../kernel/versions/save-version.ts'
import { seenOr404, versionRights } from '../kernel/rights-of-items.ts'
import { findVersion, type VersionRow, versionsOf } from '../kernel/versions/versions.reads.ts'
import { withIdReferences } from './schema-addresses.ts'
import { checkSchema, refuseOversized } from './schema-check.ts'
import { parseSchemaContent, type SchemaContent } from './schema.content.ts'
import { loadSchemas, resolveAddresses, schemaByName } from './schema-store.ts'
import { presentSchema } from './schemas.presenter.ts'
import { formDefinitionNamed } from './schemas.repository.ts'

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

  /** What `save` does, inside another's transaction. */
  async function saveIn(tx: Connection, caller: Caller, input: SchemaInput): Promise<Schema> {
    refuseContents(caller, input)
    if (isFormDefinitionName(input.name)) throw forbidden()
    const { _id } = input
    if (_id === undefined) {
      const draft = await draftOf(tx, caller, input.jsonSchema ?? { type: 'object', properties: {} }, {})
      return present(tx, caller, await createDocument(tx, caller, 'schema', input, draft))
    }
    const row = await openForSave(tx, caller, 'schema', { _id, sys_version: input.sys_version })
    const before = parseSchemaContent(row.content)
    const draft = await draftOf(tx, caller, input.jsonSchema ?? before.jsonSchema, before.addresses)
    return present(tx, caller, await storeDraft(tx, caller, row, input, draft))
  }

  return {
    saveIn,

    /**
     * POST /schemas: creates without `_id`, else saves that draft; an absent jsonSchema is left as it was. 40300 for names
     * of form definitions.
     */
    save: (caller: Caller, input: SchemaInput): Promise<Schema> =>
      db.transaction().execute((tx) => saveIn(tx, caller, input)),

    /** GET /schemas/find: 40400 when unknown or unseen. */
    async find(caller: Caller, id: string): Promise<Schema> {
      const { row } = await seenOr404(db, caller, 'schema', await findVersion(db, id))
      return present(db, caller, row)
    },

    /** GET /schemas: those of these versions that the caller sees, in the order asked. */
    async findEach(caller: Caller, ids: readonly string[]): Promise<Schema[]> {
      const rows = await seenVersions(db, caller, 'schema', ids)
      return Promise.all(rows.map((row) => present(db, caller, row)))
    },

    /** GET /schemas/list */
    list: (caller: Caller): Promise<ListItem[]> => listDocuments(db, caller, 'schema'),

    /**
     * GET /schemas/byname: newest locked, else newest draft (SCH-030). Form definitions are for everybody, whatever
     * their badges (D-122); 40300 for other names to who does not open documents, known names or not.
     * @throws ApiError 40400 'Schema not exist.'
     */
    async byName(caller: Caller, name: string): Promise<Schema> {
      const form = await formDefinitionNamed(db, name)
      if (form === undefined && !mayOpenDocuments(caller.role) && !isFormDefinitionName(name)) throw forbidden()
      const row = form ?? (await schemaByName(db, caller, name))
      if (row === undefined) throw notFound(texts.schemaNotExist)
      const rights = form === undefined ? await versionRights(db, caller, row) : { ...noRights, sees: true }
      mustHold.sees(rights)
      return presentSchema(row, rights, await versionsOf(db, row.documentId))
    },
  }
}
