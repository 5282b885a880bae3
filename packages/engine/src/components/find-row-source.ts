import type { Program } from './program.ts'

/**
 * The own input whose list a component, or what it is in, takes record by record and unchanged: its record numbers are
 * those of that input. null where there is none, as behind a part that leaves records out.
 */
export function findRowSource(program: Program, component: string): string | null {
  const { vertices } = program.graph
  for (const vertex of vertices) {
    if (vertex.kind !== 'forEach' && vertex.kind !== 'leaf') continue
    if (component !== vertex.path && !component.startsWith(`${vertex.path} / `)) continue
    const [edge, ...others] = vertex.slots.find((slot) => slot.port === vertex.items)?.edges ?? []
    const from = edge === undefined || edge.code !== null || others.length > 0 ? undefined : vertices[edge.from]
    return from?.kind === 'input' ? from.port : null
  }
  return null
}
