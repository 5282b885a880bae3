import type { TreeNode } from '@millrace/contract'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { VersionPill } from '../../ui/VersionPill.tsx'
import styles from './explorer.module.css'

type Props = {
  leaf: TreeNode
  /** The version on screen. */
  current: string | undefined
  onChoose: (version: string) => void
  onClose: () => void
}

/** The versions of a document, newest first, to go to one (FLD-006, FLD-008). */
export function VersionsDialog({ leaf, current, onChoose, onClose }: Props) {
  return (
    <Dialog
      title={`Choose version of ${leaf.label}`}
      onCancel={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <ul className={styles.versions}>
        {leaf.versions?.map(({ _id, version, vLocked, lastUpdateDate }) => (
          <li key={_id}>
            <button
              type="button"
              className={styles.versionButton}
              aria-current={_id === current}
              onClick={() => {
                onClose()
                onChoose(_id)
              }}
            >
              <VersionPill version={version} locked={vLocked} />
              <span className="quiet">
                saved <Timestamp at={lastUpdateDate} />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
