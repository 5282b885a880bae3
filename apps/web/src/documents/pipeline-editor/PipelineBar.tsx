import { Button } from '../../ui/Button.tsx'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { redoName, undoName } from '../editing/history.ts'
import styles from './pipeline-editor.module.css'
import type { PipelineEditing } from './use-pipeline-editor.ts'

/** What is edited, what can be undone, and how the draft differs from what is in production (PIP-009, PIP-011). */
export function PipelineBar({ editing, onCompare }: { editing: PipelineEditing; onCompare: () => void }) {
  const { base, history, value, dirty, readOnly } = editing
  const [undone, redone] = [undoName(history), redoName(history)]
  return (
    <Bar className={styles.bar ?? ''} role="toolbar" aria-label="Pipeline">
      <h2 className={styles.title}>
        {`${value.isMaster ? 'MASTER' : 'Country'} Pipeline [${base.name}]`}
        {dirty && (
          <span className={styles.dot} role="img" aria-label="Not saved" title="Not saved">
            ●
          </span>
        )}
      </h2>
      <Spacer />
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
      <Button
        disabled={dirty}
        title={dirty ? 'Save your changes first' : 'Production and staging, line by line'}
        onClick={onCompare}
      >
        Production and staging
      </Button>
    </Bar>
  )
}
