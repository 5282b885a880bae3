import type { ProgramGraph } from './program.ts'

/** Paths of all vertices, depth first, as the guest numbers them from 1; index 0 is nobody. */
export function vertexPaths(graph: ProgramGraph): string[] {
  const paths = ['']
  const walk = (inner: ProgramGraph): void => {
    for (const vertex of inner.vertices) {
      paths.push(vertex.path)
      if (vertex.kind === 'forEach') walk(vertex.inner)
    }
  }
  walk(graph)
  return paths
}
