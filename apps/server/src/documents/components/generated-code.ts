import type { ComponentGraph } from '@millrace/contract'
import { compileProgram, planText, type ResolveModule } from '@millrace/engine'
import type { SeenGraphs } from './component-graphs.ts'

/**
 * The program of a component for people to read: its plan, then each author's source under a heading (D-113). It is not
 * what runs: a runner compiles every source alone. A closed component is one line of the plan; neither its name nor
 * anything it contains is told (S3).
 */
export async function generatedCode(
  root: ComponentGraph,
  { graphs, isClosed }: SeenGraphs,
  modules: ResolveModule,
): Promise<string> {
  const shown = (id: string) => {
    const graph = graphs.get(id)
    return graph !== undefined && isClosed(id) ? withoutInside(graph) : graph
  }
  const program = await compileProgram(root, shown, { modules })
  const heading = [
    ...planText(program, isClosed).split('\n'),
    ...program.modules.map((module) => `module ${module.name}`),
    ...(program.sources.length === 0 ? ['no code: the links alone do the work'] : []),
  ]
  const parts = program.sources
    .filter((source) => !isClosed(source.id.split('#')[0] ?? ''))
    .map((source) => {
      const flags = [source.async && 'waits', source.db && 'ctx.db', source.io && 'ctx.http'].filter(Boolean)
      return `${comment([`${source.label}: ${[source.kind, ...flags].join(', ')}`])}\n${source.code}`
    })
  return `${[comment(heading), ...parts].join('\n\n')}\n`
}

/** Those of the components that the root uses without passing through a closed one. */
export function openGraphs(root: ComponentGraph, { graphs, isClosed }: SeenGraphs): ComponentGraph[] {
  const found = new Map<string, ComponentGraph>()
  const visit = ({ instances }: ComponentGraph): void => {
    for (const { instanceOf } of instances) {
      const inner = graphs.get(instanceOf)
      if (inner === undefined || isClosed(instanceOf) || found.has(instanceOf)) continue
      found.set(instanceOf, inner)
      visit(inner)
    }
  }
  visit(root)
  return [...found.values()]
}

/** All that stays of a closed component: its ports, which the diagram that uses it names. */
const withoutInside = (graph: ComponentGraph): ComponentGraph => ({
  _id: graph._id,
  name: '',
  version: graph.version,
  kind: 'instruction',
  inputs: graph.inputs,
  outputs: graph.outputs,
  instances: [],
  links: [],
  jsCode: '',
  isDB: false,
  isIO: false,
})

/** Line comments: a name of a component cannot end them, and line breaks in it cannot either. */
const comment = (lines: readonly string[]): string =>
  lines
    .flatMap((line) => line.split(/[\n\r\u2028\u2029]/))
    .map((line) => `// ${line}`.trimEnd())
    .join('\n')
