import type { EdgeChange, NodeChange, XYPosition } from '@xyflow/react'
import { useMemo, useRef, useState } from 'react'
import type { Element } from '../../model/draft.ts'
import type { Layout } from '../layout/elk-graph.ts'
import type { DiagramGraph } from '../model/graph.ts'
import type { DiagramSelection } from '../use-diagram-selection.ts'
import {
  applySelectChanges,
  type BoxNode,
  edgesOf,
  type LineEdge,
  nodesOf,
  type ValuesByLink,
  withSelected,
} from './flow.ts'

const notMoved: ReadonlyMap<string, XYPosition> = new Map()

/** What the canvas draws, and what it tells: boxes pulled elsewhere, parts selected by click and by frame. */
export function useCanvas(graph: DiagramGraph, layout: Layout, selection: DiagramSelection, values: ValuesByLink) {
  // Boxes that were pulled elsewhere stay there until the diagram is laid out anew.
  const [pulled, setPulled] = useState({ layout, to: notMoved })
  const moved = pulled.layout === layout ? pulled.to : notMoved
  const laidOut = useMemo(() => nodesOf(graph, layout), [graph, layout])
  const lines = useMemo(() => edgesOf(graph, layout, values), [graph, layout, values])

  const last = useRef<{ nodes: BoxNode[]; edges: LineEdge[] }>({ nodes: [], edges: [] })
  const marked = useMemo(
    () =>
      withSelected(
        laidOut,
        last.current.nodes,
        ({ data }) => data.box.element !== null && selection.has(data.box.element),
      ),
    [laidOut, selection],
  )
  const edges = useMemo(
    () => withSelected(lines, last.current.edges, ({ data }) => data !== undefined && selection.has(data.line.element)),
    [lines, selection],
  )
  last.current = { nodes: marked, edges }
  const nodes = useMemo(
    () =>
      moved.size === 0 ? marked : marked.map((node) => ({ ...node, position: moved.get(node.id) ?? node.position })),
    [marked, moved],
  )

  const elements = useMemo(() => {
    const boxes = graph.boxes.map(({ id, element }) => [id, element] as const)
    return new Map<string, Element | null>([...boxes, ...graph.lines.map(({ id, element }) => [id, element] as const)])
  }, [graph])
  // One click tells of boxes and of links, one after the other, before anything is drawn anew.
  const selected = useRef(selection.elements)
  selected.current = selection.elements
  const select = (changes: readonly (NodeChange<BoxNode> | EdgeChange<LineEdge>)[]) => {
    const picked = changes.flatMap((change) => {
      const element = change.type === 'select' ? elements.get(change.id) : null
      return change.type === 'select' && element != null ? [{ element, selected: change.selected }] : []
    })
    if (picked.length === 0) return
    selected.current = applySelectChanges(selected.current, picked)
    selection.set(selected.current)
  }
  const move = (changes: readonly NodeChange<BoxNode>[]) => {
    const to = changes.flatMap((change) =>
      change.type === 'position' && change.position !== undefined ? [[change.id, change.position] as const] : [],
    )
    if (to.length > 0) setPulled({ layout, to: new Map([...moved, ...to]) })
  }
  return {
    nodes,
    edges,
    onNodesChange(changes: NodeChange<BoxNode>[]) {
      move(changes)
      select(changes)
    },
    onEdgesChange: (changes: EdgeChange<LineEdge>[]) => select(changes),
    isMoved: moved.size > 0,
    /** Puts every box back where it was laid out. */
    arrange: () => setPulled({ layout, to: notMoved }),
  }
}
