import { createHash } from 'node:crypto'
import {
  type ComponentGraph,
  type Ports,
  defaultLinkCode,
  findDiagramFault,
  executionOrder,
  isPortName,
  textWith,
  texts,
} from '@millrace/contract'
import { GraphBuilder, type Origin } from './graph-builder.ts'
import { CompileError, type Program, type ProgramGraph, type ProgramModule, type ProgramSource } from './program.ts'
import { findRequiredModules } from './required-modules.ts'

/** Finds the component version with this id; undefined or null when there is none. */
export type ResolveComponent = (
  id: string,
) => ComponentGraph | null | undefined | Promise<ComponentGraph | null | undefined>

/** The allowed module of this name, or nothing; asked only for names that the sources require. */
export type ResolveModule = (
  name: string,
) => ProgramModule | null | undefined | Promise<ProgramModule | null | undefined>

export type CompileOptions = {
  /** Modules that code may require, or where to find them; any other name does not compile (MOD-007). */
  modules?: readonly ProgramModule[] | ResolveModule
}

type KnownComponents = ReadonlyMap<string, ComponentGraph>

const maxDepth = 64
const maxVertices = 20_000

/**
 * Makes one program of a component version and all it uses (CMP-001, CMP-004, D-108).
 * @throws CompileError with the fixed text: repeated or missing names, a cycle, a module that is not allowed, a
 * component that contains itself or is gone.
 */
export async function compileProgram(
  root: ComponentGraph,
  resolve: ResolveComponent,
  options: CompileOptions = {},
): Promise<Program> {
  const known = await collect(root, resolve)
  for (const component of known.values()) check(component, known)
  const compiler = new Compiler(known)
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
  const wanted = sources.flatMap((source) => findRequiredModules(source.code))
  // Grows while it is walked: a module may require another.
  for (const name of wanted) {
    if (modules.has(name)) continue
    const found = await find(name)
    if (found === null || found === undefined) throw new CompileError(textWith.moduleNotAllowed(name))
    const { version, code } = found
    modules.set(name, { name, version, code })
    wanted.push(...findRequiredModules(code))
  }
  return [...modules.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

async function collect(root: ComponentGraph, resolve: ResolveComponent): Promise<KnownComponents> {
  const known = new Map<string, ComponentGraph>([[root._id, root]])
  const visit = async (component: ComponentGraph, above: readonly string[]): Promise<void> => {
    if (above.includes(component._id)) throw new CompileError(texts.componentContainsItself)
    if (above.length > maxDepth) throw new CompileError(`Components are nested more than ${maxDepth} deep`)
    if (isLeaf(component)) return
    for (const instance of component.instances) {
      const inner = known.get(instance.instanceOf) ?? (await resolve(instance.instanceOf))
      if (inner === null || inner === undefined) throw new CompileError(textWith.portProblem(instance.name))
      known.set(instance.instanceOf, inner)
      await visit(inner, [...above, component._id])
    }
  }
  await visit(root, [])
  return known
}

const isLeaf = (component: ComponentGraph): boolean => component.kind === 'instruction' || component.kind === 'function'

function check(component: ComponentGraph, known: KnownComponents): void {
  // Instances and links drawn before a component became a leaf play no part in it.
  const drawn = isLeaf(component) ? { ...component, instances: [], links: [] } : component
  const problem = findDiagramFault(drawn, (id): Ports | undefined => known.get(id))
  if (problem !== null) throw new CompileError(problem)
  if (component.kind === 'forEach' && component.inputs.length === 0) {
    throw new CompileError(`${component.name} runs for each item of its first input, but has no input`)
  }
  const odd = [...component.inputs, ...component.outputs].find((port) => !isPortName(port.name))
  if (odd !== undefined) throw new CompileError(textWith.portProblem(odd.name))
}

class Compiler {
  readonly sources: ProgramSource[] = []
  readonly #byId = new Map<string, number>()
  readonly #known: KnownComponents
  #vertices = 0

  constructor(known: KnownComponents) {
    this.#known = known
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
    const builder = new GraphBuilder()
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
      if (edges.length > 0) own.set(name, [builder.relay(`${path} / ${name}`, { port: name, edges })])
    }
    const results = new Map<string, Map<string, Origin>>([['', own]])
    const into = (instance: string, port: string): Origin =>
      component.links
        .filter((link) => link.toInstance === instance && link.toPort === port)
        .flatMap((link) => {
          const [origin] = results.get(link.fromInstance)?.get(link.fromPort) ?? []
          const code = this.#linkSource(component, link.name, link.jsCode)
          const { from, port: fromPort } = origin ?? { from: null, port: link.fromPort }
          const drawn = builder.link({ component: path, name: link.name, from, port: fromPort, coded: code !== null })
          if (origin === undefined) return []
          return [code === null ? origin : { ...origin, code, link: drawn }]
        })
    for (const name of executionOrder(component) ?? []) {
      const instance = component.instances.find((entry) => entry.name === name)
      const inner = instance && this.#known.get(instance.instanceOf)
      if (instance === undefined || inner === undefined) throw new CompileError(textWith.portProblem(name))
      const place = `${path} / ${name}`
      const constant = (port: string): Origin => {
        const value = plainConstant(instance.values, port)
        if (value === undefined) return []
        return [{ from: builder.add({ kind: 'constant', path: place, port, value, slots: [] }), port: '', code: null }]
      }
      const inputs = new Map(inner.inputs.map(({ name: port }) => [port, [...constant(port), ...into(name, port)]]))
      const outputs = this.#place(builder, inner, place, inputs)
      for (const [port, origin] of outputs) {
        // One edge without code, however often it is read: code of a link runs once.
        if (origin.length > 0) outputs.set(port, [builder.relay(`${place} / ${port}`, { port, edges: origin })])
      }
      results.set(name, outputs)
    }
    return new Map(component.outputs.map((port) => [port.name, into('', port.name)]))
  }

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
    const known = this.#byId.get(source.id)
    if (known !== undefined) return known
    this.sources.push(source)
    this.#byId.set(source.id, this.sources.length - 1)
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
