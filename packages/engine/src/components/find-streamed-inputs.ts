import type { Program, ProgramSlot, ProgramVertex } from './program.ts'

/** Own inputs that feed a record-wise part directly; they are read last, so that what that part waits for is there. */
export function findStreamedInputs(program: Program): string[] {
  const { vertices } = program.graph
  const streamed = new Set<string>()
  const origin = (from: number): string | null => {
    const vertex = vertices[from]
    if (vertex === undefined) return null
    if (vertex.kind === 'input') return vertex.port
    return vertex.kind === 'relay' ? first(vertex.slots[0]) : first(itemSlot(vertex))
  }
  // A constant is there at once, so that what follows it streams.
  const first = (slot: ProgramSlot | undefined): string | null => {
    const edge = slot?.edges.find((entry) => vertices[entry.from]?.kind !== 'constant')
    return edge !== undefined && edge.code === null ? origin(edge.from) : null
  }
  for (const vertex of vertices) {
    const port = first(itemSlot(vertex))
    if (port !== null) streamed.add(port)
  }
  return program.inputs.filter((port) => streamed.has(port))
}

/** The port whose list comes in chunks, of a vertex that has one. */
const itemSlot = (vertex: ProgramVertex): ProgramSlot | undefined =>
  vertex.kind === 'forEach' || vertex.kind === 'leaf'
    ? vertex.slots.find((slot) => slot.port === vertex.items)
    : undefined
