import { isDeepStrictEqual } from 'node:util'
import { emptyObjectText, findFreeName } from '@millrace/contract'
import { type Block, blocks } from '@millrace/engine/blocks/blocks'
import { recordAudit } from '../../people/audit/audit.service.ts'
import {
  type ComponentContent,
  emptyComponent,
  parseComponentContent,
} from '../../documents/components/component.content.ts'
import type { Connection } from '../../platform/database/database.ts'
import { documentsOfKind, insertDocument } from '../../documents/kernel/documents.repository.ts'
import { insertFolder, rootFolder, siblingNames } from '../../documents/kernel/folders/folders.repository.ts'
import type { Platform } from '../../platform/platform.ts'
import { systemCaller } from '../../platform/http/caller.ts'
import { insertVersion, markLocked, versionsOf } from '../../documents/kernel/versions/versions.repository.ts'

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
    const there = (await documentsOfKind(tx, 'component')).filter((document) => document.isReadyMade)
    const folderId = there[0]?.folderId ?? (await makeFolder(tx))
    const ids = new Map<string, string>()
    for (const block of wanted) {
      const document = there.find((entry) => entry.name === block.name)
      ids.set(block.name, await ensureBlock(tx, folderId, document?.id ?? null, block))
    }
    return ids
  })
}

/** A folder of somebody's that has the name already stays theirs. */
async function makeFolder(tx: Connection): Promise<string> {
  const root = await rootFolder(tx, 'component')
  const name = findFreeName(readyMadeFolder, await siblingNames(tx, root.id))
  const folder = await insertFolder(tx, 'component', root.id, name)
  await recordAudit(tx, systemCaller, {
    kind: 'folder',
    objectId: folder.id,
    name,
    action: 'create',
    before: null,
    after: { id: folder.id, name, kind: 'component', parent: root.id },
  })
  return folder.id
}

async function ensureBlock(tx: Connection, folderId: string, known: string | null, block: Block): Promise<string> {
  const content = contentOf(block)
  const [newest] = known === null ? [] : await versionsOf(tx, known)
  // Stored and wanted go through the same reading, so that only what differs counts.
  const wanted = parseComponentContent(JSON.parse(JSON.stringify(content)) as Record<string, unknown>)
  if (newest !== undefined && isDeepStrictEqual(parseComponentContent(newest.content), wanted)) return newest.id
  const documentId =
    known ?? (await insertDocument(tx, { kind: 'component', folderId, name: block.name, isReadyMade: true })).id
  const version = (newest?.version ?? 0) + 1
  const id = await insertVersion(tx, {
    documentId,
    version,
    parents: newest === undefined ? [] : [newest.id],
    content,
    by: systemCaller.userName,
  })
  await markLocked(tx, [id], systemCaller.userName)
  await recordAudit(tx, systemCaller, {
    kind: 'component',
    objectId: id,
    name: block.name,
    action: newest === undefined ? 'create' : 'new version',
    before: newest === undefined ? null : { version: newest.version },
    after: newest === undefined ? content : { version },
  })
  return id
}
