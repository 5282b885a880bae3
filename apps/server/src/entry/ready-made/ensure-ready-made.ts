import { isDeepStrictEqual } from 'node:util'
import { emptyObjectText } from '@millrace/contract'
import { type Block, blocks } from '@millrace/engine/blocks/blocks'
import {
  type ComponentContent,
  emptyComponent,
  parseComponentContent,
} from '../../documents/components/component.content.ts'
import type { Connection } from '../../platform/database/database.ts'
import {
  createProductFolder,
  newestProductVersion,
  productDocuments,
  storeProductVersion,
} from '../../documents/kernel/product-documents.ts'
import type { Platform } from '../../platform/platform.ts'

export const readyMadeFolder = 'Ready-made blocks'

/** Each block's content as a component version stores it. */
function contentOf(block: Block): ComponentContent {
  const { kind, description, inputs, outputs, isDB, isIO, recordWise } = block
  const shown = (value: unknown) => JSON.stringify(value, null, 2)
  const isEmpty = isDeepStrictEqual(block.testContext, {})
  return {
    ...emptyComponent,
    kind,
    description,
    inputs,
    outputs,
    jsCode: block.code,
    testPayload: shown(block.testPayload),
    testContext: isEmpty ? emptyObjectText : shown(block.testContext),
    isDB,
    isIO,
    ...(recordWise ? { recordWise } : {}),
  }
}

/**
 * Keeps the components that come with the product in a folder of their own, each locked. A block that this version of
 * the product changed becomes a new version; what uses an older one goes on with that. All or nothing, and nothing
 * when all is there; not to be called twice at once.
 * @returns id of the newest version of each block, by name
 */
export async function ensureReadyMade(
  { db }: Pick<Platform, 'db'>,
  wanted: readonly Block[] = blocks,
): Promise<Map<string, string>> {
  return db.transaction().execute(async (tx) => {
    const there = await productDocuments(tx, 'component')
    const folderId = there[0]?.folderId ?? (await createProductFolder(tx, 'component', readyMadeFolder))
    const ids = new Map<string, string>()
    for (const block of wanted) {
      const document = there.find((entry) => entry.name === block.name)
      ids.set(block.name, await ensureBlock(tx, folderId, document?.id ?? null, block))
    }
    return ids
  })
}

async function ensureBlock(tx: Connection, folderId: string, known: string | null, block: Block): Promise<string> {
  const content = contentOf(block)
  const newest = known === null ? undefined : await newestProductVersion(tx, known)
  // Stored and wanted go through the same reading, so that only what differs counts.
  const wanted = parseComponentContent(JSON.parse(JSON.stringify(content)) as Record<string, unknown>)
  if (newest !== undefined && isDeepStrictEqual(parseComponentContent(newest.content), wanted)) return newest.id
  return storeProductVersion(tx, { kind: 'component', folderId, name: block.name }, newest, content)
}
