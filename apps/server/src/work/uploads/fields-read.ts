import { CompileError, fieldsRead, type ResolveModule } from '@millrace/engine'
import { compileDefinition } from '../../documents/pipelines/compile-definition.ts'
import type { RunDefinition } from '../../documents/pipelines/pipelines.types.ts'

/** The fields of a source's records that imports of the pipeline may ever see; null = all, as far as anybody can tell. */
export async function fieldsReadOf(
  definition: RunDefinition | null,
  dataSubKind: string,
  modules: ResolveModule,
): Promise<string[] | null> {
  if (definition === null) return null
  try {
    return fieldsRead(await compileDefinition(definition, modules))[dataSubKind] ?? null
  } catch (error) {
    // Whoever runs the pipeline is told.
    if (!(error instanceof CompileError)) throw error
    return null
  }
}
