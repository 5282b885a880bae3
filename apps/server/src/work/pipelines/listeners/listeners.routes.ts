import type { CallHandlers } from '../../../platform/http/call-handlers.ts'
import { disconnectSignal } from '../../../platform/http/disconnect-signal.ts'
import type { ListenersService } from './listeners.service.ts'
import type { TryMessage } from './try-message.ts'

/** Calls of published listeners. */
export function listenersRoutes({
  listeners,
  tryMessage,
}: {
  listeners: ListenersService
  tryMessage: TryMessage
}): CallHandlers {
  return {
    'POST /pipelines/publish-listener': ({ caller, body }) => listeners.publish(caller, body.id),
    'GET /pipelines/deployed-listener': ({ caller }) => listeners.list(caller),
    'GET /pipelines/deployed-listener/{id}': ({ caller, params }) => listeners.find(caller, params.id),
    'DELETE /pipelines/deployed-listener': ({ caller, query }) => listeners.unpublish(caller, query.id),
    'POST /pipelines/deployed-listener/{id}/pause': ({ caller, params, body }) =>
      listeners.pause(caller, params.id, body.paused),
    'GET /pipelines/deployed-listener/{id}/messages': ({ caller, params, query }) =>
      listeners.messages(caller, params.id, query),
    'POST /pipelines/deployed-listener/{id}/messages/resume': ({ caller, params, body }) =>
      listeners.resume(caller, params.id, body.ids),
    'POST /pipelines/deployed-listener/{id}/messages/drop': ({ caller, params, body }) =>
      listeners.drop(caller, params.id, body.ids),
    'POST /pipelines/deployed-listener/try': ({ caller, body, reply }) =>
      tryMessage(caller, body, disconnectSignal(reply)),
  }
}
