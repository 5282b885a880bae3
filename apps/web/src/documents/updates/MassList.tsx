import type { MassCandidate } from '@millrace/contract'
import { seesVersions } from '@millrace/contract/roles'
import { useSession } from '../../access/sessions/use-session.ts'
import { VersionPill } from '../../ui/VersionPill.tsx'
import { PickAll } from '../../ui/PickAll.tsx'
import styles from './updates.module.css'

type Props = {
  label: string
  /** What the box above all others says. */
  allLabel: string
  masters: readonly MassCandidate[]
  picked: ReadonlySet<string>
  onPick: (ids: readonly string[], on: boolean) => void
  disabled: boolean
  /** The one whose preview is shown. Absent: there are no previews. */
  shown?: string | undefined
  onShow?: (id: string) => void
}

/** Masters with a box each, by name, with version and padlock or pencil (VER-037, VER-039 to VER-041). */
export function MassList({ label, allLabel, masters, picked, onPick, disabled, shown, onShow }: Props) {
  const { role } = useSession()
  const ids = masters.map(({ _id }) => _id)
  return (
    <>
      <label className={styles.all}>
        <PickAll label={allLabel} ids={ids} picked={picked} onPick={onPick} disabled={disabled} />
        {allLabel}
      </label>
      <ul className={styles.list} aria-label={label}>
        {masters.map(({ _id, name, version, vLocked }) => (
          <li key={_id} className={styles.master} aria-current={shown === _id ? 'true' : undefined}>
            <input
              type="checkbox"
              aria-label={name}
              checked={picked.has(_id)}
              disabled={disabled}
              onChange={(event) => onPick([_id], event.target.checked)}
            />
            {onShow === undefined ? (
              <span className={styles.name}>{name}</span>
            ) : (
              <button type="button" className={styles.name} title="Show what would change" onClick={() => onShow(_id)}>
                {name}
              </button>
            )}
            {seesVersions(role) && <VersionPill version={version} locked={vLocked} short />}
          </li>
        ))}
      </ul>
    </>
  )
}
