import { Fragment } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { ActIcon } from './act-glyphs.tsx'
import type { ActName } from './acts.ts'
import styles from './acts.module.css'
import type { DiagramActs } from './use-diagram-acts.ts'

/** What is said beside its drawing; the others say it as a hint. */
const written: Partial<Record<ActName, string>> = {
  add: 'Component',
  connect: 'Connect',
  input: 'Input',
  output: 'Output',
}
const endsOfGroups: readonly ActName[] = ['output', 'group', 'paste']

type Props = {
  acts: DiagramActs
  /** Whether the palette stands beside the diagram; null where there is no room for it. */
  palette: { isShown: boolean; toggle: () => void } | null
}

/** What can be done with the diagram, as buttons; one that cannot be pressed now says what to do first. */
export function ActsBar({ acts, palette }: Props) {
  if (acts.acts.length === 0) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label="Edit the diagram">
      {acts.acts.map(({ name, label, keys, refused }) => (
        <Fragment key={name}>
          <Button
            className={styles.act ?? ''}
            aria-label={label}
            // It stays in reach of the keyboard, and says why.
            aria-disabled={refused !== null}
            title={refused ?? (keys === undefined ? label : `${label} (${keys})`)}
            onClick={() => acts.perform(name)}
          >
            <ActIcon name={name} />
            {written[name]}
          </Button>
          {endsOfGroups.includes(name) && <span className={styles.gap} />}
        </Fragment>
      ))}
      {palette !== null && (
        <Button className={styles.act ?? ''} aria-pressed={palette.isShown} onClick={palette.toggle}>
          Palette
        </Button>
      )}
    </div>
  )
}
