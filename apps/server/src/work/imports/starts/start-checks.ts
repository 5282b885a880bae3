import { conflict, invalid, notFound, textWith, texts } from '@millrace/contract'
import type { Transaction } from 'kysely'
import type { Connection, Database } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { SeenPipeline } from '../../../documents/pipelines/pipelines.types.ts'
import { isBlockedByAnother } from '../imports.repository.ts'
import { inputsOf, isReady, missingPropertiesOf } from './readiness.ts'
import type { StartTarget } from './start-target.ts'
import { hasBlockingImport, hasPlan, lockPipelineRows } from './starts.repository.ts'

/** ApiError 40000 naming what the pipelines miss and what of the payload is absent (IMP-010, IMP-019, IMP-020). */
export function requireFields(pipelines: readonly SeenPipeline[], absent: readonly string[] = []): void {
  const missing = [...missingPropertiesOf(pipelines.map((pipeline) => pipeline.item)), ...absent]
  if (missing.length > 0) throw invalid(textWith.missingFields(missing))
}

/** ApiError 40000 unless each source has a valid upload (D-67); a chain finds that out pipeline by pipeline when it runs. */
export async function requireReady(db: Connection, target: StartTarget): Promise<void> {
  if (target.kind === 'one' && !isReady(await inputsOf(db, target.of))) throw invalid(texts.noValidUpload)
}

/**
 * Two who start or plan imports of the same pipelines wait for each other, so that the second sees what the first did.
 * @throws ApiError 40400 when one of them is gone
 */
export async function lockPipelines(tx: Transaction<Tables>, pipelineIds: readonly string[]): Promise<void> {
  const ids = [...new Set(pipelineIds)]
  if ((await lockPipelineRows(tx, ids)) !== ids.length) throw notFound()
}

export const pipelinesOf = ({ of, run }: StartTarget): string[] => [of, ...run].map((pipeline) => pipeline.pipelineId)

/** ApiError 40900 while an import of one of them blocks; for a chain, one that waits in another chain counts too. */
export async function requireNoRunningImport(db: Connection, { kind, run }: StartTarget): Promise<void> {
  const pipelineIds = run.map((pipeline) => pipeline.pipelineId)
  if (await hasBlockingImport(db, pipelineIds, { sequential: kind === 'chain' })) throw conflict(texts.importRunning)
}

/** A pipeline has one planned job at most; the wizard edits it (D-73). */
export async function requireNoPlan(db: Connection, pipelineId: string): Promise<void> {
  if (await hasPlan(db, pipelineId)) throw conflict(texts.alreadyPlanned)
}

/** Job, imports and queue entry stand or fall together; who loses a race gets the specified text (G8, D-73). */
export async function inOneTransaction<T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work)
  } catch (error) {
    if (isBlockedByAnother(error)) throw conflict(texts.importRunning)
    if (isSecondPlan(error)) throw conflict(texts.alreadyPlanned)
    throw error
  }
}

/** Whether the fault is that the pipeline has a planned job by now. */
function isSecondPlan(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23505' && constraint === 'jobs_one_planned'
}
