/**
 * A compiled component: the authors' sources, each apart, and the graph that calls them. Plain data, so that it can be
 * stored, hashed and handed to a runner process.
 */
export type Program = {
  /** SHA-256 of everything below: equal hash, equal behaviour. */
  hash: string
  name: string
  /** Own ports of the component, in its order. */
  inputs: string[]
  outputs: string[]
  sources: ProgramSource[]
  /** Those that the sources name, and no others. */
  modules: ProgramModule[]
  graph: ProgramGraph
}

/** One author's text. It is compiled alone and never joined with another's. */
export type ProgramSource = {
  /** Component version id, or `{id}#{link name}`. */
  id: string
  /** What a person calls it: 'Row to product', or "link 'rows' of Bikes catalogue". */
  label: string
  kind: 'instruction' | 'function' | 'link'
  code: string
  /** Compiled as an async function, because its text may wait. */
  async: boolean
  db: boolean
  io: boolean
  /** Path of the closed box it runs in: nothing of it is told to who runs the program (S3). */
  box?: string
}

/** Text of an allowed module, in CommonJS form, with no requires but of modules of the program. */
export type ProgramModule = { name: string; version: string; code: string }

/**
 * Vertices in an order in which each comes after all that feed it; `links`: those of the diagrams drawn here, but for
 * closed ones. `closed` of a vertex: it is part of a closed box, whose path it has (S3).
 */
export type ProgramGraph = { vertices: ProgramVertex[]; links: ProgramLink[] }

/** A link of a diagram: what comes out of a port, or (from null) nothing. Where it has code, an edge names it. */
export type ProgramLink = { component: string; name: string; from: number | null; port: string; coded: boolean }

/** From an output port of a vertex, through link code or (null) unchanged. `link`: whose code it is, in the graph's list. */
export type ProgramEdge = { from: number; port: string; code: number | null; link?: number }

/** An input port with the links that lead to it, in link order; several are merged. */
export type ProgramSlot = { port: string; edges: ProgramEdge[] }

export type ProgramVertex = { closed?: true } /** Own input port of the graph; its only output port is ''. */ & (
  | { kind: 'input'; path: string; port: string; slots: [] }
  /** A constant of the instance `path` for its input `port`; its only output port is ''. */
  | { kind: 'constant'; path: string; port: string; value: unknown; slots: [] }
  /**
   * Port of a workflow drawn inside: passes on what it gets. Its only output port is ''. `gate`: a port of a closed box,
   * through which nothing but copies of plain data pass.
   */
  | { kind: 'relay'; path: string; slots: [ProgramSlot]; gate?: true }
  | LeafVertex
  /** Runs `inner` for each item of the list on `items`; the other slots stay the same for every item. */
  | { kind: 'forEach'; path: string; slots: ProgramSlot[]; items: string; inner: ProgramGraph; outputs: string[] }
  /** Own output port of the graph. */
  | { kind: 'output'; path: string; port: string; slots: [ProgramSlot] }
)

export type LeafVertex = {
  kind: 'leaf'
  path: string
  slots: ProgramSlot[]
  source: number
  outputs: string[]
  /** Record-wise: the list on this port may come in chunks, each a call; every output is a list, appended in order. */
  items?: string
}

/** The component cannot be built; the message is one of the contract's diagram errors where there is one. */
export class CompileError extends Error {
  override readonly name = 'CompileError'
}
