import type { LeafVertex, Program, ProgramGraph, ProgramSlot } from './program.ts'

/**
 * The program's plan for a person: what runs, what feeds it, what streams record by record and what gathers.
 * @param isClosed whether the component with this id is one of which the reader may know nothing but its ports
 */
export function planText(program: Program, isClosed: (id: string) => boolean = () => false): string {
  const head = `${program.name} (${program.hash.slice(0, 12)}): ${program.inputs.join(', ')} → ${program.outputs.join(', ')}`
  return [head, ...graphLines({ program, isClosed }, program.graph, '  ', true)].join('\n')
}

type Reading = { program: Program; isClosed(id: string): boolean }

function graphLines(reading: Reading, graph: ProgramGraph, indent: string, lists: boolean): string[] {
  const { program, isClosed } = reading
  return graph.vertices.flatMap((vertex, index) => {
    const line = (text: string) => `${indent}${index} ${text}`
    const feeds = vertex.slots.map((slot) => slotText(program, slot)).join('; ')
    switch (vertex.kind) {
      case 'input':
        return [line(`input ${vertex.port}`)]
      case 'output':
        return [line(`output ${vertex.port} ← ${feeds || 'nothing'}`)]
      case 'constant':
        return [line(`constant ${vertex.path} / ${vertex.port} = ${shortened(JSON.stringify(vertex.value))}`)]
      case 'relay':
        return [line(`port ${vertex.path} ← ${feeds}`)]
      case 'leaf':
        return [
          line(
            `${isClosed(program.sources[vertex.source]?.id ?? '') ? 'closed' : leafMode(vertex, lists)} ${vertex.path} ← ${feeds || 'nothing'}`,
          ),
        ]
      case 'forEach':
        return [
          line(`${lists ? 'stream' : 'loop'} ${vertex.path} for each of ${vertex.items} ← ${feeds || 'nothing'}`),
          ...graphLines(reading, vertex.inner, `${indent}  `, false),
        ]
    }
  })
}

const leafMode = (vertex: LeafVertex, lists: boolean): string =>
  !lists ? 'call' : vertex.items === undefined ? 'gather' : 'stream'

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text)

const slotText = (program: Program, slot: ProgramSlot): string =>
  `${slot.port}: ${slot.edges
    .map((edge) => {
      const from = edge.port === '' ? `${edge.from}` : `${edge.from}.${edge.port}`
      return edge.code === null ? from : `${from} through ${program.sources[edge.code]?.label ?? ''}`
    })
    .join(' + ')}`
