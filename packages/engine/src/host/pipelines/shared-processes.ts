import { availableParallelism } from 'node:os'
import type { JsonSchema } from '@millrace/contract'
import { sharedInput } from '../../components/shared-run.ts'
import type { Program } from '../../components/program.ts'
import type { PipelineSink, PipelineSource } from './ports.ts'

/** A smaller file is read in less time than another process takes to start. */
const worthBytes = 8 * 2 ** 20

export type SharedRun = { input: string; processes: number }

/**
 * Whether and by how many processes an import is shared. `wanted`: as set for the run, else half the cores, which on
 * two leaves one for the database and the isolate. null: one process does it all.
 */
export function sharedRun(
  { program, sources, sinks }: { program: Program; sources: readonly PipelineSource[]; sinks: readonly PipelineSink[] },
  wanted: number | undefined,
): SharedRun | null {
  const processes = wanted ?? Math.max(1, Math.floor(availableParallelism() / 2))
  const input = processes > 1 ? sharedInput(program) : null
  if (input === null || !sinks.every(isInPieces)) return null
  const file = sources.find((source) => source.dataSubKind === input)?.file ?? null
  if (file === null || (wanted === undefined && file.size < worthBytes)) return null
  return { input, processes }
}

/** Bytes of a batch do not depend on those before: a workbook's do, and so does what a table leaves out. */
const isInPieces = ({ format, rowSchema }: PipelineSink): boolean =>
  format === 'json' || format === 'ndjson' || (format === 'csv' && isClosed(rowSchema))

const isClosed = (schema: JsonSchema | null): boolean =>
  typeof schema === 'object' && schema !== null && schema.additionalProperties === false
