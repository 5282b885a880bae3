import type { DetectedFormat, Finding, FindingGroup, JsonSchema } from '@millrace/contract'
import { recordPlace } from '@millrace/contract/uploads/record-place.rule'
import { maxRejectedBytes, type RejectedSummary } from '../../outputs/rejected/rejected-file.ts'
import type { FileSource, ValidateHost } from './ports.ts'
import { percent } from '../../runs/percent.ts'
import type { ValidateResult } from '../../protocol/messages.ts'
import { faultText, RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import type { SpareRunner } from '../processes/spare-runner.ts'
import { fieldsToKeep } from '../../schemas/fields-to-check.ts'
import { checkFile, type CheckedFile } from './checked-file.ts'
import { withFields } from './dataset-base.ts'

export type ValidateRequest = {
  file: FileSource
  /** Schema of one record; null = any record that can be read. */
  rowSchema: JsonSchema | null
  /** Schemas it refers to, by full address. */
  schemas: Record<string, JsonSchema>
  /** Share 0..1 of rejected records up to which the file is still valid. */
  tolerance: number
  /** Findings that go to the host one by one; absent = all. Groups and totals count them all. */
  shownFindings?: number
  /** Bytes of rejected records that are kept; absent = the usual limit. */
  rejectedBytes?: number
  /** What the dataset is made of (`datasetBaseOf`), where the host takes one, and what of each record it holds. */
  datasetBase?: string
  /** Fields that the program which imports the file may ever see; absent or null = all. */
  fieldsRead?: string[] | null
  limits?: Partial<RunnerLimits>
}

export type ValidateOutcome = {
  status: 'valid' | 'invalid'
  counts: { records: number; valid: number; rejected: number }
  detected: DetectedFormat
  groups: FindingGroup[]
  totalFindings: number
  /** Why the file as a whole cannot be used, naming file and place; null when only single records are rejected. */
  problem: string | null
  /** What the host's file of rejected records holds; null when there is none. */
  rejected: RejectedSummary | null
  /** The stamp of the host's dataset; null when there is none: the file cannot be used, or it could not be written. */
  dataset: { bytes: number; stamp: string } | null
  peakMiB: number
}

/** Findings written to the log one by one; then totals by cause (D-60). */
const findingsInLog = 100

/**
 * Validates an uploaded file (UPL-019): findings go to the host in chunks, the log gets the first 100 and the totals.
 * What the file does to the process (memory, endless patterns) makes it invalid; nothing is thrown for it.
 * @param spare whose runner is taken if one waits that fits
 * @throws RunError of kind aborted, setup
 */
export async function validateFile(
  request: ValidateRequest,
  host: ValidateHost,
  spare: SpareRunner | null = null,
): Promise<ValidateOutcome> {
  let logged = 0
  const level = request.tolerance > 0 ? 'warn' : 'error'
  const { shownFindings = Number.MAX_SAFE_INTEGER, rejectedBytes = maxRejectedBytes } = request
  const fields = fieldsToKeep(request.file.contentType, request.rowSchema, request.schemas, request.fieldsRead ?? null)
  const { openRejected, openDataset } = host
  const checked = await checkFile(
    {
      ...request,
      shownFindings,
      rejected: openRejected && { maxBytes: rejectedBytes, open: () => openRejected() },
      dataset: openDataset && {
        ...{ stamp: withFields(request.datasetBase ?? '', fields), stampsDecimal: true, isForImport: false, fields },
        open: () => openDataset(),
      },
    },
    {
      signal: host.signal,
      log: (lines) => {
        for (const line of lines) host.log(line.level, line.message)
      },
      progress: (records) => host.progress?.(records),
      findings: async (batch, sheet) => {
        for (const finding of batch.slice(0, findingsInLog - logged)) host.log(level, findingText(finding, sheet))
        logged = Math.min(findingsInLog, logged + batch.length)
        await host.findings(batch)
      },
    },
    (problem) => resultOf(problem, request),
    spare,
  )
  const { lost } = checked
  if (lost.rejected !== null) {
    host.log('warn', `The rejected records cannot be downloaded, they could not be kept: ${lost.rejected}`)
  }
  if (lost.dataset !== null) {
    host.log('warn', `The accepted records could not be kept, an import checks the file again: ${lost.dataset}`)
  }
  return concluded(checked, request, host)
}

function concluded(
  { counts, detected, groups, totalFindings, problem, rejected, dataset, peakMiB }: CheckedFile,
  { tolerance }: ValidateRequest,
  host: ValidateHost,
): ValidateOutcome {
  const level = tolerance > 0 ? 'warn' : 'error'
  if (totalFindings > findingsInLog) {
    host.log(level, `${totalFindings} findings in all, by cause:`)
    for (const group of groups) host.log(level, `${group.count} × ${group.message}`)
  }
  const valid = problem === null && counts.rejected <= tolerance * counts.records
  const outcome = {
    status: valid ? 'valid' : 'invalid',
    counts,
    detected,
    groups,
    totalFindings,
    problem,
    rejected,
    dataset,
    peakMiB,
  } as const
  if (problem !== null) host.log('error', problem)
  const total = `${counts.records} records: ${counts.valid} valid, ${counts.rejected} rejected`
  if (valid && counts.rejected > 0) host.log('warn', `${total}, within the tolerance of ${percent(tolerance)}`)
  else if (valid) host.log('success', total)
  else if (problem === null) host.log('error', `${total}, more than the tolerance of ${percent(tolerance)}`)
  return outcome
}

/** 'Row 12, line 14: …', 'Sheet Products, row 13: …' */
function findingText(finding: Finding, sheet: string | null): string {
  const place = recordPlace(finding, sheet)
  return place === '' ? finding.message : `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${finding.message}`
}

function resultOf(problem: unknown, { file }: ValidateRequest): ValidateResult {
  if (!(problem instanceof RunError) || problem.kind === 'aborted' || problem.kind === 'setup') throw problem
  const counts = { records: 0, valid: 0, rejected: 0 }
  const text = `${file.name}: The file cannot be checked: ${faultText(problem)}`
  const nothing = { detected: {}, groups: [], totalFindings: 0, rejected: null, dataset: null }
  return { mode: 'validate', counts, ...nothing, problem: text }
}
