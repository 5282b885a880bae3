import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'

export function sessionsRoutes({ sessions }: { sessions: SessionsService }): CallHandlers {
  return {
    'POST /users/login': ({ body, request }) => sessions.login(body, request.ip),
    'POST /users/tfa': ({ body, request }) => sessions.verify(body, request.ip),
    'POST /users/refresh-token': ({ body }) => sessions.refresh(body),
    'GET /users/info': ({ caller }) => sessions.info(caller),
    'POST /users/logout': ({ caller }) => sessions.logout(caller),
  }
}
