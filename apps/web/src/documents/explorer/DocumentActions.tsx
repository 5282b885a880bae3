import type { DocKind, TreeNode } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './explorer.module.css'
import { exportItem } from './export-item.ts'
import { actionLabels, type NodeAction } from './node-actions.ts'
import type { TreeIndex } from '../folders/tree-index.ts'
import { useNodeActions } from './use-node-actions.ts'

// Its dialogs come with the first that is asked for.
const NodeDialog = lazy(() => import('./NodeDialog.tsx').then((module) => ({ default: module.NodeDialog })))

type Props = {
  kind: DocKind
  leaf: TreeNode
  index: TreeIndex
  /** The version on screen. */
  selected: string | undefined
  /** What is offered elsewhere on the screen. */
  without?: NodeAction
  onVersion: (id: string) => void
}

/** What the menu of a document's row offers, as buttons beside the tree: the menu of a locked schema is disabled (FLD-022). */
export function DocumentActions({ leaf, without, ...rest }: Props) {
  const { kind } = rest
  const actions = useNodeActions(kind)(leaf).filter(
    (action) => action !== without && action !== 'move-item' && action !== 'countries',
  )
  const [doing, setDoing] = useState<NodeAction | null>(null)
  if (actions.length === 0) return null
  return (
    <div className={styles.actions} role="group" aria-label={`Actions of ${leaf.label}`}>
      {actions.map((action) => (
        <Button
          key={action}
          tone="link"
          onClick={() => (action === 'export' ? void exportItem(rest.kind, leaf) : setDoing(action))}
        >
          {actionLabels[action]}
        </Button>
      ))}
      <Suspense>
        {doing !== null && <NodeDialog {...rest} action={doing} node={leaf} onClose={() => setDoing(null)} />}
      </Suspense>
    </div>
  )
}
