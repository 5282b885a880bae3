import { type ComponentGraph, defaultLinkCode } from '@millrace/contract'

/**
 * What is allowed but looks like an oversight, as sentences that begin with the component's name (D-113).
 * @param used the component itself and those it contains
 */
export function componentWarnings(root: ComponentGraph, used: readonly ComponentGraph[]): string[] {
  const byId = new Map([root, ...used].map((graph) => [graph._id, graph]))
  return [...byId.values()].flatMap((graph) => {
    const found = isLeaf(graph) ? leafWarnings(graph) : diagramWarnings(graph, byId)
    return found.map((sentence) => `${graph.name}: ${sentence}`)
  })
}

const isLeaf = ({ kind }: ComponentGraph): boolean => kind === 'instruction' || kind === 'function'

function leafWarnings({ kind, jsCode, inputs, outputs, isDB, isIO }: ComponentGraph): string[] {
  if (jsCode.trim() === '') return ['there is no code']
  const named = (name: string) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(jsCode)
  // Where all ports go somewhere together, which of them are used cannot be told.
  const whole = (what: string) => new RegExp(`ctx\\s*\\.\\s*${what}\\b(?!\\s*[.[])`).test(jsCode)
  const warnings = whole('input')
    ? []
    : inputs.filter(({ name }) => !named(name)).map(({ name }) => `the input '${name}' is not used`)
  const returns = kind === 'function' || whole('output') || /\breturn\b/.test(jsCode)
  const missing = outputs.filter(({ name }) => !named(name))
  // What is returned or assigned as a whole may hold any port.
  if (!returns) warnings.push(...missing.map(({ name }) => `the output '${name}' is never set`))
  for (const [call, flag, name] of [
    ['db', isDB, 'isDB'],
    ['http', isIO, 'isIO'],
  ] as const) {
    const uses = new RegExp(`\\bctx\\s*\\.\\s*${call}\\b`).test(jsCode)
    if (uses && kind === 'function') warnings.push(`a function has no ctx.${call}; an instruction flagged ${name} has`)
    else if (uses && !flag) warnings.push(`the code uses ctx.${call}, but the component is not flagged ${name}`)
  }
  return warnings
}

function diagramWarnings(graph: ComponentGraph, byId: ReadonlyMap<string, ComponentGraph>): string[] {
  const { inputs, outputs, instances, links } = graph
  const warnings: string[] = []
  for (const { name } of inputs) {
    if (!links.some((link) => link.fromInstance === '' && link.fromPort === name)) {
      warnings.push(`the input '${name}' is not used`)
    }
  }
  for (const { name } of outputs) {
    if (!links.some((link) => link.toInstance === '' && link.toPort === name)) {
      warnings.push(`no link leads to the output '${name}'`)
    }
  }
  for (const instance of instances) {
    const component = byId.get(instance.instanceOf)
    // One without outputs is there for what it does, such as writing to the log.
    const used = component?.outputs.length === 0 || links.some((link) => link.fromInstance === instance.name)
    if (!used) warnings.push(`nothing uses what the instance '${instance.name}' gives`)
    for (const { name } of component?.inputs ?? []) {
      const fed = links.some((link) => link.toInstance === instance.name && link.toPort === name)
      if (!fed && !Object.hasOwn(instance.values ?? {}, name)) {
        warnings.push(`nothing feeds the input '${name}' of the instance '${instance.name}'`)
      }
    }
  }
  for (const link of links) {
    if (isDefaultCode(link.jsCode)) continue
    const from = byId.get(instances.find(({ name }) => name === link.fromInstance)?.instanceOf ?? '')
    const to = byId.get(instances.find(({ name }) => name === link.toInstance)?.instanceOf ?? '')
    // In a forEach the links carry single records.
    const streams =
      graph.kind === 'workflow' && (takesPieces(to, link.toPort) || (from !== undefined && givesPieces(from)))
    if (streams) warnings.push(`the link '${link.name}' has code, so that the whole list is gathered for it`)
  }
  return warnings
}

const isDefaultCode = (code: string): boolean =>
  ['', defaultLinkCode.replace(/[\s;]+/g, '')].includes(code.replace(/[\s;]+/g, ''))

/** Whether a list arrives at the component chunk by chunk. */
const givesPieces = (graph: ComponentGraph): boolean => graph.kind === 'forEach' || graph.recordWise === true
const takesPieces = (graph: ComponentGraph | undefined, port: string): boolean =>
  graph !== undefined && givesPieces(graph) && graph.inputs[0]?.name === port
