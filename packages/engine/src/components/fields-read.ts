import { fieldsReadBy } from './code-reads.ts'
import type { Program, ProgramEdge, ProgramGraph, ProgramVertex } from './program.ts'

/** What the records of an own input are to a value: its list, or one of them. */
type Flow = { port: string; form: 'list' | 'record' }

/** By own input: the fields of its records that the program may ever see; null = it may see all of them. */
export type FieldsRead = Record<string, string[] | null>

/**
 * Which fields of the records of each own input a program reads. Known where records are taken one by one by a forEach
 * and read by name only; whatever else becomes of them, everything is read.
 */
export function fieldsRead(program: Program): FieldsRead {
  let result = known.get(program.hash)
  if (result !== undefined) return result
  const reads = new ProgramReads(program)
  reads.graph(program.graph, new Map(program.inputs.map((port) => [port, { port, form: 'list' }])))
  result = reads.result()
  if (known.size >= maxKnown) known.clear()
  known.set(program.hash, result)
  return result
}

/** By hash: equal hash, equal behaviour. */
const known = new Map<string, FieldsRead>()
const maxKnown = 100

class ProgramReads {
  readonly #program: Program
  readonly #fields: Map<string, Set<string> | null>
  readonly #known = new Map<string, ReadonlySet<string> | null>()

  constructor(program: Program) {
    this.#program = program
    this.#fields = new Map(program.inputs.map((port) => [port, new Set()]))
  }

  result(): FieldsRead {
    return Object.fromEntries(
      [...this.#fields].map(([port, fields]) => [port, fields === null ? null : [...fields].sort()]),
    )
  }

  /** `own`: what comes in at the own inputs of the graph. */
  graph({ vertices }: ProgramGraph, own: ReadonlyMap<string, Flow>): void {
    // What components put out is theirs: had it been a record, everything would have been read.
    const flows: (Flow | undefined)[] = []
    const through = (edges: readonly ProgramEdge[]): Flow | undefined => {
      const found = edges.flatMap((edge) => flows[edge.from] ?? [])
      const [flow] = found
      if (edges.length === 1 && edges[0]?.code === null) return flow
      for (const { port } of found) this.#everything(port)
      return undefined
    }
    for (const [index, vertex] of vertices.entries()) {
      if (vertex.kind === 'input') flows[index] = own.get(vertex.port)
      else if (vertex.kind === 'relay') flows[index] = through(vertex.slots[0].edges)
      else this.#taken(vertex, new Map(vertex.slots.flatMap(({ port, edges }) => entry(port, through(edges)))))
    }
  }

  #taken(vertex: ProgramVertex, flows: ReadonlyMap<string, Flow>): void {
    if (vertex.kind === 'forEach') {
      const inside = [...flows].map(([port, flow]): [string, Flow | undefined] => {
        if ((port === vertex.items) === (flow.form === 'list')) return [port, { port: flow.port, form: 'record' }]
        this.#everything(flow.port)
        return [port, undefined]
      })
      this.graph(vertex.inner, new Map(inside.flatMap(([port, flow]) => entry(port, flow))))
      return
    }
    for (const [port, flow] of flows) {
      if (vertex.kind !== 'leaf' || flow.form === 'list' || vertex.items !== undefined) this.#everything(flow.port)
      else this.#read(flow.port, this.#fieldsOf(vertex.source, port))
    }
  }

  #fieldsOf(index: number, port: string): ReadonlySet<string> | null {
    const key = `${index} ${port}`
    const before = this.#known.get(key)
    if (before !== undefined) return before
    const source = this.#program.sources[index]
    const fields = source === undefined ? null : fieldsReadBy(source.code, source.async, port)
    this.#known.set(key, fields)
    return fields
  }

  #read(port: string, fields: ReadonlySet<string> | null): void {
    const before = this.#fields.get(port)
    if (fields === null) this.#everything(port)
    else if (before) for (const field of fields) before.add(field)
  }

  #everything(port: string): void {
    this.#fields.set(port, null)
  }
}

const entry = (port: string, flow: Flow | undefined): [string, Flow][] => (flow === undefined ? [] : [[port, flow]])
