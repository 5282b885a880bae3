import type { Component } from '@millrace/contract'
import { type DiagramFault, findDiagramFaults } from '@millrace/contract/components/diagram.rule'
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { describePeople, EditingNotices } from '../editing/EditingNotices.tsx'
import { VersionBar } from '../versions/VersionBar.tsx'
import { ComponentBar } from './ComponentBar.tsx'
import styles from './component-editor.module.css'
import { DiagramFaults } from './DiagramFaults.tsx'
import { startOfCase } from './guards/start-of-case.ts'
import { useTestCases, whyNotGreen } from './guards/use-test-cases.ts'
import { RunFaultContext } from './bench/run-fault-context.ts'
import { useRunFindings } from './bench/use-run-findings.ts'
import { draftOf, hasInside, type ShownElement } from './model/draft.ts'
import { findOwnInstances } from './model/own-instances.ts'
import { Section } from './Section.tsx'
import { useComponentEditor } from './use-component-editor.ts'
import { useInside } from './use-inside.ts'
import { useUsedComponents } from './use-used-components.ts'

const ComponentForm = lazy(() => import('./ComponentForm.tsx').then((module) => ({ default: module.ComponentForm })))
const TestBench = lazy(() => import('./bench/TestBench.tsx').then((module) => ({ default: module.TestBench })))
const TestCases = lazy(() => import('./guards/TestCases.tsx').then((module) => ({ default: module.TestCases })))
const LockedComparison = lazy(() =>
  import('./guards/LockedComparison.tsx').then((module) => ({ default: module.LockedComparison })),
)
const EditDiagram = lazy(() => import('./acts/EditDiagram.tsx').then((module) => ({ default: module.EditDiagram })))
const GenerateDialog = lazy(() => import('./GenerateDialog.tsx').then((module) => ({ default: module.GenerateDialog })))
const MergeDialog = lazy(() => import('../editing/MergeDialog.tsx').then((module) => ({ default: module.MergeDialog })))

type Props = { loaded: Component; onOpened: (id: string | null) => void }

/** A component with its versions: what keeps it from being built, and the parts it is made of (CMP-009, CMP-013). */
export function LoadedComponentEditor({ loaded, onOpened }: Props) {
  const editing = useComponentEditor(loaded)
  const { base, value: draft, readOnly, merging } = editing
  const used = useUsedComponents(draft.instances)
  const settled = useDeferredValue(draft)
  const faults = useMemo(
    () =>
      used.isLoaded
        ? [
            ...findOwnInstances(settled.instances, base.versions, used.byId),
            ...findDiagramFaults(settled, used.portsOf),
          ]
        : [],
    [settled, base.versions, used.byId, used.isLoaded, used.portsOf],
  )
  const inside = useInside()
  const isInsideShown = hasInside(draft.kind) && inside.isShown
  useEffect(() => {
    // Beside the components that it waits for.
    if (isInsideShown)
      void import('./diagram/layout/elk.ts').then(
        ({ prepareLayout }) => prepareLayout(),
        () => {},
      )
  }, [isInsideShown])
  // Newest first.
  const locked = base.versions.find(({ _id, vLocked }) => vLocked && _id !== base._id)
  const [shown, setShown] = useState<ShownElement | null>(null)
  const showFault = ({ at }: Pick<DiagramFault, 'at'>) => {
    editing.select(at)
    if (at[0] !== undefined) setShown({ element: at[0] })
  }
  const cases = useTestCases('component', base._id, base.sys_version)
  const writesCases = !base.readyMade && (!base.read_only || base.vLocked)
  const findings = useRunFindings(base.name, draft)
  const drawnFaults = useMemo(() => [...faults, ...findings.faults], [faults, findings.faults])
  const showRunFault = () => {
    const element = findings.place?.element ?? null
    if (element !== null) {
      if (!inside.isShown) inside.toggle()
      showFault({ at: [element] })
    }
    findings.show()
  }
  const [showsCode, setShowsCode] = useState(false)
  const theirs = useMemo(() => merging && draftOf(merging.theirs), [merging])
  return (
    <section className={styles.editor} aria-label={`Component ${base.name}`}>
      <ComponentBar editing={editing} inside={hasInside(draft.kind) ? inside : null} />
      <div className={styles.versions}>
        <VersionBar
          kind="component"
          document={base}
          dirty={editing.dirty}
          saving={editing.saving}
          others={describePeople(editing.presence)}
          onSave={() => void editing.save()}
          confirmLeave={editing.confirmLeave}
          beforeLock={cases.needed ? () => whyNotGreen(cases) : undefined}
          lockDetails={
            locked === undefined ? undefined : (
              <Suspense fallback={<SkeletonRows rows={2} />}>
                <LockedComparison id={base._id} version={locked.version} />
              </Suspense>
            )
          }
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
      <DiagramFaults faults={faults} onShow={isInsideShown ? showFault : null} />
      <div className={styles.sections}>
        {isInsideShown && (
          <Section title="View component schematic" remember="component-schematic">
            <Suspense fallback={<SkeletonRows rows={8} />}>
              <EditDiagram
                editing={editing}
                used={used}
                faults={drawnFaults}
                valuesByLink={findings.valuesByLink}
                shown={shown}
                onShow={setShown}
              />
            </Suspense>
          </Section>
        )}
        <Section
          title={hasInside(draft.kind) ? 'Build the component' : 'build'}
          remember="component-build"
          opened={findings.shown}
          actions={
            <Button
              disabled={editing.dirty}
              title={
                editing.dirty ? 'Save your changes first' : 'Check the saved component and show the code that runs'
              }
              onClick={() => setShowsCode(true)}
            >
              Generate code
            </Button>
          }
        >
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <RunFaultContext value={findings.marked}>
              <ComponentForm
                draft={draft}
                withInside={inside.isShown}
                used={used}
                folder={base.folder}
                recordWise={base.recordWise ?? false}
                readOnly={readOnly}
                onEdit={editing.apply}
              />
            </RunFaultContext>
          </Suspense>
        </Section>
        <Section title="Test component" remember="component-bench" startsFolded>
          <Suspense fallback={<SkeletonRows rows={8} />}>
            <TestBench
              component={base}
              draft={draft}
              saved={editing.saved}
              readOnly={readOnly}
              cases={cases}
              keepsCases={writesCases}
              findings={findings}
              onShowFault={showRunFault}
              onEdit={editing.apply}
            />
          </Suspense>
        </Section>
        <Section title="Test cases" remember="component-cases">
          <Suspense fallback={<SkeletonRows rows={2} />}>
            <TestCases
              kind="component"
              documentId={base._id}
              state={cases}
              start={() => startOfCase(draft, cases.cases ?? [])}
              dirty={editing.dirty}
              writes={writesCases}
            />
          </Suspense>
        </Section>
      </div>
      <Suspense>
        {showsCode && <GenerateDialog id={base._id} name={base.name} onClose={() => setShowsCode(false)} />}
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

const whyReadOnly = ({ vLocked, readyMade }: Component): string => {
  if (readyMade) return 'This component comes with the product: everybody may use it, and nobody changes it.'
  return vLocked
    ? 'This version is locked and cannot be changed. Unlock it to make a new draft.'
    : 'You may read this component, and not change it.'
}
