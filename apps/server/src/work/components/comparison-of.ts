import { compareOutputs, type OutputComparison, type PayloadComparison } from '@millrace/contract'

/** Why a payload is not compared, as a sentence. */
export class NotComparedError extends Error {}

/** What one version made of a payload, or why it made nothing of it. */
export type VersionOutcome = { output: unknown } | { problem: string }
export type Payload = Pick<PayloadComparison, 'kind' | 'name'>

const nothing: OutputComparison = { records: 0, changed: 0, added: 0, removed: 0, moved: 0, fields: [], examples: [] }

export const skipped = (payload: Payload, message: string): PayloadComparison => ({
  ...payload,
  ...nothing,
  state: 'skipped',
  message,
})

/** What the draft makes of a payload beside what the locked version makes of it. */
export function comparisonOf(
  payload: Payload,
  { locked, draft }: { locked: VersionOutcome; draft: VersionOutcome },
  ignored: readonly string[] = [],
): PayloadComparison {
  if ('output' in locked && 'output' in draft)
    return { ...payload, ...compareOutputs(locked.output, draft.output, ignored), state: 'compared', message: null }
  if ('output' in locked && 'problem' in draft)
    return { ...payload, ...nothing, state: 'breaks', message: draft.problem }
  if ('problem' in locked && 'output' in draft)
    return { ...payload, ...nothing, state: 'repairs', message: locked.problem }
  return skipped(payload, `It fails with both versions: ${'problem' in draft ? draft.problem : ''}`)
}
