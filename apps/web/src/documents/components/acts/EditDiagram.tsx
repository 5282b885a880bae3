import type { DiagramFault } from '@millrace/contract/components/diagram.rule'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { useNarrow } from '../../../ui/use-narrow.ts'
import { useSchemaStore } from '../../schemas/use-schema-store.ts'
import type { ValuesByLink } from '../diagram/canvas/flow.ts'
import { DiagramSection } from '../diagram/DiagramSection.tsx'
import type { KnownPorts } from '../model/connecting.ts'
import type { ShownElement } from '../model/draft.ts'
import type { ComponentEditing } from '../use-component-editor.ts'
import type { UsedComponents } from '../use-used-components.ts'
import styles from './acts.module.css'
import { ActsBar } from './ActsBar.tsx'
import { PalettePanel } from './PalettePanel.tsx'
import { useCanvasEdit } from './use-canvas-edit.ts'
import { useClipboardOf, useDiagramActs } from './use-diagram-acts.ts'

const ActDialogs = lazy(() => import('./ActDialogs.tsx').then((module) => ({ default: module.ActDialogs })))

type Props = {
  editing: ComponentEditing
  used: UsedComponents
  faults: readonly DiagramFault[]
  shown: ShownElement | null
  onShow: (shown: ShownElement) => void
  /** What went over each link in a test run, by its name. */
  valuesByLink?: ValuesByLink
}

/** The inside of a component, to be built by pointer or by keys; it is the same document that the form below shows. */
export function EditDiagram({ editing, used, faults, shown, onShow, valuesByLink }: Props) {
  const { value: draft, selected, readOnly } = editing
  const box = useRef<HTMLDivElement>(null)
  const acts = useDiagramActs(editing, used)
  const known = useKnownPorts(draft, used)
  const edit = useCanvasEdit(editing, known, acts.refuseInstance)
  const [showsPalette, setShowsPalette] = usePaletteShown()
  const narrow = useNarrow()
  useClipboardOf(box, acts.onClipboard)
  return (
    <div
      ref={box}
      className={styles.edit}
      // The canvas itself takes no focus: keys are answered here.
      tabIndex={-1}
      onKeyDown={acts.onKeyDown}
    >
      <ActsBar
        acts={acts}
        palette={narrow ? null : { isShown: showsPalette, toggle: () => setShowsPalette(!showsPalette) }}
      />
      <div className={styles.work}>
        {!readOnly && showsPalette && !narrow && (
          <PalettePanel refuseInstance={acts.refuseInstance} onTake={edit.add} />
        )}
        <DiagramSection
          draft={draft}
          used={used}
          faults={faults}
          selected={selected}
          onSelect={editing.select}
          shown={shown}
          onShow={onShow}
          onEdit={editing.apply}
          readOnly={readOnly}
          edit={readOnly ? null : edit}
          {...(valuesByLink === undefined ? {} : { valuesByLink })}
        />
      </div>
      <Suspense>
        {acts.dialog !== null && <ActDialogs editing={editing} used={used} known={known} acts={acts} />}
      </Suspense>
    </div>
  )
}

/** The ports of all that is drawn, with the schemas that they refer to. */
function useKnownPorts({ inputs, outputs }: ComponentEditing['value'], { byId }: UsedComponents): KnownPorts {
  const schemas = useMemo(
    () =>
      [{ inputs, outputs }, ...byId.values()].flatMap((component) => [
        ...component.inputs.map(({ inputSchema }) => inputSchema),
        ...component.outputs.map(({ outputSchema }) => outputSchema),
      ]),
    [inputs, outputs, byId],
  )
  const store = useSchemaStore(schemas)
  return useMemo(() => ({ portsOf: (id: string) => byId.get(id), store }), [byId, store])
}

const key = 'component-palette'

/** Whether the palette stands beside the diagram, which this browser remembers. */
function usePaletteShown() {
  const [isShown, setShown] = useState(() => localStorage.getItem(key) === 'shown')
  const change = (shown: boolean) => {
    localStorage.setItem(key, shown ? 'shown' : 'hidden')
    setShown(shown)
  }
  return [isShown, change] as const
}
