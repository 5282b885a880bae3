import { Button } from '../../ui/Button.tsx'
import { Bar, Spacer } from '../../ui/Layout.tsx'
import { redoName, undoName } from '../editing/history.ts'
import styles from './schema-editor.module.css'
import type { SchemaEditing } from './use-schema-editor.ts'

export type EditorDialog = 'edit' | 'import' | 'example'

type Props = {
  editing: SchemaEditing
  showsForm: boolean
  onShowForm: (shown: boolean) => void
  onDialog: (dialog: EditorDialog) => void
}

/** The name of the schema, undo and redo, and the dialogs for it as a whole (SCH-005). */
export function EditorBar({ editing, showsForm, onShowForm, onDialog }: Props) {
  const { base, history, dirty, readOnly } = editing
  const [undone, redone] = [undoName(history), redoName(history)]
  return (
    <Bar className={styles.bar ?? ''} role="toolbar" aria-label="Schema">
      <h2 className={styles.title}>
        {base.name}
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
          <Button onClick={() => onDialog('import')}>Import schema</Button>
          <Button onClick={() => onDialog('example')}>Import example</Button>
        </>
      )}
      <Button onClick={() => onDialog('edit')}>{readOnly ? 'Show json' : 'Edit json'}</Button>
      <Button aria-pressed={showsForm} onClick={() => onShowForm(!showsForm)}>
        Show UI
      </Button>
    </Bar>
  )
}
