import type { Pipeline } from '@millrace/contract'
import { lazy, Suspense, useMemo, useState } from 'react'
import { confirm } from '../../ui/confirm.ts'
import { texts } from '@millrace/contract/errors'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageFoot } from '../../ui/Layout.tsx'
import { describePeople, EditingNotices } from '../editing/EditingNotices.tsx'
import { VersionBar } from '../versions/VersionBar.tsx'
import { InheritedValues } from './InheritedValues.tsx'
import { MissingList } from './MissingList.tsx'
import { draftOf } from './model/draft.ts'
import { formPointer, goBack } from './model/inheritance.ts'
import { PipelineBar } from './PipelineBar.tsx'
import styles from './pipeline-editor.module.css'
import { PipelineForm } from './PipelineForm.tsx'
import { useInheritance } from './use-inheritance.ts'
import { useMissing } from './use-missing.ts'
import { usePipelineEditor } from './use-pipeline-editor.ts'

const PublishPanels = lazy(() =>
  import('../deployments/publishing/PublishPanels.tsx').then((module) => ({ default: module.PublishPanels })),
)
const MergeDialog = lazy(() => import('../editing/MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })))
const DataStreamDialog = lazy(() =>
  import('./DataStreamDialog.tsx').then((module) => ({ default: module.DataStreamDialog })),
)

type Props = { loaded: Pipeline; onOpened: (id: string | null) => void }

/** A pipeline with its versions, what is missing before it can run, its form, and what of it is published. */
export function LoadedPipelineEditor({ loaded, onOpened }: Props) {
  const editing = usePipelineEditor(loaded)
  const { base, value: draft, readOnly, dirty, merging } = editing
  const { missing, loading: findsMissing } = useMissing(base._id, draft)
  const { inheritance, loading: loadsMaster } = useInheritance(draft)
  const loading = useInitialLoading(findsMissing || loadsMaster)
  const [shown, setShown] = useState<{ pointer: string } | null>(null)
  const [compares, setCompares] = useState(false)
  const theirs = useMemo(() => merging && draftOf(merging.theirs), [merging])
  const askAndSave = async () => {
    if (await confirm(texts.saveModifications)) await editing.save()
  }
  return (
    <section className={styles.editor} aria-label={`Pipeline ${base.name}`}>
      <PipelineBar editing={editing} onCompare={() => setCompares(true)} />
      <div className={styles.versions}>
        <VersionBar
          kind="pipeline"
          document={base}
          dirty={dirty}
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
        dirty={dirty}
        readOnly={!readOnly ? null : base.vLocked ? 'locked' : 'not allowed'}
        offered={editing.drafts.offered}
        onTake={editing.takeDraft}
        onDiscard={editing.drafts.discard}
        onCatchUp={() => void editing.catchUp()}
      />
      <div className={styles.body}>
        {readOnly && <Notice look="line">{whyReadOnly(base)}</Notice>}
        <MissingList missing={missing} onShow={(pointer) => setShown({ pointer })} />
        {inheritance !== null && (
          <InheritedValues
            inheritance={inheritance}
            readOnly={readOnly}
            onShow={(pointer) => setShown({ pointer: formPointer(draft, pointer) })}
            onGoBack={(fields) => editing.apply(goBack(draft, inheritance, fields))}
          />
        )}
        <PipelineForm
          editing={editing}
          inheritance={inheritance}
          loading={loading}
          shown={shown}
          onShow={(pointer) => setShown({ pointer })}
        />
        {!base.vLocked && !readOnly && (
          <PageFoot>
            <Button tone="primary" disabled={!dirty || editing.saving} onClick={() => void askAndSave()}>
              Save
            </Button>
          </PageFoot>
        )}
        <Suspense>{!loading && <PublishPanels pipeline={base} dirty={dirty} />}</Suspense>
      </div>
      <Suspense>
        {compares && <DataStreamDialog id={base._id} onClose={() => setCompares(false)} />}
        {merging !== null && (
          <MergeDialog
            name={base.name}
            base={merging.base}
            mine={merging.mine}
            theirs={theirs}
            theirName={editing.presence?.savedBy ?? 'Somebody else'}
            onMerged={editing.merged}
            onCancel={editing.cancelMerge}
          />
        )}
      </Suspense>
    </section>
  )
}

/** True as long as `loading` is for the first time: another master that is chosen later does not hide the form. */
function useInitialLoading(loading: boolean): boolean {
  const [first, setFirst] = useState(loading)
  if (first && !loading) setFirst(false)
  return first && loading
}

const whyReadOnly = ({ vLocked }: Pipeline): string =>
  vLocked
    ? 'This version is locked and cannot be changed. Unlock it to make a new draft.'
    : 'You may read this pipeline, and not change it.'
