import '@xyflow/react/dist/base.css'
import { Background, MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from '@xyflow/react'
import { useEffect, useMemo, useRef } from 'react'
import type { ShownElement } from '../../model/draft.ts'
import styles from '../diagram.module.css'
import type { Layout } from '../layout/elk-graph.ts'
import type { DiagramGraph } from '../model/graph.ts'
import type { DiagramSelection } from '../use-diagram-selection.ts'
import { CanvasStateContext, type DiagramEdit } from './canvas-edit.ts'
import { CanvasTools, fitOptions } from './CanvasTools.tsx'
import { EndBox, InstanceBox } from './DiagramBoxes.tsx'
import { ArrowHeads, LinkLine } from './DiagramLines.tsx'
import { type BoxNode, type LineEdge, type ValuesByLink } from './flow.ts'
import { useCanvas } from './use-canvas.ts'
import { useCanvasEditEvents } from './use-canvas-edit-events.ts'
import { useShowAsked } from './use-show-asked.ts'

export type CanvasProps = {
  /** Names the canvas for screen readers. */
  label: string
  graph: DiagramGraph
  layout: Layout
  /** It is being laid out anew. */
  isPending: boolean
  selection: DiagramSelection
  /** Is brought into sight; each new object once. */
  shown: ShownElement | null
  values: ValuesByLink
  edit: DiagramEdit | null
}

const nodeTypes = { box: InstanceBox, end: EndBox }
const edgeTypes = { line: LinkLine }
const addKeys = ['Shift', 'Control', 'Meta']
/** More boxes than anybody overlooks at once. */
const minimapAbove = 30
/** From here on drawing all of them makes every move slow. */
const drawAllBelow = 100
/** The fit waits until the canvas has its size (CMP-033). */
const fitAfterMs = 100

/** The diagram, to be looked at, moved and selected in (CMP-031). */
export const Canvas = (props: CanvasProps) => (
  <ReactFlowProvider>
    <DrawnCanvas {...props} />
  </ReactFlowProvider>
)

function DrawnCanvas({ label, graph, layout, isPending, selection, shown, values, edit }: CanvasProps) {
  const { isMoved, arrange, ...drawn } = useCanvas(graph, layout, selection, values)
  const { state, events } = useCanvasEditEvents(graph, edit)
  const boxes = graph.boxes.length
  const { fit, hold, onMoveStart } = useFit(layout)
  useShowAsked(graph, drawn.nodes, shown, hold)
  return (
    <div className={styles.drawing}>
      <CanvasTools isMoved={isMoved} isPending={isPending} onArrange={arrange} onFit={fit} />
      <div className={styles.canvas}>
        <ArrowHeads />
        <CanvasStateContext value={state}>
          <ReactFlow<BoxNode, LineEdge>
            {...drawn}
            {...events}
            aria-label={label}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes}
            // At first before anything is seen; again when the canvas has its size.
            fitView
            fitViewOptions={fitOptions}
            onPaneClick={selection.clear}
            onMoveStart={onMoveStart}
            onlyRenderVisibleElements={boxes > drawAllBelow}
            minZoom={0.05}
            maxZoom={2}
            multiSelectionKeyCode={addKeys}
            deleteKeyCode={null}
            // The list beside it is the way through the diagram by keys.
            nodesFocusable={false}
            edgesFocusable={false}
            disableKeyboardA11y
            // The wheel moves the page; with Ctrl it zooms.
            zoomOnScroll={false}
            preventScrolling={false}
            zoomOnDoubleClick={false}
          >
            <Background gap={20} />
            {boxes > minimapAbove && <MiniMap pannable zoomable ariaLabel="Overview of the diagram" />}
          </ReactFlow>
        </CanvasStateContext>
      </div>
    </div>
  )
}

/** Brings the whole diagram into sight, and again when it has changed, until somebody moves the canvas themselves. */
function useFit(layout: Layout) {
  const { fitView } = useReactFlow()
  const isMoved = useRef(false)
  useEffect(() => {
    if (isMoved.current) return
    const timer = setTimeout(() => void fitView(fitOptions), fitAfterMs)
    return () => clearTimeout(timer)
  }, [fitView, layout])
  return useMemo(() => {
    const hold = () => {
      isMoved.current = true
    }
    return {
      fit() {
        isMoved.current = false
        void fitView(fitOptions)
      },
      /** What is in sight now stays there. */
      hold,
      /** @param event null where the canvas was not moved by hand */
      onMoveStart: (event: unknown) => event !== null && hold(),
    }
  }, [fitView])
}
