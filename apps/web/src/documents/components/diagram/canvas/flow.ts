import { type Edge, type Node, Position } from '@xyflow/react'
import type { Layout, Point } from '../layout/elk-graph.ts'
import { portPlaces, sizeOf } from '../model/box-size.ts'
import type { DiagramBox, DiagramGraph, DiagramLine } from '../model/graph.ts'
import type { DiagramSelection } from '../use-diagram-selection.ts'

/** What went over a link in a test run, as its chip says it. */
export type LinkPreview = { text: string; title: string }
/** By the name of the link. */
export type ValuesByLink = ReadonlyMap<string, LinkPreview>

export type BoxNode = Node<{ box: DiagramBox }, 'box' | 'end'>
export type LineEdge = Edge<{ line: DiagramLine; route: readonly Point[]; preview: LinkPreview | null }, 'line'>

/** Below this zoom nobody can read or hit a port, and thousands of them make moving the canvas slow. */
export const minPortZoom = 0.45
/** Diameter of the dot of a port. */
const portSize = 8

const isEnd = ({ kind }: DiagramBox) => kind === 'input' || kind === 'output'

/** Boxes as the canvas takes them: those that have a place. */
export function nodesOf({ boxes }: DiagramGraph, layout: Layout): BoxNode[] {
  return boxes.flatMap((box): BoxNode[] => {
    const position = layout.boxes.get(box.id)
    if (position === undefined) return []
    const size = sizeOf(box)
    return [
      {
        id: box.id,
        type: isEnd(box) ? 'end' : 'box',
        position,
        ...size,
        // Known before it is drawn: links are there with the first picture.
        measured: size,
        handles: portPlaces(box).map(({ name, side, y }) => ({
          id: name,
          type: side === 'inputs' ? 'target' : 'source',
          position: side === 'inputs' ? Position.Left : Position.Right,
          x: (side === 'inputs' ? 0 : size.width) - portSize / 2,
          y: y - portSize / 2,
          width: portSize,
          height: portSize,
        })),
        data: { box },
        selectable: box.element !== null,
      },
    ]
  })
}

const noRoute: readonly Point[] = []

/** Links as the canvas takes them: those whose boxes both have a place. */
export function edgesOf({ lines }: DiagramGraph, layout: Layout, values: ValuesByLink): LineEdge[] {
  return lines
    .filter(({ from, to }) => layout.boxes.has(from.box) && layout.boxes.has(to.box))
    .map((line) => ({
      id: line.id,
      type: 'line',
      source: line.from.box,
      sourceHandle: line.from.port,
      target: line.to.box,
      targetHandle: line.to.port,
      data: { line, route: layout.routes.get(line.id) ?? noRoute, preview: values.get(line.name) ?? null },
    }))
}

/** The same entries, with what is selected marked; one that stays as it is stays the same object. */
export function withSelected<Entry extends BoxNode | LineEdge>(
  entries: readonly Entry[],
  before: readonly Entry[],
  isSelected: (entry: Entry) => boolean,
): Entry[] {
  const known = new Map(before.map((entry) => [entry.id, entry]))
  return entries.map((entry) => {
    const old = known.get(entry.id)
    const selected = isSelected(entry)
    if (old !== undefined && old.data === entry.data && old.selected === selected) return old
    return { ...entry, selected }
  })
}

/** The elements of ids that React Flow calls selected, or no longer. */
export function applySelectChanges(
  selection: DiagramSelection['elements'],
  changes: readonly { element: DiagramSelection['elements'][number]; selected: boolean }[],
): DiagramSelection['elements'] {
  const key = ({ part, index }: DiagramSelection['elements'][number]) => `${part} ${index}`
  const all = new Map(selection.map((element) => [key(element), element]))
  for (const { element, selected } of changes) {
    if (selected) all.set(key(element), element)
    else all.delete(key(element))
  }
  return [...all.values()]
}
