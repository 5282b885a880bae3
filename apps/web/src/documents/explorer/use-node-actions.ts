import type { DocKind, TreeNode } from '@millrace/contract'
import { useMay, useSession } from '../../access/sessions/use-session.ts'
import { actionsOf, type NodeAction } from './node-actions.ts'

/** What this person may do with a row, by role and badges. */
export function useNodeActions(kind: DocKind): (node: TreeNode) => NodeAction[] {
  const { role, user } = useSession()
  const fromFile = useMay('POST /pipelines/from-file')
  const may = {
    folders: useMay('POST /folders'),
    contents: useMay('GET /documents/content'),
    fromFile: fromFile && kind === 'pipeline',
    badges: useMay('POST /tags/update-document-tags'),
    explain: useMay('GET /permissions/explain'),
  }
  const holder = { role, badges: new Set(user.project_tags.map(({ _id }) => _id)) }
  return (node) => actionsOf(node, may, holder)
}
