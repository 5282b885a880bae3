import type { DiagramFault } from '@millrace/contract/components/diagram.rule'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { SplitPane } from '../../../ui/SplitPane.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useNarrow } from '../../../ui/use-narrow.ts'
import type { ComponentDraft, ComponentEdit, Selection, ShownElement } from '../model/draft.ts'
import type { UsedComponents } from '../use-used-components.ts'
import { Canvas } from './canvas/Canvas.tsx'
import type { DiagramEdit } from './canvas/canvas-edit.ts'
import type { ValuesByLink } from './canvas/flow.ts'
import styles from './diagram.module.css'
import { useLayout } from './layout/use-layout.ts'
import { DiagramList } from './list/DiagramList.tsx'
import { graphOf } from './model/graph.ts'
import { useDiagramSelection } from './use-diagram-selection.ts'

const LinkPanel = lazy(() => import('./link/LinkPanel.tsx').then((module) => ({ default: module.LinkPanel })))

export type DiagramProps = {
  draft: ComponentDraft
  used: UsedComponents
  faults: readonly DiagramFault[]
  /** What is selected, and kept with the edits: Undo brings it back. */
  selected: Selection
  onSelect: (elements: Selection) => void
  /** What was asked for last: in the list, or among the faults. */
  shown: ShownElement | null
  onShow: (shown: ShownElement) => void
  onEdit: (edit: ComponentEdit | null) => void
  readOnly: boolean
  /** What the pointer may change; null where nothing may be changed. */
  edit: DiagramEdit | null
  /** What went over each link in a test run, by its name. */
  valuesByLink?: ValuesByLink
}

const noValues: ValuesByLink = new Map()
const howToBegin = 'Nothing is drawn yet. Add an input, a component and an output with the buttons above.'

/** The inside of a component as a drawing, and the same as a list beside it (CMP-013, CMP-031). */
export function DiagramSection(props: DiagramProps) {
  const { draft, used, faults, selected, onSelect, shown, onShow, edit, valuesByLink = noValues } = props
  const { name, inputs, outputs, instances, links } = draft
  const { byId, isLoaded } = used
  const graph = useMemo(
    () => graphOf({ inputs, outputs, instances, links }, { byId, isLoaded }, faults),
    [inputs, outputs, instances, links, byId, isLoaded, faults],
  )
  const selection = useDiagramSelection(draft, selected, onSelect)
  // The first layout waits for the ports, so that it is drawn and fitted once.
  const areKnown = useEver(isLoaded || used.error !== null)
  const { layout, isPending, error, retry } = useLayout(areKnown ? graph : null)
  const [wantsCode, setWantsCode] = useState(false)
  const stopWantingCode = useCallback(() => setWantsCode(false), [])
  const narrow = useNarrow()
  if (graph.boxes.length === 0) return <EmptyState text={edit === null ? 'Nothing is drawn.' : howToBegin} />
  const canvas =
    error !== null ? (
      <ErrorPanel error={`The diagram could not be laid out: ${error}`} onRetry={retry} />
    ) : layout === null ? (
      <SkeletonRows rows={8} />
    ) : (
      <Canvas
        label={`Diagram of ${name}`}
        graph={graph}
        layout={layout}
        isPending={isPending}
        selection={selection}
        shown={shown}
        values={valuesByLink}
        edit={edit}
      />
    )
  const list = (
    <DiagramList
      name={name}
      graph={graph}
      selection={selection}
      onShow={(element) => onShow({ element })}
      onOpenLink={() => setWantsCode(true)}
    />
  )
  const [only, ...others] = selection.elements
  return (
    <div>
      <div className={styles.diagram} aria-busy={isPending}>
        {narrow ? (
          <NarrowPanes canvas={canvas} list={list} />
        ) : (
          <SplitPane
            direction="columns"
            size={250}
            label="Resize the list of the diagram"
            remember="diagram-list"
            first={list}
            second={canvas}
          />
        )}
      </div>
      {only?.part === 'links' && others.length === 0 && (
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <LinkPanel
            draft={draft}
            index={only.index}
            used={used}
            readOnly={props.readOnly}
            wantsFocus={wantsCode}
            onFocused={stopWantingCode}
            onEdit={props.onEdit}
            onClose={selection.clear}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Whether it has been so once. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}

const tabs = [
  ['canvas', 'Drawing'],
  ['list', 'List'],
] as const

/** Drawing and list by tabs, where there is room for one of them. */
function NarrowPanes({ canvas, list }: { canvas: React.ReactNode; list: React.ReactNode }) {
  const [pane, setPane] = useState<'canvas' | 'list'>('canvas')
  return (
    <div className={styles.narrow}>
      <Tabs label="Part of the diagram" tabs={tabs} value={pane} onChange={setPane} />
      {pane === 'canvas' ? canvas : list}
    </div>
  )
}
