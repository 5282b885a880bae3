import { type DeployedListener, type ListenerMessage, maxMessageCharacters, readyListener } from '@millrace/contract'
import { parsePipelineContent } from '../../../documents/pipelines/pipeline.content.ts'
import type { ListedRow, MessageRow } from './listeners.repository.ts'

/** Why a published listener cannot work any more (D-137), or null. */
function invalidity(row: ListedRow): string | null {
  if (row.pipelineName === null || row.content === null) return 'The pipeline version is gone: un-publish the listener.'
  if (row.componentName === null) return 'The component of the pipeline is gone.'
  const { dataSources } = parsePipelineContent(row.content)
  const info = { name: row.name, kind: 'http' as const, source: row.source }
  const ready = readyListener(info, dataSources)
  return typeof ready === 'string' ? ready : null
}

/** What it does, as far as its holder is there to tell. */
function stateOf(row: ListedRow): Pick<DeployedListener, 'state' | 'reason'> {
  if (row.paused) return { state: 'stopped', reason: null }
  if (row.isHeld) return { state: row.state, reason: row.reason }
  return { state: 'stopped', reason: 'No process holds it at the moment; millrace realtime or serve takes it.' }
}

/** DEP-009. @param postsAt where HTTP listeners receive posts, or null when that is switched off */
export function presentListener(row: ListedRow, postsAt: string | null): DeployedListener {
  const problem = invalidity(row)
  const { state, reason } = stateOf(row)
  return {
    _id: row.id,
    state: problem === null ? state : 'error',
    pipelineId: row.version_id,
    pipelineName: row.pipelineName,
    pipelineVersion: row.pipelineVersion,
    pipelineVLocked: row.pipelineLocked,
    listener: row.name,
    workflow: row.componentName ?? '',
    createDate: row.created_at.toISOString(),
    createUsername: row.created_by,
    updateDate: row.updated_at?.toISOString() ?? null,
    updateUsername: row.updated_by,
    isValid: problem === null,
    listenerName: row.name,
    kind: row.kind,
    address: row.kind === 'http' ? postsAt && `${postsAt}/listener/${row.id}` : row.shown_url,
    reason: problem ?? reason,
    paused: row.paused,
    lastMessageAt: row.last_message_at?.toISOString() ?? null,
    lag: row.kind === 'http' ? row.waiting : row.lag === null ? null : row.lag + row.waiting,
    received: Number(row.received),
    held: row.held,
    dead: row.dead,
  }
}

export const presentMessage = (row: MessageRow): ListenerMessage => ({
  _id: row.id,
  state: row.state === 'dead' ? 'dead' : 'held',
  receivedAt: row.received_at.toISOString(),
  reason: row.reason,
  text: row.body.toString('utf8').slice(0, maxMessageCharacters),
  size: row.body.length,
})
