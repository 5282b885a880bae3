import type { ReadyListener } from '@millrace/contract'
import { type Selectable, sql } from 'kysely'
import { newId } from '../../../platform/database/ids.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Caller } from '../../../platform/http/caller.ts'

export type ListenerRow = Selectable<Tables['deployed_listeners']>
export type MessageRow = Selectable<Tables['listener_messages']>

/** A deployed listener beside the pipeline and component it stands for, as far as they still exist. */
export type ListedRow = ListenerRow & {
  pipelineName: string | null
  pipelineVersion: number | null
  pipelineLocked: boolean | null
  content: Record<string, unknown> | null
  componentName: string | null
  held: number
  dead: number
  waiting: number
  /** Whether its holder has told of itself in time. */
  isHeld: boolean
}

const countOf = (state: string) => sql<number>`(
  select count(*)::int from listener_messages m where m.listener_id = l.id and m.state = ${state})`

const listed = (db: Connection) =>
  db
    .selectFrom('deployed_listeners as l')
    .leftJoin('documents as d', 'd.id', 'l.pipeline_id')
    .leftJoin('document_versions as v', 'v.id', 'l.version_id')
    .leftJoin('document_versions as cv', (join) => join.on(sql<boolean>`cv.id = v.content->>'component'`))
    .leftJoin('documents as c', 'c.id', 'cv.document_id')
    .selectAll('l')
    .select([
      'd.name as pipelineName',
      'v.version as pipelineVersion',
      'v.locked as pipelineLocked',
      'v.content',
      'c.name as componentName',
      countOf('held').as('held'),
      countOf('dead').as('dead'),
      countOf('waiting').as('waiting'),
      sql<boolean>`l.holder is not null and l.lease_until > now()`.as('isHeld'),
    ])
    .orderBy('d.name')
    .orderBy('l.name')

export const listListeners = (db: Connection): Promise<ListedRow[]> => listed(db).execute()

export const findListener = (db: Connection, id: string): Promise<ListedRow | undefined> =>
  listed(db).where('l.id', '=', id).executeTakeFirst()

/** The listeners of a pipeline (document id), by name. */
export const listenersOf = (db: Connection, pipelineId: string): Promise<ListedRow[]> =>
  listed(db).where('l.pipeline_id', '=', pipelineId).execute()

export type Publication = ReadyListener & {
  pipelineId: string
  versionId: string
  sealedUrl: string
  shownUrl: string | null
}

/** Publishes a listener, or publishes it again in place of what it was. @returns its id */
export async function storeListener(tx: Connection, caller: Caller, one: Publication): Promise<string> {
  const values = {
    version_id: one.versionId,
    kind: one.kind,
    source: one.source,
    topic: one.topic,
    sealed_url: one.sealedUrl,
    shown_url: one.shownUrl,
    gather_count: one.gatherCount,
    gather_seconds: one.gatherSeconds,
    publisher_id: caller.userId,
  }
  const { id } = await tx
    .insertInto('deployed_listeners')
    .values({ id: newId(), pipeline_id: one.pipelineId, name: one.name, created_by: caller.userName, ...values })
    .onConflict((conflict) =>
      conflict.columns(['pipeline_id', 'name']).doUpdateSet({
        ...values,
        updated_at: sql`now()`,
        updated_by: caller.userName,
        revision: sql`deployed_listeners.revision + 1`,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function deleteListeners(tx: Connection, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .deleteFrom('deployed_listeners')
    .where('id', 'in', [...ids])
    .execute()
}

export async function setPaused(tx: Connection, id: string, paused: boolean): Promise<void> {
  await tx
    .updateTable('deployed_listeners')
    .set((set) => ({ paused, revision: set('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** One page of messages in a state, newest first, and how many there are. */
export async function readMessages(
  db: Connection,
  listenerId: string,
  page: { state: string; pageNumber: number; nbItemsPerPage: number },
): Promise<{ rows: MessageRow[]; totalCount: number }> {
  const ofState = db
    .selectFrom('listener_messages')
    .where('listener_id', '=', listenerId)
    .where('state', '=', page.state as MessageRow['state'])
  const rows = await ofState
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.nbItemsPerPage)
    .offset((page.pageNumber - 1) * page.nbItemsPerPage)
    .execute()
  const { total } = await ofState.select((fn) => fn.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { rows, totalCount: Number(total) }
}

const setAside = ['held', 'dead'] as const

/** Messages that were set aside wait again. @returns how many did */
export async function resumeMessages(tx: Connection, listenerId: string, ids: readonly string[]): Promise<number> {
  const done = await tx
    .updateTable('listener_messages')
    .set({ state: 'waiting', reason: '' })
    .where('listener_id', '=', listenerId)
    .where('id', 'in', [...ids])
    .where('state', 'in', setAside)
    .returning('id')
    .execute()
  return done.length
}

/** @returns how many were dropped */
export async function dropMessages(tx: Connection, listenerId: string, ids: readonly string[]): Promise<number> {
  const done = await tx
    .deleteFrom('listener_messages')
    .where('listener_id', '=', listenerId)
    .where('id', 'in', [...ids])
    .where('state', 'in', setAside)
    .returning('id')
    .execute()
  return done.length
}
