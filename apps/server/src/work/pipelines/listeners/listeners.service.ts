import { type DeployedListener, type ListenerMessage, mayCall, notFound, type MessageState } from '@millrace/contract'
import { mustHold } from '../../../documents/kernel/rights.ts'
import { seenOr404 } from '../../../documents/kernel/rights-of-items.ts'
import { findVersion, type VersionRow, versionsOf } from '../../../documents/kernel/versions/versions.reads.ts'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import { recordAudit } from '../../../people/audit/audit.service.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Platform } from '../../../platform/platform.ts'
import { presentListener, presentMessage } from './listeners.presenter.ts'
import {
  deleteListeners,
  dropMessages,
  findListener,
  type ListedRow,
  listenersOf,
  listListeners,
  readMessages,
  resumeMessages,
  setPaused,
} from './listeners.repository.ts'
import { publishListeners } from './publish-listeners.ts'

export type ListenersService = ReturnType<typeof createListenersService>

type Deps = {
  access: PipelineAccess
  outbound: Pick<Outbound, 'checkBroker'>
  /** Where the runtime receives posts; null when that is switched off. */
  runtimeUrl: string | null
}

/** Published listeners: who may publish, watch, pause and end them (DEP-001, DEP-009, API-085). */
export function createListenersService({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, deps: Deps) {
  const { access, outbound, runtimeUrl } = deps
  const present = (row: ListedRow): DeployedListener => presentListener(row, runtimeUrl)

  /** A version of the pipeline of a listener, which decides who may do what; null when the pipeline is gone. */
  async function versionOf(tx: Connection, row: ListedRow): Promise<VersionRow | null> {
    if (row.pipeline_id === null) return null
    return (
      (row.version_id && (await findVersion(tx, row.version_id))) ||
      ((await versionsOf(tx, row.pipeline_id))[0] ?? null)
    )
  }

  /**
   * The listener, if the caller may do that with its pipeline; one without a pipeline is for those who list it.
   * @throws ApiError 40400 when unknown or unseen; 40300
   */
  async function held(tx: Connection, caller: Caller, id: string, fact: keyof typeof mustHold): Promise<ListedRow> {
    const row = await findListener(tx, id)
    if (row === undefined) throw notFound()
    const version = await versionOf(tx, row)
    if (version === null) {
      if (!seesOrphans(caller)) throw notFound()
      mustHold[fact]({ sees: true, writes: true, writesBadges: true })
      return row
    }
    mustHold[fact]((await seenOr404(tx, caller, 'pipeline', version)).rights)
    return row
  }

  /** Changes a listener in a transaction that also tells the audit. */
  async function change<T>(
    caller: Caller,
    id: string,
    action: string,
    work: (tx: Connection, row: ListedRow) => Promise<{ answer: T; before: unknown; after: unknown }>,
  ): Promise<T> {
    return db.transaction().execute(async (tx) => {
      const row = await held(tx, caller, id, 'writesBadges')
      const { answer, before, after } = await work(tx, row)
      await recordAudit(tx, caller, { kind: 'listener', objectId: id, name: nameOf(row), action, before, after })
      return answer
    })
  }

  return {
    /**
     * Publishes this version's listeners, again in place of what was published (API-085). @returns the first of them
     * @throws ApiError 40000 'The pipeline has no listener' or what to change; 40300 without the write badges; 40400
     */
    async publish(caller: Caller, versionId: string): Promise<DeployedListener> {
      return db.transaction().execute(async (tx) => {
        const { row, rights } = await seenOr404(tx, caller, 'pipeline', await findVersion(tx, versionId))
        mustHold.writesBadges(rights)
        const { first, names } = await publishListeners(tx, caller, row, { secrets, outbound })
        const listener = await findListener(tx, first)
        if (listener === undefined) throw notFound()
        const after = { listeners: names, version: row.version }
        await recordAudit(tx, caller, {
          ...{ kind: 'listener', objectId: first, name: nameOf(listener), action: 'publish' },
          ...{ before: null, after },
        })
        return present(listener)
      })
    },

    /** By pipeline and name; those whose pipeline is gone for admin and super-admin. */
    async list(caller: Caller): Promise<DeployedListener[]> {
      const seen = await access.allSeen(caller)
      const rows = await listListeners(db)
      return rows
        .filter((row) => (row.pipelineName === null ? seesOrphans(caller) : seen.has(row.pipeline_id ?? '')))
        .map(present)
    },

    /** By its own id, or the first of a pipeline, any version (D-136); null when that has none. @throws ApiError 40400 */
    async find(caller: Caller, id: string): Promise<DeployedListener | null> {
      const version = await findVersion(db, id)
      if (version === undefined) return present(await held(db, caller, id, 'sees'))
      const { row, rights } = await seenOr404(db, caller, 'pipeline', version)
      mustHold.sees(rights)
      const [first] = await listenersOf(db, row.documentId)
      return first === undefined ? null : present(first)
    },

    /** Ends a listener for good; messages that were set aside go with it. @throws ApiError 40300; 40400 */
    unpublish: (caller: Caller, id: string): Promise<{ deleted: string }> =>
      change(caller, id, 'un-publish', async (tx, row) => {
        await deleteListeners(tx, [id])
        return { answer: { deleted: id }, before: { listener: row.name, held: row.held, dead: row.dead }, after: null }
      }),

    /** A paused listener takes nothing: the broker keeps its messages, posts are refused. @throws ApiError 40300; 40400 */
    pause: (caller: Caller, id: string, paused: boolean): Promise<DeployedListener> =>
      change(caller, id, paused ? 'pause' : 'go on', async (tx, row) => {
        await setPaused(tx, id, paused)
        const now = await findListener(tx, id)
        if (now === undefined) throw notFound()
        return { answer: present(now), before: { paused: row.paused }, after: { paused } }
      }),

    /** One page of the messages that were set aside. @throws ApiError 40400 */
    async messages(
      caller: Caller,
      id: string,
      page: { state: MessageState; pageNumber: number; nbItemsPerPage: number },
    ): Promise<{ messages: ListenerMessage[]; totalCount: number }> {
      await held(db, caller, id, 'sees')
      const { rows, totalCount } = await readMessages(db, id, page)
      return { messages: rows.map(presentMessage), totalCount }
    },

    /** Messages that were set aside are tried again. @throws ApiError 40300; 40400 */
    resume: (caller: Caller, id: string, ids: readonly string[]): Promise<{ resumed: number }> =>
      change(caller, id, 'resume messages', async (tx) => {
        const resumed = await resumeMessages(tx, id, ids)
        return { answer: { resumed }, before: null, after: { resumed } }
      }),

    /** @throws ApiError 40300; 40400 */
    drop: (caller: Caller, id: string, ids: readonly string[]): Promise<{ dropped: number }> =>
      change(caller, id, 'drop messages', async (tx) => {
        const dropped = await dropMessages(tx, id, ids)
        return { answer: { dropped }, before: { dropped }, after: null }
      }),
  }
}

/** Those who keep order among what is left over. */
const seesOrphans = ({ role }: Caller): boolean => mayCall(role, 'GET /imports/listScheduled')

const nameOf = (row: ListedRow): string => `${row.pipelineName ?? 'No pipeline'} / ${row.name}`
