import type { DocKind, TreeNode } from '@millrace/contract'
import { lazy, type ReactNode, Suspense } from 'react'
import { DeleteFolderDialog } from './DeleteFolderDialog.tsx'
import { type NodeAction, taggedType } from './node-actions.ts'
import { RenameFolderDialog } from './RenameFolderDialog.tsx'
import { DeleteItemDialog } from './DeleteItemDialog.tsx'
import { CopyItemDialog, NewItemDialog, RenameItemDialog } from './ItemNameDialogs.tsx'
import { foldersAround, pathOf, type TreeIndex } from '../folders/tree-index.ts'

// Only where rows are managed, and only once they are asked for.
const DocumentBadgesDialog = lazy(() =>
  import('../permissions/DocumentBadgesDialog.tsx').then((module) => ({ default: module.DocumentBadgesDialog })),
)
const ExplainDialog = lazy(() =>
  import('../permissions/ExplainDialog.tsx').then((module) => ({ default: module.ExplainDialog })),
)

const ImportDialog = lazy(() => import('./ImportDialog.tsx').then((module) => ({ default: module.ImportDialog })))
const FromFileDialog = lazy(() =>
  import('../pipelines/from-file/FromFileDialog.tsx').then((module) => ({ default: module.FromFileDialog })),
)
const VersionGraphDialog = lazy(() =>
  import('../versions/VersionGraphDialog.tsx').then((module) => ({ default: module.VersionGraphDialog })),
)

type Props = {
  action: NodeAction
  node: TreeNode
  kind: DocKind
  index: TreeIndex
  /** The version on screen. */
  selected: string | undefined
  /** Where the keys go once the row is gone. */
  onFocused?: (id: string) => void
  onVersion: (id: string) => void
  onClose: () => void
}

const isVersionOf = ({ versions }: TreeNode, id: string | undefined) => versions?.some(({ _id }) => _id === id) ?? false

/** The dialog of what was chosen for a row; nothing for what asks no more. */
export const NodeDialog = (props: Props) => <Suspense>{dialogOf(props)}</Suspense>

function dialogOf({ action, node, kind, index, selected, onFocused, onVersion, onClose }: Props): ReactNode {
  const above = foldersAround(index, node.value)
  const path = [...above.map((id) => index.entries.get(id)?.node.label), node.label].join(' / ')
  switch (action) {
    case 'rename-folder':
      return <RenameFolderDialog kind={kind} folder={node} onClose={onClose} />
    case 'delete-folder':
      return (
        <DeleteFolderDialog
          kind={kind}
          folder={node}
          path={path}
          onDeleted={() => onFocused?.(above.at(-1) ?? node.value)}
          onClose={onClose}
        />
      )
    case 'new-item':
      return <NewItemDialog kind={kind} folder={node} place={path} onMade={onVersion} onClose={onClose} />
    case 'import':
      return <ImportDialog kind={kind} folder={node.value} place={path} onImported={onVersion} onClose={onClose} />
    case 'from-file':
      return <FromFileDialog folder={node.value} onMade={onVersion} onClose={onClose} />
    case 'rename-item':
      return <RenameItemDialog kind={kind} item={node} onClose={onClose} />
    case 'copy': {
      const folder = index.entries.get(above.at(-1) ?? '')?.node
      return (
        folder && (
          <CopyItemDialog
            kind={kind}
            item={node}
            folder={folder}
            place={pathOf(index, folder.value)}
            onMade={onVersion}
            onClose={onClose}
          />
        )
      )
    }
    case 'delete-item':
      return (
        <DeleteItemDialog
          kind={kind}
          item={node}
          path={path}
          onDeleted={() => onFocused?.(above.at(-1) ?? node.value)}
          onClose={onClose}
        />
      )
    case 'choose-version':
      return (
        <VersionGraphDialog
          name={node.label}
          versions={node.versions ?? []}
          current={isVersionOf(node, selected) ? selected : node.value}
          onChoose={onVersion}
          onClose={onClose}
        />
      )
    case 'badges': {
      const folders = above.toReversed().map((id) => pathOf(index, id))
      return <DocumentBadgesDialog item={{ type: taggedType(node, kind), node, above: folders }} onClose={onClose} />
    }
    case 'explain':
      return (
        <ExplainDialog
          item={{ type: taggedType(node, kind), id: node.value, name: node.label, path }}
          onClose={onClose}
        />
      )
    default:
      return null
  }
}
