import type { DocKind, DocTags, TreeNode } from '@millrace/contract'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { pathsOfKinds } from './item-calls.ts'
import { refreshTree } from './use-folder-tree.ts'
import { reasonOf } from '../../api/reason-of.ts'

/** What became of one of several: `problem` says why it did not work. */
export type Outcome = { name: string; problem: string | null }
type Node = Pick<TreeNode, 'value' | 'label' | 'type'>

/** One after the other, whatever becomes of the others; refusals are told in the outcomes alone. */
async function each(nodes: readonly Node[], doOne: (node: Node) => Promise<unknown>): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const node of nodes) {
    const problem = await doOne(node).then(() => null, reasonOf)
    outcomes.push({ name: node.label, problem })
  }
  return outcomes
}

/** Puts folders and documents into a folder. */
export async function moveEach(kind: DocKind, nodes: readonly Node[], parentId: string): Promise<Outcome[]> {
  const outcomes = await each(nodes, ({ value: id, type }) =>
    call(`POST /${type === 'folder' ? 'folders' : pathsOfKinds[kind]}/reparent`, {
      body: { id, parentId },
      quiet: true,
    }),
  )
  await refreshTree(kind)
  return outcomes
}

/** Deletes documents with all their versions, and folders that are empty. */
export async function removeEach(kind: DocKind, nodes: readonly Node[]): Promise<Outcome[]> {
  const outcomes = await each(nodes, ({ value: id, type }) =>
    type === 'folder'
      ? call('DELETE /folders', { body: { id, kind }, quiet: true })
      : call(`DELETE /${pathsOfKinds[kind]}`, { query: { id }, quiet: true }),
  )
  await refreshTree(kind)
  return outcomes
}

/** Gives folders and documents the same badge rules. */
export async function tagEach(kind: DocKind, nodes: readonly Node[], tags: DocTags): Promise<Outcome[]> {
  const outcomes = await each(nodes, ({ value: id, type }) => {
    const body = { id, tags, type: type === 'folder' ? ('folder' as const) : kind }
    return call('POST /tags/update-document-tags', { body, quiet: true })
  })
  await refreshCalls('GET /folders/tree', 'GET /tags/list', 'GET /permissions/explain')
  return outcomes
}
