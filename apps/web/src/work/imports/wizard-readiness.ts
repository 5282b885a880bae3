import type { Import, PipelineListItem, ScheduledJob } from '@millrace/contract'
import { texts, textWith } from '@millrace/contract/errors'
import { blocksPipeline, isUnderWay } from '@millrace/contract/imports/import-states.rule'
import { missingProperties } from '@millrace/contract/pipelines/pipeline.rule'
import { type Choice, fetchIt } from '../uploads/sending.ts'
import { notReady, type SourceFile } from '../uploads/source-files.ts'
import type { GivenFiles } from '../uploads/use-sending-at-once.ts'

/** Why 'Next step' is disabled; empty when the step is ready (IMP-005, D-28). */
export type Reasons = string[]

/** Step 1: a pipeline is chosen. */
export const selectReasons = (pipeline: PipelineListItem | undefined): Reasons =>
  pipeline === undefined ? ['Choose a pipeline first'] : []

/**
 * Step 2: no missing property and, for every source, a file that was sent from here or is just being checked, which
 * step 3 judges, or a valid last upload (UPL-008, UPL-015, D-28).
 */
export function uploadReasons(pipeline: PipelineListItem, files: readonly SourceFile[], given: GivenFiles): Reasons {
  if (missingProperties(pipeline).length > 0) return [texts.missingProperties]
  const isJudgedNext = ({ upload, fromMaster }: SourceFile) =>
    !fromMaster && upload !== null && (upload.status === 'validating' || given.sent.has(upload._id))
  return files.flatMap((file) => choiceOf(file, given) ?? (isJudgedNext(file) ? [] : (notReady(file) ?? [])))
}

/** What is on its way for a pipeline or did not arrive, source by source. */
export const choiceReasons = ({ choices }: Pick<GivenFiles, 'choices'>): Reasons =>
  [...choices].map(([kind, choice]) => choiceReason(kind, choice))

/** Why a choice keeps the step: it is on its way, or did not arrive (UPL-016). */
function choiceReason(kind: string, { what, failure }: Choice): string {
  const done = what === fetchIt ? 'fetched' : 'sent'
  return failure === null ? `${kind}: still being ${done}` : `${kind}: could not be ${done}`
}

/**
 * Step 3: nothing is on its way and every source has a valid last upload: step 4 can start nothing before, and only here
 * an invalid file is replaced (D-28).
 */
export const processReasons = (files: readonly SourceFile[], given: Pick<GivenFiles, 'choices'>): Reasons =>
  files.flatMap((file) => choiceOf(file, given) ?? notReady(file) ?? [])

/** Why what was chosen for a source keeps the step; undefined where nothing is. What comes from the master is chosen there. */
function choiceOf({ source, fromMaster }: SourceFile, { choices }: Pick<GivenFiles, 'choices'>): string | undefined {
  const choice = fromMaster ? undefined : choices.get(source.dataSubKind)
  return choice && choiceReason(source.dataSubKind, choice)
}

/** Whether an import of the pipeline is under way or about to start (IMP-037, IMP-040). */
export const isBlocked = (imp: Import | null, job: ScheduledJob | null): boolean =>
  imp !== null && blocksPipeline(imp.state, job?.kind === 'immediate')

/** Why an existing plan cannot be edited for now (IMP-037 to IMP-039); null when it can. */
export function editLock(imp: Import | null, job: ScheduledJob | null): string | null {
  if (imp === null || !isBlocked(imp, job)) return null
  return isUnderWay(imp.state) ? texts.editWhileRunning : texts.editWhilePending
}

/** Why nothing can be started or planned beside it: an import that waits for a worker is not told as running. */
function startLock(imp: Import | null, job: ScheduledJob | null): string | null {
  const lock = editLock(imp, job)
  return lock === texts.editWhileRunning ? texts.importRunning : lock
}

/** Step 4 of a country pipeline: every source has a valid last upload, nothing is missing or running (IMP-009, IMP-010). */
export function planReasons(
  pipeline: PipelineListItem,
  files: readonly SourceFile[],
  running: { imp: Import | null; job: ScheduledJob | null },
): Reasons {
  const missing = missingProperties(pipeline)
  const lock = startLock(running.imp, running.job)
  return [
    ...(missing.length > 0 ? [textWith.missingFields(missing)] : []),
    ...files.flatMap((file) => notReady(file) ?? []),
    ...(lock === null ? [] : [lock]),
  ]
}

/** Step 4 of a master: it runs its chosen country pipelines (IMP-011, IMP-013). */
export function masterPlanReasons(
  pipeline: PipelineListItem,
  files: readonly SourceFile[],
  countries: number,
  chosen: number,
): Reasons {
  const missing = missingProperties(pipeline)
  if (countries === 0) return [texts.noCountries]
  return [
    ...(missing.length > 0 ? [textWith.missingFields(missing)] : []),
    ...files.flatMap((file) => notReady(file) ?? []),
    ...(chosen === 0 ? ['Choose at least one country pipeline'] : []),
  ]
}
