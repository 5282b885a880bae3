import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema } from '@millrace/contract'
import type { FormDefinitionName } from '@millrace/contract/schemas/form-definitions.rule'
import {
  createProductFolder,
  newestProductVersion,
  productDocuments,
  storeProductVersion,
} from '../../documents/kernel/product-documents.ts'
import { parseSchemaContent, type SchemaContent } from '../../documents/schemas/schema.content.ts'
import type { Platform } from '../../platform/platform.ts'
import { rtComponent } from './forms/rt-component.ts'
import { rtEndpointInfo, rtListenerInfo } from './forms/rt-deployment.ts'
import { rtPipeline } from './forms/rt-pipeline.ts'

export const formDefinitionsFolder = 'Form definitions'

export const formDefinitions: Readonly<Record<FormDefinitionName, JsonSchema>> = {
  'rt-component': rtComponent,
  'rt-pipeline': rtPipeline,
  'rt-endpoint-info': rtEndpointInfo,
  'rt-listener-info': rtListenerInfo,
}

/**
 * Keeps the schemas behind the product's own forms in the store, each locked (SCH-033, D-122). One that this version of
 * the product changed becomes a new version. All or nothing; not to be called twice at once.
 */
export async function ensureFormDefinitions(
  { db }: Pick<Platform, 'db'>,
  wanted: Readonly<Record<string, JsonSchema>> = formDefinitions,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const there = (await productDocuments(tx, 'schema')).filter((document) => document.isFormDefinition)
    const folderId = there[0]?.folderId ?? (await createProductFolder(tx, 'schema', formDefinitionsFolder))
    for (const [name, jsonSchema] of Object.entries(wanted)) {
      const document = there.find((entry) => entry.name === name)
      const newest = document === undefined ? undefined : await newestProductVersion(tx, document.id)
      if (newest !== undefined && isDeepStrictEqual(parseSchemaContent(newest.content).jsonSchema, jsonSchema)) continue
      const content: SchemaContent = { format: 1, jsonSchema, addresses: {} }
      await storeProductVersion(tx, { kind: 'schema', folderId, name, isFormDefinition: true }, newest, content)
    }
  })
}
