import type { DocKind, ExecutionResult } from '@millrace/contract'
import type { Connection } from '../database/database.ts'
import { notifyChannel, notifying } from '../database/notify-channel.ts'

/** One channel for everything that is pushed: PostgreSQL hands it to every process on commit, in commit order. */
export const liveChannel = 'millrace_live'

/**
 * What changed. It carries ids only: listeners read the rows themselves, so nothing is lost when a notice is,
 * and a payload never grows. `upload` and `import` in a `logs` notice name the owner of the new lines.
 */
export type LiveNotice =
  | { about: 'logs'; upload: string }
  | { about: 'logs'; import: string }
  | { about: 'upload'; id: string; pipelineId: string; change: 'insert' | 'update' }
  | { about: 'import'; id: string; pipelineId: string; change: 'insert' | 'update' | 'delete' }
  | { about: 'job'; id: string; pipelineId: string; change: 'insert' | 'update' | 'delete' }
  /** Something in a tree changed; null: in one of them. Each follower looks at what they see of it. */
  | { about: 'documents'; kind: DocKind | null }
  /** Somebody opened or closed an editor of the version. */
  | { about: 'presence'; versionId: string }
  /** What is published was changed, or who may ask for it. */
  | { about: 'endpoints' }
  /** What somebody's test run has logged. It is stored nowhere, so that the lines themselves travel, a few at a time. */
  | { about: 'testRun'; userId: string; run: string; logs: ExecutionResult['logs'] }

/** Sends a notice to all processes, when (and only if) the transaction at hand commits. */
export const notify = (db: Connection, notice: LiveNotice): Promise<void> => notifyChannel(db, liveChannel, notice)

type WithoutKeys<N, K extends PropertyKey> = N extends unknown ? Omit<N, K> : never

/**
 * Sends a notice with each row that the statement at hand changes: `update … returning id, <this>`.
 * @param columns where the statement finds it out: the columns of the row that the notice's other keys are taken from
 */
export const noticeOfRow = <K extends string = never>(
  notice: WithoutKeys<LiveNotice, K>,
  columns?: Record<K, string>,
) => notifying(liveChannel, notice, columns)
