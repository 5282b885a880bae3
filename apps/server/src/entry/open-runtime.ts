import type { Aside } from '../platform/http/server.ts'
import type { Platform } from '../platform/platform.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createEndpointCallers } from '../work/endpoints/endpoint-callers.ts'
import { createEndpointCounts } from '../work/endpoints/endpoint-counts.ts'
import { createRuntimeHandler, isRuntime } from '../work/endpoints/runtime-handler.ts'
import { serveEndpoints } from '../work/endpoints/served-endpoints.ts'
import { isListenerPost } from '../work/pipelines/listeners/listener-posts.ts'
import type { AppOptions } from './app.ts'
import type { Services } from './services.ts'

/** What serves published endpoints, for a server to hand requests to. */
export async function openRuntime(
  platform: Platform,
  services: Services,
  metrics: Metrics,
  { databaseUrl, runnerLimits: limits }: AppOptions,
): Promise<{ aside: Aside; close(): Promise<void> }> {
  const callers = createEndpointCallers(platform, services)
  const counts = createEndpointCounts(platform)
  const { openComponentHost } = services
  const onChange = () => callers.forget()
  const endpoints = await serveEndpoints(platform, { databaseUrl, openComponentHost, limits, onChange })
  const handle = createRuntimeHandler(platform, { endpoints, callers, counts, metrics })
  return {
    // Posts to listeners are answered by the server itself.
    aside: { takes: (url) => isRuntime(url) && !isListenerPost(url), handle },
    async close() {
      await endpoints.close()
      await counts.close()
    },
  }
}
