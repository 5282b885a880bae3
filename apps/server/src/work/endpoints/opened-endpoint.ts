import { type Endpoint, openEndpoint, type RunnerLimits } from '@millrace/engine'
import { type OpenComponentHost, rightsOfProgram } from '../../documents/components/component-host.ts'
import { publishedPlan } from '../../documents/pipelines/endpoints/published.reads.ts'
import type { Platform } from '../../platform/platform.ts'

/** A publishing of an endpoint with its warm processes. */
export type OpenedEndpoint = {
  revision: number
  endpoint: Endpoint
  usedAt: number
  /** Lets calls end for so long. */
  close(graceMs: number): Promise<void>
}

/** Opens what is published now. @throws Error when it was un-published */
export async function openPublished(
  { db, settings }: Pick<Platform, 'db' | 'settings'>,
  id: string,
  { openComponentHost, limits }: { openComponentHost: OpenComponentHost; limits?: Partial<RunnerLimits> | undefined },
): Promise<OpenedEndpoint> {
  const stored = await publishedPlan(db, id)
  if (stored === undefined) throw new Error('the endpoint was un-published')
  const { plan, revision } = stored
  const ended = new AbortController()
  const host = openComponentHost(rightsOfProgram(plan.program), ended.signal)
  const endpoint = openEndpoint(plan, {
    maxRunners: Math.max(1, settings.workers),
    serve: host.serve,
    ...(limits && { limits }),
  })
  return {
    revision,
    endpoint,
    usedAt: Date.now(),
    async close(graceMs) {
      await endpoint.close(graceMs)
      ended.abort()
      await host.close()
    },
  }
}
