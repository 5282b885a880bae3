import { mayWriteContext } from './context-writes.ts'
import type { Program, ProgramSlot } from './program.ts'

/**
 * The own input whose records can be dealt out to several processes, batch by batch: everything on the way from it to
 * the outputs works record by record. null where something gathers a whole list, merges lists, asks the host or may change
 * rt_context.
 */
export function sharedInput(program: Program): string | null {
  const { vertices } = program.graph
  if (program.sources.some((source) => source.db || source.io || mayWriteContext(source.code))) return null
  let found: string | null = null
  const only = (slot: ProgramSlot | undefined): number | null => {
    const [edge, ...more] = slot?.edges ?? []
    return edge !== undefined && more.length === 0 && edge.code === null ? edge.from : null
  }
  /** The input whose pieces come out of a vertex as they go in. */
  const streamed = (index: number | null): string | null => {
    const vertex = index === null ? undefined : vertices[index]
    if (vertex?.kind === 'input') return vertex.port
    if (vertex?.kind === 'relay') return streamed(only(vertex.slots[0]))
    if (vertex?.kind !== 'forEach' && vertex?.kind !== 'leaf') return null
    const items = vertex.slots.find((slot) => slot.port === vertex.items)
    if (!vertex.slots.every((slot) => slot === items || isFixed(only(slot)))) return null
    return streamed(only(items))
  }
  /** Complete before the first piece, and the same in every process. */
  const isFixed = (index: number | null): boolean => {
    const vertex = index === null ? undefined : vertices[index]
    if (vertex?.kind === 'relay') return isFixed(only(vertex.slots[0]))
    return vertex?.kind === 'input' || vertex?.kind === 'constant'
  }
  for (const vertex of vertices) {
    if (vertex.kind === 'input' || vertex.kind === 'constant') continue
    if (vertex.kind === 'relay' && isFixed(only(vertex.slots[0])) && !feedsOutput(program, vertices.indexOf(vertex))) {
      continue
    }
    const port = vertex.kind === 'output' ? streamed(only(vertex.slots[0])) : streamed(vertices.indexOf(vertex))
    if (port === null || (found !== null && found !== port)) return null
    found = port
  }
  if (found === null) return null
  // Its whole list must not be wanted as well.
  const whole = vertices.some(
    (vertex) =>
      (vertex.kind === 'forEach' || vertex.kind === 'leaf') &&
      vertex.slots.some((slot) => slot.port !== vertex.items && originOf(program, only(slot)) === found),
  )
  return whole ? null : found
}

function originOf(program: Program, index: number | null): string | null {
  const vertex = index === null ? undefined : program.graph.vertices[index]
  if (vertex?.kind === 'input') return vertex.port
  return vertex?.kind === 'relay' ? originOf(program, vertex.slots[0].edges[0]?.from ?? null) : null
}

function feedsOutput(program: Program, index: number): boolean {
  return program.graph.vertices.some(
    (vertex) =>
      (vertex.kind === 'output' && vertex.slots[0].edges.some((edge) => edge.from === index)) ||
      (vertex.kind === 'relay' && vertex.slots[0].edges.some((edge) => edge.from === index)),
  )
}
