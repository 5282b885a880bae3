import type { DocKind, TreeNode } from '@millrace/contract'
import { versionText } from '@millrace/contract/versions/version.rule'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Explorer } from '../explorer/Explorer.tsx'
import { indexTree, pathOf, rowOfVersion } from '../folders/tree-index.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'
import styles from './pickers.module.css'

const titles: Record<DocKind, string> = { schema: 'Data Models', component: 'Components', pipeline: 'Pipelines' }

type Props = {
  kind: DocKind
  /** The version chosen so far. */
  versionId: string | null
  onChoose: (versionId: string) => void
  onClose: () => void
}

/** A version of a document, chosen in its folders; the newest unless another is. */
export function DocumentPickDialog({ kind, versionId, onChoose, onClose }: Props) {
  const { nodes } = useFolderTree(kind)
  const index = useMemo(() => indexTree(nodes ?? [], { words: '' }), [nodes])
  const [picked, setPicked] = useState(versionId)
  const row = rowOfVersion(index, picked ?? undefined)
  const versions = (row === undefined ? undefined : index.entries.get(row)?.node.versions) ?? []
  const pick = ({ value, versions: all }: TreeNode) => setPicked(all?.[0]?._id ?? value)
  return (
    <Dialog
      title={`Choose a ${kind}`}
      width={75}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            tone="primary"
            disabled={picked === null || row === undefined}
            onClick={() => picked !== null && onChoose(picked)}
          >
            Ok
          </Button>
        </>
      }
    >
      <div className={styles.tree}>
        <Explorer kind={kind} title={titles[kind]} selected={picked ?? undefined} onSelect={pick} choosesOnly whole />
      </div>
      <p role="status">{row === undefined ? `Choose a ${kind} in its folder.` : pathOf(index, row)}</p>
      {versions.length > 0 && (
        <label className={styles.version}>
          Version
          <select value={picked ?? ''} onChange={({ target }) => setPicked(target.value)}>
            {versions.map(({ _id, version, vLocked }) => (
              <option key={_id} value={_id}>
                {versionText(version, vLocked)}
              </option>
            ))}
          </select>
        </label>
      )}
    </Dialog>
  )
}
