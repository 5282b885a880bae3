import { forbidden, invalid, mayFollow, mayOpenTree, notFound, Subscription, textWith } from '@millrace/contract'
import type { Socket } from 'socket.io'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { Allowed, LiveSource, LiveSources, LiveSubscription } from './live-source.ts'

export type LiveDeps = {
  access: Pick<PipelineAccess, 'seen' | 'seenAmong'>
  sources: LiveSources
}

/** The subscription a client sent, checked for form. @throws ApiError 40000 naming what is missing or wrong */
export function readSubscription(message: unknown): Subscription {
  const parsed = Subscription.safeParse(message)
  if (parsed.success) return parsed.data
  const fields = [...new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? 'subscription')))]
  throw invalid(textWith.missingFields(fields))
}

/** The same model and filter is the same subscription, in whatever order the ids come. */
export function subscriptionKey({ model, filter }: Pick<Subscription, 'model' | 'filter'>): string {
  const [[name, values] = ['', []]] = Object.entries(filter as Record<string, string | string[]>)
  return JSON.stringify([model, name, [...new Set([values].flat())].sort()])
}

/**
 * What the caller may follow under this filter.
 * @throws ApiError 40300 when the role follows no such things, 40400 unless all that is named is known and seen
 */
export async function allow(
  { access, sources }: LiveDeps,
  caller: Caller,
  subscription: Pick<Subscription, 'model' | 'filter'>,
): Promise<Allowed> {
  const { model, filter } = subscription
  if (!mayFollow(caller.role, model)) throw forbidden()
  if ('kind' in filter) {
    if (!mayOpenTree(caller.role, filter.kind)) throw forbidden()
    return { pipelineIds: null, caller }
  }
  const source = sourceOf(sources, model)
  if (source.mustSee !== undefined) {
    await source.mustSee(caller, { filter })
    return { pipelineIds: null, caller }
  }
  const [[name, values] = ['', []]] = Object.entries(filter as Record<string, string[]>)
  const ids = new Set(values)
  if (name === 'pipelineId') {
    const pipelineIds: string[] = []
    for (const id of ids) pipelineIds.push((await access.seen(caller, id)).pipelineId)
    return { pipelineIds, caller }
  }
  const pipelineOf = await source.pipelinesOf({ filter })
  if (pipelineOf.size !== ids.size) throw notFound()
  const pipelines = [...new Set(pipelineOf.values())]
  const seen = await access.seenAmong(caller, pipelines)
  if (pipelines.some((id) => !seen.has(id))) throw notFound()
  return { pipelineIds: null, caller }
}

/** Begins to hear what the subscription is about; nothing is sent before its `begin`. */
export function follow(
  sources: LiveSources,
  socket: Socket,
  subscription: Subscription,
  allowed: Readonly<Allowed>,
): LiveSubscription {
  return sourceOf(sources, subscription.model).follow(socket, subscription, allowed)
}

/** The source of a model takes subscriptions to that model alone, which the types cannot follow here. */
const sourceOf = (sources: LiveSources, model: Subscription['model']): LiveSource<Subscription> =>
  sources[model] as unknown as LiveSource<Subscription>
