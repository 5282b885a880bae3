import type { ProgramEdge, ProgramGraph, ProgramLink, ProgramSlot, ProgramVertex } from './program.ts'

/** Where the values of a port come from while a graph is built: links, in link order. */
export type Origin = ProgramEdge[]

/**
 * Collects the vertices of one graph. Workflows are drawn into the graph that uses them, so that a record passes any
 * depth of nesting in one call; only forEach opens a graph of its own.
 */
export class GraphBuilder {
  readonly #vertices: ProgramVertex[] = []
  readonly #links: ProgramLink[] = []
  readonly #isClosed: () => boolean

  /** @param isClosed whether what is added now is inside a closed box */
  constructor(isClosed: () => boolean) {
    this.#isClosed = isClosed
  }

  add(vertex: ProgramVertex): number {
    this.#vertices.push(this.#isClosed() ? { ...vertex, closed: true } : vertex)
    return this.#vertices.length - 1
  }

  link(link: ProgramLink): number {
    this.#links.push(link)
    return this.#links.length - 1
  }

  /** A port of a workflow drawn inside. One unchanged link needs no vertex of its own. */
  relay(path: string, slot: ProgramSlot): ProgramEdge {
    const [only, ...more] = slot.edges
    if (only !== undefined && more.length === 0 && only.code === null) return only
    return { from: this.add({ kind: 'relay', path, slots: [slot] }), port: '', code: null }
  }

  /** A port of a closed box. */
  gate(path: string, slot: ProgramSlot): ProgramEdge {
    return { from: this.add({ kind: 'relay', path, slots: [slot], gate: true }), port: '', code: null }
  }

  build(): ProgramGraph {
    return { vertices: this.#vertices, links: this.#links }
  }
}
