import { Button } from '../../ui/Button.tsx'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { redoName, undoName } from '../editing/history.ts'
import styles from './component-editor.module.css'
import type { ComponentEditing } from './use-component-editor.ts'
import type { Inside } from './use-inside.ts'
import { VisitedTrail } from './VisitedTrail.tsx'

type Props = {
  editing: ComponentEditing
  /** Whether instances and links are shown; null where the component has none. */
  inside: Inside | null
}

/** The components visited on the way here, whether its inside is shown, and what can be undone (CMP-009, CMP-011). */
export function ComponentBar({ editing, inside }: Props) {
  const { base, history, dirty, readOnly } = editing
  const [undone, redone] = [undoName(history), redoName(history)]
  return (
    <Bar className={styles.bar ?? ''} role="toolbar" aria-label="Component">
      <h2 className={styles.title}>
        <VisitedTrail component={base} />
        {dirty && (
          <span className={styles.dot} role="img" aria-label="Not saved" title="Not saved">
            ●
          </span>
        )}
      </h2>
      <Spacer />
      {inside !== null && (
        <Button title="The instances and links of this component" onClick={inside.toggle}>
          {inside.isShown ? 'Hide inside' : 'Show inside'}
        </Button>
      )}
      {!readOnly && (
        <>
          <Button
            disabled={undone === null}
            title={undone === null ? 'Nothing to undo' : `Undo ${undone} (Ctrl Z)`}
            onClick={editing.undo}
          >
            Undo
          </Button>
          <Button
            disabled={redone === null}
            title={redone === null ? 'Nothing to redo' : `Redo ${redone} (Ctrl Shift Z)`}
            onClick={editing.redo}
          >
            Redo
          </Button>
        </>
      )}
    </Bar>
  )
}
