import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { PipelineAccess } from '../pipelines/pipelines.types.ts'
import { pickerLists } from './picker-lists.ts'

/** What there is to pick from, each answer holding only what the caller sees. */
export function pickerRoutes({ access }: { access: PipelineAccess }): CallHandlers {
  return {
    'GET /users/pipelines': async ({ caller }) => pickerLists(await access.picker(caller)),
    'GET /pipelines': ({ caller }) => access.newest(caller),
  }
}
