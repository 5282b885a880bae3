import type { Schema } from '@millrace/contract'
import { schemaIdPrefix, schemaNamePrefix } from '@millrace/contract/schemas/references.rule'
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SplitPane } from '../../ui/SplitPane.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { EditingNotices } from '../editing/EditingNotices.tsx'
import { MergeDialog } from '../editing/MergeDialog.tsx'
import { VersionBar } from '../versions/VersionBar.tsx'
import { findSchemaFaults } from './check-schema.ts'
import { EditorBar, type EditorDialog } from './EditorBar.tsx'
import { FaultList } from './FaultList.tsx'
import { faultsByRow, faultsOfRefusal } from './fault-places.ts'
import { Inspector } from './Inspector.tsx'
import { Palette } from './Palette.tsx'
import { SchemaTree } from './SchemaTree.tsx'
import styles from './schema-editor.module.css'
import { useSchemaEditor } from './use-schema-editor.ts'

const SchemaTextDialog = lazy(() =>
  import('./dialogs/SchemaTextDialog.tsx').then((module) => ({ default: module.SchemaTextDialog })),
)
const ImportExampleDialog = lazy(() =>
  import('./dialogs/ImportExampleDialog.tsx').then((module) => ({ default: module.ImportExampleDialog })),
)
const FormPreview = lazy(() => import('./FormPreview.tsx').then((module) => ({ default: module.FormPreview })))

/** The tree of a schema, what can be added to it, and the properties of what is selected (SCH-004, SCH-005). */
export function LoadedSchemaEditor({ loaded, onOpened }: { loaded: Schema; onOpened: (id: string | null) => void }) {
  const editing = useSchemaEditor(loaded)
  const { base, schema, selected, readOnly, apply, merging } = editing
  const [dialog, setDialog] = useState<EditorDialog | null>(null)
  const [showsForm, setShowsForm] = useState(false)
  const narrow = useNarrow()
  const { data: list } = useCall('GET /schemas/list')
  const references = useMemo(
    () =>
      (list ?? [])
        .filter(({ _id }) => _id !== base._id)
        .map(({ _id, name, version }) => ({
          address: `importer://schema/id/${_id}`,
          name: `${name}, version ${version}`,
        })),
    [list, base._id],
  )
  const settled = useDeferredValue(schema)
  const { refusal } = editing
  const faults = useMemo(() => {
    const found = findSchemaFaults(settled)
    if (refusal === null || refusal.schema !== settled) return found
    return [...faultsOfRefusal(refusal.message, settled, addressesOf(list ?? [])), ...found]
  }, [settled, refusal, list])
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
      {readOnly && <Notice look="line">{whyReadOnly(base)}</Notice>}
      <FaultList faults={faults} onShow={editing.select} />
      <div className={styles.panes}>
        {narrow ? (
          <NarrowPanes tree={tree} palette={palette} side={side} sideLabel={showsForm ? 'Form' : 'Properties'} />
        ) : (
          <SplitPane
            direction="columns"
            size={420}
            label="Resize the tree of the schema"
            remember="schema-tree"
            first={
              <div className={styles.column}>
                {palette}
                {tree}
              </div>
            }
            second={side}
          />
        )}
      </div>
      <Suspense>
        {dialog === 'example' && (
          <ImportExampleDialog
            name={base.name}
            schema={schema as Schema['jsonSchema']}
            onClose={() => setDialog(null)}
            onApply={(next) => {
              apply({ name: 'import of an example', schema: next, selected: [] })
              setDialog(null)
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
            onClose={() => setDialog(null)}
            onApply={(next) => {
              apply({ name: dialog === 'edit' ? 'edit of the json' : 'import of a schema', schema: next, selected: [] })
              setDialog(null)
            }}
          />
        )}
      </Suspense>
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
    </section>
  )
}

type PanesProps = { tree: ReactNode; palette: ReactNode; side: ReactNode; sideLabel: string }

/** Tree, palette and properties by tabs, where there is room for one of them. */
function NarrowPanes({ tree, palette, side, sideLabel }: PanesProps) {
  const [pane, setPane] = useState<'tree' | 'add' | 'side'>('tree')
  // Whoever asks for the form wants to see it.
  const [shown, setShown] = useState(sideLabel)
  if (shown !== sideLabel) {
    setShown(sideLabel)
    setPane('side')
  }
  const tabs = [
    ['tree', 'Tree'],
    ['add', 'Add'],
    ['side', sideLabel],
  ] as const
  return (
    <div className={styles.narrow}>
      <Tabs
        label="Part of the editor"
        tabs={palette === false ? tabs.filter(([name]) => name !== 'add') : tabs}
        value={pane}
        onChange={setPane}
      />
      {pane === 'tree' && tree}
      {pane === 'add' && palette}
      {pane === 'side' && side}
    </div>
  )
}

const addressesOf = (list: readonly { _id: string; name: string }[]): Set<string> =>
  new Set(list.flatMap(({ _id, name }) => [schemaIdPrefix + _id, schemaNamePrefix + name]))

const whyReadOnly = ({ vLocked }: Schema): string =>
  vLocked
    ? 'This version is locked and cannot be changed. Unlock it to make a new draft.'
    : 'You may read this schema, and not change it.'
