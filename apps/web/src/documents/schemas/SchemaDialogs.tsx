import type { Schema } from '@millrace/contract'
import { lazy, Suspense } from 'react'
import { findSchemaFaults } from './check-schema.ts'
import type { EditorDialog } from './EditorBar.tsx'
import type { Reference } from './use-references.ts'
import type { SchemaEditing } from './use-schema-editor.ts'

const SchemaTextDialog = lazy(() =>
  import('./dialogs/SchemaTextDialog.tsx').then((module) => ({ default: module.SchemaTextDialog })),
)
const ImportExampleDialog = lazy(() =>
  import('./dialogs/ImportExampleDialog.tsx').then((module) => ({ default: module.ImportExampleDialog })),
)
const MergeDialog = lazy(() => import('../editing/MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })))

type Props = {
  editing: SchemaEditing
  /** Which one of those for the whole schema is open. */
  dialog: EditorDialog | null
  references: readonly Reference[]
  onClose: () => void
}

/** The dialogs for a schema as a whole: its JSON, imports, and the merge with somebody's save (SCH-005). */
export function SchemaDialogs({ editing, dialog, references, onClose }: Props) {
  const { base, schema, readOnly, apply, merging } = editing
  return (
    <>
      <Suspense>
        {dialog === 'example' && (
          <ImportExampleDialog
            name={base.name}
            schema={schema as Schema['jsonSchema']}
            onClose={onClose}
            onApply={(next) => {
              apply({ name: 'import of an example', schema: next, selected: [] })
              onClose()
            }}
          />
        )}
        {(dialog === 'edit' || dialog === 'import') && (
          <SchemaTextDialog
            mode={dialog}
            name={base.name}
            schema={schema as Schema['jsonSchema']}
            readOnly={readOnly}
            references={references}
            check={(value) => findSchemaFaults(value).filter(({ tone }) => tone === 'error')}
            onClose={onClose}
            onApply={(next) => {
              apply({ name: dialog === 'edit' ? 'edit of the json' : 'import of a schema', schema: next, selected: [] })
              onClose()
            }}
          />
        )}
        {merging !== null && (
          <MergeDialog
            name={base.name}
            base={merging.base}
            mine={merging.mine}
            theirs={merging.theirs.jsonSchema}
            theirName={editing.presence?.savedBy ?? 'Somebody else'}
            onMerged={editing.merged}
            onCancel={editing.cancelMerge}
          />
        )}
      </Suspense>
    </>
  )
}
