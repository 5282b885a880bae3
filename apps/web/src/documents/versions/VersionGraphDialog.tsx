import type { VersionRecord } from '@millrace/contract'
import { versionLabel } from '@millrace/contract/versions/version.rule'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { formatDate } from '../../ui/format.ts'
import { VersionPill } from '../../ui/VersionPill.tsx'
import { VersionGraphView } from './VersionGraphView.tsx'
import styles from './versions.module.css'

type Props = {
  name: string
  /** Newest first. */
  versions: readonly VersionRecord[]
  /** The version on screen. */
  current: string | undefined
  onChoose: (id: string) => void
  /** Makes a new draft of an older locked version; absent where this person may not. */
  onRestore?: ((version: VersionRecord) => void) | undefined
  onClose: () => void
}

/**
 * 'Select a version': which version was copied from which, drawn from left to right, and the same as a list for the keys
 * (CMP-023, D-94). Choosing one closes it.
 */
export function VersionGraphDialog({ name, versions, current, onChoose, onRestore, onClose }: Props) {
  const numbers = new Map(versions.map(({ _id, version }) => [_id, version]))
  const choose = (id: string) => {
    onClose()
    onChoose(id)
  }
  return (
    <Dialog title="Select a version" width={75} onCancel={onClose} footer={<Button onClick={onClose}>Cancel</Button>}>
      <p className={styles.explained}>{name}: click a version to open it. Lines lead to the copies of a version.</p>
      <VersionGraphView versions={versions} current={current} onChoose={choose} />
      <ul className={styles.list} aria-label={`Versions of ${name}`}>
        {versions.map((record, at) => {
          const from = record.vParents.flatMap((id) => numbers.get(id) ?? [])
          return (
            <li key={record._id} className={styles.listed}>
              <button
                type="button"
                className={styles.choice}
                aria-current={record._id === current}
                {...((record._id === current || (current === undefined && at === 0)) && { 'data-first-focus': true })}
                onClick={() => choose(record._id)}
              >
                <span className={styles.label}>{versionLabel(record.version, formatDate(record.lastUpdateDate))}</span>
                <VersionPill version={record.version} locked={record.vLocked} />
                {from.length > 0 && <span className="quiet">copied from version {from.join(', ')}</span>}
              </button>
              {onRestore !== undefined && record.vLocked && at > 0 && (
                <Button tone="link" onClick={() => onRestore(record)}>
                  Restore as new draft
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
