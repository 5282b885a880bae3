import type { DocKind, TreeNode } from '@millrace/contract'
import { Select } from 'antd'
import { useMemo } from 'react'
import { indexTree, pathOf } from '../folders/tree-index.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'
import { inDialog } from '../../ui/in-dialog.ts'
import type { ExplainedItem } from './explained-item.ts'
import styles from './explain.module.css'

const kinds: { value: DocKind; label: string }[] = [
  { value: 'pipeline', label: 'Pipelines' },
  { value: 'schema', label: 'Data Models' },
  { value: 'component', label: 'Components' },
]

type Props = {
  kind: DocKind
  item: ExplainedItem | undefined
  onKind: (kind: DocKind) => void
  onItem: (item: ExplainedItem) => void
}

const itemsOf = (nodes: readonly TreeNode[], kind: DocKind): ExplainedItem[] => {
  const index = indexTree(nodes, { words: '' })
  return [...index.entries.values()].map(({ node }) => ({
    type: node.type === 'folder' ? 'folder' : kind,
    id: node.value,
    name: node.label,
    path: pathOf(index, node.value),
  }))
}

/** A folder or document of one of the trees, found by its path. */
export function ItemChoice({ kind, item, onKind, onItem }: Props) {
  const { nodes } = useFolderTree(kind)
  const items = useMemo(() => itemsOf(nodes ?? [], kind), [nodes, kind])
  return (
    <>
      <label className={styles.field}>
        Kind
        <Select<DocKind>
          aria-label="Kind"
          className={styles.action}
          value={kind}
          options={kinds}
          getPopupContainer={inDialog}
          onChange={onKind}
        />
      </label>
      <label className={styles.field}>
        Item
        <Select
          aria-label="Item"
          className={styles.item}
          placeholder="Choose a folder or document"
          value={item?.id ?? null}
          loading={nodes === undefined}
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent="Nothing matches"
          options={items.map(({ id, path }) => ({ value: id, label: path }))}
          getPopupContainer={inDialog}
          onChange={(id: string) => {
            const found = items.find((one) => one.id === id)
            if (found !== undefined) onItem(found)
          }}
        />
      </label>
    </>
  )
}
