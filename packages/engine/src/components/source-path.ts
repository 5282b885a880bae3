import type { Program, ProgramGraph } from './program.ts'

/** Path of the component, or of the diagram for code of a link, in which a source is used first; null when it is not. */
export function sourcePath(program: Program, source: number): string | null {
  const inGraph = (graph: ProgramGraph): string | null => {
    for (const vertex of graph.vertices) {
      if (vertex.kind === 'leaf' && vertex.source === source) return vertex.path
      for (const edge of vertex.slots.flatMap((slot) => slot.edges)) {
        if (edge.code === source && edge.link !== undefined) return graph.links[edge.link]?.component ?? null
      }
      const inner = vertex.kind === 'forEach' ? inGraph(vertex.inner) : null
      if (inner !== null) return inner
    }
    return null
  }
  return inGraph(program.graph)
}
