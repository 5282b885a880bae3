import { createHash } from 'node:crypto'
import { type ComponentGraph, defaultLinkCode, executionOrder, textWith } from '@millrace/contract'
import {
  collectComponents,
  compileError,
  type IsClosed,
  isLeaf,
  type KnownComponents,
  type ResolveComponent,
} from './collect-components.ts'
import { GraphBuilder, type Origin } from './graph-builder.ts'
import { CompileError, type Program, type ProgramGraph, type ProgramModule, type ProgramSource } from './program.ts'
import { findRequiredModules } from './required-modules.ts'

/** The allowed module of this name, or nothing; asked only for names that the sources require. */
export type ResolveModule = (
  name: string,
) => ProgramModule | null | undefined | Promise<ProgramModule | null | undefined>

export type CompileOptions = {
  /** Modules that code may require, or where to find them; any other name does not compile (MOD-007). */
  modules?: readonly ProgramModule[] | ResolveModule
  /** Components that run as closed boxes: all that leaves them are the outputs of their instance. None by default. */
  isClosed?: IsClosed
}

const maxVertices = 20_000

/**
 * Makes one program of a component version and all it uses (CMP-001, CMP-004, D-108).
 * @throws CompileError with the fixed text: repeated or missing names, a cycle, a module that is not allowed, a
 * component that contains itself or is gone. Of what is wrong in a closed component only that there is an error inside.
 */
export async function compileProgram(
  root: ComponentGraph,
  resolve: ResolveComponent,
  options: CompileOptions = {},
): Promise<Program> {
  const isClosed = options.isClosed ?? (() => false)
  const known = await collectComponents(root, resolve, isClosed)
  const compiler = new Compiler(known, isClosed)
  const graph = compiler.graph(root)
  const modules = await allowedModules(compiler.sources, options.modules ?? [])
  const body = {
    name: root.name,
    inputs: root.inputs.map((port) => port.name),
    outputs: root.outputs.map((port) => port.name),
    sources: compiler.sources,
    modules,
    graph,
  }
  return { hash: createHash('sha256').update(JSON.stringify(body)).digest('hex'), ...body }
}

async function allowedModules(
  sources: readonly ProgramSource[],
  allowed: readonly ProgramModule[] | ResolveModule,
): Promise<ProgramModule[]> {
  const find = typeof allowed === 'function' ? allowed : (name: string) => allowed.find((entry) => entry.name === name)
  const modules = new Map<string, ProgramModule>()
  const wantedBy = (code: string, box?: string) => findRequiredModules(code).map((name) => ({ name, box }))
  const openFirst = sources.toSorted((one, other) => Number(one.box !== undefined) - Number(other.box !== undefined))
  const wanted = openFirst.flatMap((source) => wantedBy(source.code, source.box))
  // Grows while it is walked: a module may require another.
  for (const { name, box } of wanted) {
    if (modules.has(name)) continue
    const found = await find(name)
    if (found === null || found === undefined) throw compileError(box, textWith.moduleNotAllowed(name))
    const { version, code } = found
    modules.set(name, { name, version, code })
    wanted.push(...wantedBy(code, box))
  }
  return [...modules.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

class Compiler {
  readonly sources: ProgramSource[] = []
  readonly #byId = new Map<string, number>()
  readonly #known: KnownComponents
  readonly #isClosed: IsClosed
  #vertices = 0
  /** Path of the closed box that is compiled now, which is the path of all in it. */
  #box: string | null = null

  constructor(known: KnownComponents, isClosed: IsClosed) {
    this.#known = known
    this.#isClosed = isClosed
  }

  /** A graph of its own around one component: own inputs, the component, own outputs. */
  graph(component: ComponentGraph): ProgramGraph {
    return this.#wrap(component, component.name, (builder, origins) =>
      this.#place(builder, component, component.name, origins),
    )
  }

  /** The inside of a forEach, fed with one item at a time. */
  #inside(component: ComponentGraph, path: string): ProgramGraph {
    return this.#wrap(component, path, (builder, origins) => this.#draw(builder, component, path, origins))
  }

  #wrap(
    component: ComponentGraph,
    path: string,
    fill: (builder: GraphBuilder, origins: Map<string, Origin>) => Map<string, Origin>,
  ): ProgramGraph {
    const builder = new GraphBuilder(() => this.#box !== null)
    const origins = new Map<string, Origin>()
    for (const { name } of component.inputs) {
      const from = builder.add({ kind: 'input', path, port: name, slots: [] })
      origins.set(name, [{ from, port: '', code: null }])
    }
    const results = fill(builder, origins)
    for (const { name } of component.outputs) {
      builder.add({ kind: 'output', path, port: name, slots: [{ port: name, edges: results.get(name) ?? [] }] })
    }
    return builder.build()
  }

  /** Puts an instance into the graph and says where its outputs come from. */
  #place(
    builder: GraphBuilder,
    component: ComponentGraph,
    path: string,
    origins: Map<string, Origin>,
  ): Map<string, Origin> {
    if (++this.#vertices > maxVertices) throw new CompileError(`The component uses more than ${maxVertices} others`)
    if (component.kind === 'workflow') return this.#draw(builder, component, path, origins)
    const slots = component.inputs
      .map(({ name }) => ({ port: name, edges: origins.get(name) ?? [] }))
      .filter((slot) => slot.edges.length > 0)
    const outputs = component.outputs.map((port) => port.name)
    const [first] = component.inputs
    const streams = component.recordWise === true && slots.some((slot) => slot.port === first?.name)
    const from = isLeaf(component)
      ? builder.add({
          kind: 'leaf',
          path,
          slots,
          source: this.#leafSource(component),
          outputs,
          ...(streams && first !== undefined ? { items: first.name } : {}),
        })
      : builder.add({
          kind: 'forEach',
          path,
          slots,
          items: first?.name ?? '',
          inner: this.#inside(component, path),
          outputs,
        })
    return new Map(outputs.map((port) => [port, [{ from, port, code: null }]]))
  }

  /** Places an instance whose inside is not told: values are copied on their way in and out. */
  #placeClosed(
    builder: GraphBuilder,
    component: ComponentGraph,
    path: string,
    origins: Map<string, Origin>,
  ): Map<string, Origin> {
    const gated = (ports: Map<string, Origin>) =>
      new Map(
        [...ports].map(([port, edges]) => [port, edges.length === 0 ? [] : [builder.gate(path, { port, edges })]]),
      )
    const inside = gated(origins)
    this.#box = path
    const outputs = this.#place(builder, component, path, inside)
    this.#box = null
    return gated(outputs)
  }

  /** Draws the inside of a workflow or forEach into the graph at hand. */
  #draw(
    builder: GraphBuilder,
    component: ComponentGraph,
    path: string,
    origins: Map<string, Origin>,
  ): Map<string, Origin> {
    const own = new Map<string, Origin>()
    for (const { name } of component.inputs) {
      const edges = origins.get(name) ?? []
      if (edges.length > 0) own.set(name, [builder.relay(this.#pathOf(path, name), { port: name, edges })])
    }
    const results = new Map<string, Map<string, Origin>>([['', own]])
    const into = (instance: string, port: string): Origin =>
      component.links
        .filter((link) => link.toInstance === instance && link.toPort === port)
        .flatMap((link) => {
          const [origin] = results.get(link.fromInstance)?.get(link.fromPort) ?? []
          const code = this.#linkSource(component, link.name, link.jsCode)
          const { from, port: fromPort } = origin ?? { from: null, port: link.fromPort }
          const drawn = { component: path, name: link.name, from, port: fromPort, coded: code !== null }
          const told = this.#box === null ? { link: builder.link(drawn) } : {}
          if (origin === undefined) return []
          return [code === null ? origin : { ...origin, code, ...told }]
        })
    for (const name of executionOrder(component) ?? []) {
      const instance = component.instances.find((entry) => entry.name === name)
      const inner = instance && this.#known.get(instance.instanceOf)
      if (instance === undefined || inner === undefined) throw new CompileError(textWith.portProblem(name))
      const place = this.#pathOf(path, name)
      const constant = (port: string): Origin => {
        const value = plainConstant(instance.values, port)
        if (value === undefined) return []
        return [{ from: builder.add({ kind: 'constant', path: place, port, value, slots: [] }), port: '', code: null }]
      }
      const inputs = new Map(inner.inputs.map(({ name: port }) => [port, [...constant(port), ...into(name, port)]]))
      const opens = this.#box !== null || !this.#isClosed(instance.instanceOf)
      const outputs = opens
        ? this.#place(builder, inner, place, inputs)
        : this.#placeClosed(builder, inner, place, inputs)
      for (const [port, origin] of outputs) {
        // One edge without code, however often it is read: code of a link runs once.
        if (origin.length > 0) outputs.set(port, [builder.relay(this.#pathOf(place, port), { port, edges: origin })])
      }
      results.set(name, outputs)
    }
    return new Map(component.outputs.map((port) => [port.name, into('', port.name)]))
  }

  readonly #pathOf = (path: string, name: string): string => this.#box ?? `${path} / ${name}`

  #leafSource(component: ComponentGraph): number {
    return this.#source({
      id: component._id,
      label: component.name,
      kind: component.kind === 'function' ? 'function' : 'instruction',
      code: component.jsCode,
      // A function may use neither the database nor the network, and does not wait.
      async: component.kind === 'instruction' && (mayWait(component.jsCode) || component.isDB || component.isIO),
      db: component.kind === 'instruction' && component.isDB,
      io: component.kind === 'instruction' && component.isIO,
    })
  }

  #linkSource(component: ComponentGraph, link: string, jsCode: string): number | null {
    const code = jsCode.trim()
    if (code === '' || code.replace(/[\s;]+/g, '') === defaultLinkCode.replace(/[\s;]+/g, '')) return null
    return this.#source({
      id: `${component._id}#${link}`,
      label: `link '${link}' of ${component.name}`,
      kind: 'link',
      code: jsCode,
      async: false,
      db: false,
      io: false,
    })
  }

  #source(source: ProgramSource): number {
    // What is used inside a box and outside is compiled twice, so that each knows which it is.
    const id = this.#box === null ? source.id : `closed ${source.id}`
    const known = this.#byId.get(id)
    if (known !== undefined) return known
    this.sources.push(this.#box === null ? source : { ...source, id, box: this.#box })
    this.#byId.set(id, this.sources.length - 1)
    return this.sources.length - 1
  }
}

/** A copy of what JSON says of the constant, so that a program is plain data whoever made the component. */
function plainConstant(values: Record<string, unknown> | undefined, port: string): unknown {
  if (values === undefined || !Object.hasOwn(values, port)) return undefined
  const text = JSON.stringify(values[port])
  return text === undefined ? undefined : JSON.parse(text)
}

/** Errs on the side of waiting: a synchronous text compiled as async only costs a little time. */
const mayWait = (code: string): boolean => /\b(?:await|async|Promise|then)\b/.test(code)
