import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { Element, ShownElement } from '../../model/draft.ts'
import type { DiagramGraph } from '../model/graph.ts'
import { isSameElement } from '../use-diagram-selection.ts'
import { type BoxNode, minPortZoom } from './flow.ts'

/** What is too small to be told apart is shown so large that it can be read. */
const readableZoom = 0.6

/**
 * Moves the canvas to what was asked for elsewhere, in the list or among the faults. What is in sight and large enough
 * stays where it is.
 * @param hold keeps the canvas from being fitted again
 */
export function useShowAsked(
  graph: DiagramGraph,
  nodes: readonly BoxNode[],
  shown: ShownElement | null,
  hold: () => void,
) {
  const flow = useReactFlow()
  const done = useRef(shown)
  const box = useStore(({ domNode }) => domNode)
  useEffect(() => {
    if (shown === null || done.current === shown) return
    const asked = nodesOf(graph, nodes, shown.element)
    if (asked.length === 0) return
    done.current = shown
    box?.scrollIntoView({ block: 'nearest' })
    const area = areaOf(asked)
    const zoom = flow.getZoom()
    const frame = box?.getBoundingClientRect()
    const start = flow.flowToScreenPosition({ x: area.left, y: area.top })
    const end = flow.flowToScreenPosition({ x: area.right, y: area.bottom })
    const isInSight =
      frame !== undefined &&
      start.x >= frame.left &&
      start.y >= frame.top &&
      end.x <= frame.right &&
      end.y <= frame.bottom
    if (isInSight && zoom >= minPortZoom) return
    hold()
    void flow.setCenter((area.left + area.right) / 2, (area.top + area.bottom) / 2, {
      zoom: Math.max(zoom, readableZoom),
    })
  }, [hold, graph, nodes, shown, box, flow])
}

/** The box that an element is drawn as; of a link, the two that it joins. */
function nodesOf(graph: DiagramGraph, nodes: readonly BoxNode[], element: Element): BoxNode[] {
  const line = graph.lines.find((one) => isSameElement(one.element, element))
  const ids = line === undefined ? [] : [line.from.box, line.to.box]
  return nodes.filter(({ id, data }) =>
    line === undefined ? data.box.element !== null && isSameElement(data.box.element, element) : ids.includes(id),
  )
}

const areaOf = (nodes: readonly BoxNode[]) => ({
  left: Math.min(...nodes.map(({ position }) => position.x)),
  top: Math.min(...nodes.map(({ position }) => position.y)),
  right: Math.max(...nodes.map(({ position, width = 0 }) => position.x + width)),
  bottom: Math.max(...nodes.map(({ position, height = 0 }) => position.y + height)),
})
