import type { DocKind, Json } from '@millrace/contract'
import { findFreeName } from '@millrace/contract/documents/names.rule'
import { texts } from '@millrace/contract/errors'
import { call } from '../../api/call.ts'
import { refreshTree } from './use-folder-tree.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** The part of addresses that stands for a kind. */
export const pathsOfKinds = { schema: 'schemas', component: 'components', pipeline: 'pipelines' } as const

/** A new document: `content` in the fields that its save takes; an empty one has none (D-130). */
type NewItem = { name: string; folder: string; content?: Record<string, Json> }
/** What became of it: the id of its version, or why there is none. */
type Made = { id: string; problem: null } | { id: null; problem: string }

/** Makes a document as a draft, under the checks of a save, and asks the tree again. A refusal is told by a toast unless `quiet`. */
export async function createItem(kind: DocKind, { content, ...item }: NewItem, quiet = false): Promise<Made> {
  try {
    const made = await call(`POST /${pathsOfKinds[kind]}`, {
      body: { ...content, ...item } as never,
      quiet,
      fallback: `cannot create ${kind}`,
    })
    return { id: made._id, problem: null }
  } catch (error) {
    return { id: null, problem: reasonOf(error) }
  } finally {
    await refreshTree(kind)
  }
}

/** Names that are tried where documents that one does not see have taken some. */
const maxNames = 20

/**
 * Makes a document under the smallest free 'Name (n)' (D-116), also where others have names that one does not see.
 * @param taken names in the folder that one sees
 */
export async function createNumbered(
  kind: DocKind,
  item: NewItem,
  taken: readonly string[],
): Promise<Made & { name: string }> {
  const names = [...taken]
  for (let tried = 1; ; tried++) {
    const name = findFreeName(item.name, names)
    const made = await createItem(kind, { ...item, name }, true)
    if (made.problem !== texts.nameExists || tried === maxNames) return { ...made, name }
    names.push(name)
  }
}

/** What the version holds, in the fields that its save takes. */
export async function readContent(id: string): Promise<Record<string, Json>> {
  const { content } = await call('GET /documents/content', { query: { id }, fallback: 'cannot read the document' })
  return content as Record<string, Json>
}

/** Deletes a document with all its versions (D-104). @returns null, or why it was refused */
export async function removeItem(kind: DocKind, id: string, quiet = false): Promise<string | null> {
  try {
    await call(`DELETE /${pathsOfKinds[kind]}`, { query: { id }, quiet, fallback: `cannot delete ${kind}` })
    return null
  } catch (error) {
    return reasonOf(error)
  } finally {
    await refreshTree(kind)
  }
}
