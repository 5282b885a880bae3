import type { ElkNode } from 'elkjs/lib/elk-api.js'
import { portPlaces, sizeOf } from '../model/box-size.ts'
import type { DiagramBox, DiagramGraph } from '../model/graph.ts'

export type Point = { x: number; y: number }
/** Where boxes lie, by id, and through which points links go: their start, each bend, and their end. */
export type Layout = { boxes: ReadonlyMap<string, Point>; routes: ReadonlyMap<string, readonly Point[]> }

/**
 * From left to right, with links around boxes. Linear segments place 300 boxes in a second and nearly straight; network
 * simplex takes three, and Brandes-Köpf draws a staircase.
 */
export const layoutOptions: ElkNode['layoutOptions'] = {
  'elk.algorithm': 'layered',
  'elk.direction': 'RIGHT',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'LINEAR_SEGMENTS',
  'elk.layered.thoroughness': '3',
  'elk.layered.spacing.nodeNodeBetweenLayers': '64',
  'elk.layered.spacing.edgeNodeBetweenLayers': '20',
  'elk.layered.spacing.edgeEdgeBetweenLayers': '12',
  'elk.spacing.nodeNode': '28',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  // Boxes that nothing joins stand in columns with the others, not in a pile of their own.
  'elk.separateConnectedComponents': 'false',
}

const portId = (box: string, side: 'inputs' | 'outputs', port: string) => JSON.stringify([box, side, port])

/** The diagram as ELK takes it: boxes with their sizes, ports at fixed places, links between ports. */
export const elkGraphOf = ({ boxes, lines }: DiagramGraph): ElkNode => ({
  id: 'root',
  layoutOptions,
  children: boxes.map(elkNodeOf),
  edges: lines.map(({ id, from, to }) => ({
    id,
    sources: [portId(from.box, 'outputs', from.port)],
    targets: [portId(to.box, 'inputs', to.port)],
  })),
})

function elkNodeOf(box: DiagramBox): ElkNode {
  const size = sizeOf(box)
  const layer = { input: 'FIRST', output: 'LAST' }[box.kind as string]
  return {
    id: box.id,
    ...size,
    layoutOptions: {
      'elk.portConstraints': 'FIXED_POS',
      // Boxes of a column begin at one line; own inputs end at one.
      'elk.alignment': box.kind === 'input' ? 'RIGHT' : 'LEFT',
      ...(layer === undefined ? {} : { 'elk.layered.layering.layerConstraint': layer }),
    },
    ports: portPlaces(box).map(({ name, side, y }) => ({
      id: portId(box.id, side, name),
      x: side === 'inputs' ? 0 : size.width,
      y,
      width: 0,
      height: 0,
      layoutOptions: { 'elk.port.side': side === 'inputs' ? 'WEST' : 'EAST' },
    })),
  }
}

/** What ELK made of it. */
export function layoutOf({ children = [], edges = [] }: ElkNode): Layout {
  return {
    boxes: new Map(children.map(({ id, x = 0, y = 0 }) => [id, { x, y }])),
    routes: new Map(
      edges.map(({ id, sections = [] }) => [
        id,
        sections.flatMap(({ startPoint, bendPoints = [], endPoint }) => [startPoint, ...bendPoints, endPoint]),
      ]),
    ),
  }
}
