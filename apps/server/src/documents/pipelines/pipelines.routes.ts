import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { PipelineAccess } from './pipelines.types.ts'

/** Calls of pipelines. */
export function pipelinesRoutes({ access }: { access: PipelineAccess }): CallHandlers {
  return {
    'GET /pipelines': ({ caller }) => access.newest(caller),
  }
}
