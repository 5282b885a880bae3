import type { ScheduledJob } from '@millrace/contract'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'

/** What an update asks of the plans of pipelines, which are kept above the documents. */
export type PendingJobs = {
  /** Plans the caller sees that name one of these versions, themselves or in their list, soonest first. */
  tiedTo(tx: Connection, caller: Caller, versionIds: readonly string[]): Promise<ScheduledJob[]>
  /** Ties these plans, with their imports that have not begun, to other versions: `moved` by the version they name now. */
  move(tx: Connection, caller: Caller, jobIds: readonly string[], moved: ReadonlyMap<string, string>): Promise<void>
}

/** Where documents stand alone there are no plans. */
export const noPendingJobs: PendingJobs = {
  tiedTo: () => Promise.resolve([]),
  move: () => Promise.resolve(),
}
