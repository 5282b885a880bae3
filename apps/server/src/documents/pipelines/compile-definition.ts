import { CompileError, compileProgram, type Program, type ResolveModule } from '@millrace/engine'
import type { RunDefinition } from './pipelines.types.ts'

/** The program that imports of a pipeline version run. @throws CompileError with the reason why there is none */
export async function compileDefinition(definition: RunDefinition, modules: ResolveModule): Promise<Program> {
  const graphs = new Map(definition.graphs.map((graph) => [graph._id, graph]))
  const root = graphs.get(definition.root)
  if (root === undefined) throw new CompileError('The component of the pipeline is gone')
  return compileProgram(root, (id) => graphs.get(id), { modules })
}
