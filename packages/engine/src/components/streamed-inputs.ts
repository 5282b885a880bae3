import type { Program, ProgramSlot } from './program.ts'

/** Own inputs that feed a record-wise part directly; they are read last, so that what that part waits for is there. */
export function streamedInputs(program: Program): string[] {
  const { vertices } = program.graph
  const streamed = new Set<string>()
  const origin = (from: number): string | null => {
    const vertex = vertices[from]
    if (vertex === undefined) return null
    if (vertex.kind === 'input') return vertex.port
    if (vertex.kind !== 'relay' && vertex.kind !== 'forEach') return null
    const [first] = (vertex.kind === 'forEach' ? itemSlot(vertex) : vertex.slots[0])?.edges ?? []
    return first !== undefined && first.code === null ? origin(first.from) : null
  }
  for (const vertex of vertices) {
    if (vertex.kind !== 'forEach') continue
    const [first] = itemSlot(vertex)?.edges ?? []
    const port = first !== undefined && first.code === null ? origin(first.from) : null
    if (port !== null) streamed.add(port)
  }
  return program.inputs.filter((port) => streamed.has(port))
}

const itemSlot = (vertex: { slots: readonly ProgramSlot[]; items: string }): ProgramSlot | undefined =>
  vertex.slots.find((slot) => slot.port === vertex.items)
