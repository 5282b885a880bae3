import type { Schema } from '@millrace/contract'
import { lazy, Suspense, useDeferredValue, useMemo, useReducer, useState } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { describePeople, EditingNotices } from '../editing/EditingNotices.tsx'
import { VersionBar } from '../versions/VersionBar.tsx'
import { EditorPanes } from './EditorPanes.tsx'
import { EditorBar, type EditorDialog } from './EditorBar.tsx'
import { FaultList } from './FaultList.tsx'
import { faultsByRow } from './fault-places.ts'
import { Inspector } from './Inspector.tsx'
import type { Path } from './model/paths.ts'
import { Palette } from './Palette.tsx'
import { SchemaDialogs } from './SchemaDialogs.tsx'
import { SchemaTree } from './SchemaTree.tsx'
import styles from './schema-editor.module.css'
import { useAddressWords } from './use-address-words.ts'
import { useKnownSchemas } from './use-known-schemas.ts'
import { useReferences } from './use-references.ts'
import { useSchemaEditor } from './use-schema-editor.ts'
import { useSchemaFaults } from './use-schema-faults.ts'

const FormPreview = lazy(() => import('./FormPreview.tsx').then((module) => ({ default: module.FormPreview })))

/** The tree of a schema, what can be added to it, and the properties of what is selected (SCH-004, SCH-005). */
export function LoadedSchemaEditor({ loaded, onOpened }: { loaded: Schema; onOpened: (id: string | null) => void }) {
  const editing = useSchemaEditor(loaded)
  const { base, schema, selected, readOnly, apply } = editing
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const [showsForm, setShowsForm] = useState(false)
  const list = useReferences()
  const references = useMemo(() => list.filter(({ id }) => id !== base._id), [list, base._id])
  const known = useKnownSchemas()
  const describe = useAddressWords(known)
  const settled = useDeferredValue(schema)
  const faults = useSchemaFaults(settled, { refusal: editing.refusal, saved: base.jsonSchema, known })
  const [shows, countShow] = useReducer((count: number) => count + 1, 0)
  const show = (row: Path) => {
    editing.select(row)
    countShow()
  }
  const rowFaults = useMemo(() => faultsByRow(faults), [faults])
  const palette = !readOnly && <Palette schema={schema} selected={selected} onAdd={apply} />
  const tree = (
    <SchemaTree
      schema={schema}
      name={base.name}
      documentId={base._id}
      selected={selected}
      readOnly={readOnly}
      faults={rowFaults}
      describe={describe}
      onSelect={editing.select}
      onEdit={apply}
    />
  )
  const side = showsForm ? (
    <Suspense>
      <FormPreview schema={settled as Schema['jsonSchema']} name={base.name} />
    </Suspense>
  ) : (
    <Inspector
      schema={schema}
      name={base.name}
      selected={selected}
      readOnly={readOnly}
      references={references}
      describe={describe}
      onEdit={apply}
    />
  )
  return (
    <section className={styles.editor} aria-label={`Schema ${base.name}`}>
      <EditorBar editing={editing} showsForm={showsForm} onShowForm={setShowsForm} onDialog={setDialog} />
      <div className={styles.versions}>
        <VersionBar
          kind="schema"
          document={base}
          dirty={editing.dirty}
          saving={editing.saving}
          others={describePeople(editing.presence)}
          onSave={() => void editing.save()}
          confirmLeave={editing.confirmLeave}
          // What was locked is the same version: it is shown as it is now.
          onOpened={(id) => (id === base._id ? void editing.catchUp() : onOpened(id))}
        />
      </div>
      <EditingNotices
        presence={editing.presence}
        sysVersion={base.sys_version}
        dirty={editing.dirty}
        readOnly={!readOnly ? null : base.vLocked ? 'locked' : 'not allowed'}
        offered={editing.drafts.offered}
        onTake={editing.takeDraft}
        onDiscard={editing.drafts.discard}
        onCatchUp={() => void editing.catchUp()}
      />
      {readOnly && (
        <div className={styles.why}>
          <Notice look="line">{whyReadOnly(base)}</Notice>
        </div>
      )}
      <FaultList faults={faults} onShow={show} />
      <EditorPanes
        tree={tree}
        palette={palette}
        side={side}
        sideLabel={showsForm ? 'Form' : 'Properties'}
        shows={shows}
      />
      <SchemaDialogs editing={editing} dialog={dialog} references={references} onClose={() => setDialog(null)} />
    </section>
  )
}

const whyReadOnly = ({ vLocked }: Schema): string =>
  vLocked
    ? 'This version is locked and cannot be changed. Unlock it to make a new draft.'
    : 'You may read this schema, and not change it.'
