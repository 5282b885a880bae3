import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import type { EndpointFigures } from './endpoint-figures.ts'
import type { EndpointKeysService } from './endpoint-keys.service.ts'
import type { EndpointsService } from './endpoints.service.ts'

export function endpointsRoutes({
  endpoints,
  endpointKeys,
  endpointFigures,
  runtimeUrl,
}: {
  endpoints: EndpointsService
  endpointKeys: EndpointKeysService
  endpointFigures: EndpointFigures
  /** Where endpoints are served (D-138). */
  runtimeUrl: string | null
}): CallHandlers {
  return {
    'POST /pipelines/publish-endpoint': ({ caller, body }) => endpoints.publish(caller, body.id),
    'GET /pipelines/deployed-endpoint': ({ caller }) => endpoints.list(caller),
    'GET /pipelines/deployed-endpoint/{id}': ({ caller, params }) => endpoints.get(caller, params.id),
    'DELETE /pipelines/deployed-endpoint': ({ caller, query }) => endpoints.remove(caller, query.id),
    'GET /pipelines/deployed-endpoint/{id}/keys': ({ caller, params }) => endpointKeys.list(caller, params.id),
    'POST /pipelines/deployed-endpoint/{id}/key': ({ caller, params, body }) =>
      endpointKeys.create(caller, params.id, body),
    'DELETE /pipelines/deployed-endpoint/{id}/key': ({ caller, params, query }) =>
      endpointKeys.remove(caller, params.id, query.keyId),
    'GET /pipelines/deployed-endpoint/{id}/calls': ({ caller, params }) => endpointFigures.of(caller, params.id),
    'GET /pipelines/get-runtime-api-url': async () => runtimeUrl,
  }
}
