import type { ElkNode } from 'elkjs/lib/elk-api.js'
import { layoutOptions } from './elk-graph.ts'

const boxes = 20
const boxesPerColumn = 4
const box = { width: 200, height: 80 }

/** A made-up diagram with what real ones have: ports at fixed places, links that cross and that skip a column. */
export const practiceGraph = (): ElkNode => ({
  id: 'root',
  layoutOptions: { ...layoutOptions },
  children: Array.from({ length: boxes }, (_, index) => ({
    id: `box${index}`,
    ...box,
    layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
    ports: [portOf(`in${index}`, 'WEST'), portOf(`out${index}`, 'EAST')],
  })),
  edges: Array.from({ length: boxes }, (_, index) => [
    linkOf(index, index + boxesPerColumn),
    linkOf(index, ((index * 7) % boxesPerColumn) + (Math.floor(index / boxesPerColumn) + 2) * boxesPerColumn),
  ])
    .flat()
    .filter(({ to }) => to < boxes)
    .map(({ from, to }) => ({ id: `${from}-${to}`, sources: [`out${from}`], targets: [`in${to}`] })),
})

const linkOf = (from: number, to: number) => ({ from, to })

const portOf = (id: string, side: 'WEST' | 'EAST') => ({
  id,
  x: side === 'WEST' ? 0 : box.width,
  y: box.height / 2,
  width: 0,
  height: 0,
  layoutOptions: { 'elk.port.side': side },
})
