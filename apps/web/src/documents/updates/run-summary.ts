import type { MassRow, MassRun } from '@millrace/contract'
import { versionDone } from '@millrace/contract/versions/version.rule'

/** What became of a master, in words (VER-025). */
export function rowText({ kind }: Pick<MassRun, 'kind'>, { old, new: made, state, touched }: MassRow): string {
  if (state === 'waiting') return 'waiting'
  if (state === 'failed') return 'failed'
  if (kind === 'lock') return versionDone.locked(old.version)
  const isNew = made !== null && made._id !== old._id
  if (isNew) return versionDone.updatedTo(old.version, made.version)
  // Drafts below it that an earlier master of the run changed in place, or else nothing but plans.
  return touched.length > 0 ? `Version ${old.version} is up to date` : `Plans moved to version ${old.version}`
}

/** How a run went as a whole, for a message. */
export function runSummary(run: MassRun): { text: string; detail: string; failed: number; decided: number } {
  const of = (state: MassRow['state']) => run.rows.filter((row) => row.state === state)
  const [done, failed] = [of('done').length, of('failed').length]
  const word = run.kind === 'lock' ? 'locked' : 'updated'
  const detail = of('done')
    .map((row) => `${row.old.name}: ${rowText(run, row)}`)
    .join(', ')
  const text = failed === 0 ? `${done} ${word}` : `${done} ${word}, ${failed} failed`
  return { text, detail, failed, decided: done + failed }
}
