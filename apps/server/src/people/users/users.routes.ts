import { type CallHandlers, FileAnswer } from '../../platform/http/call-handlers.ts'
import type { UsersService } from './users.service.ts'

export function usersRoutes({ users }: { users: UsersService }): CallHandlers {
  return {
    'GET /users': ({ caller }) => users.list(caller),
    'POST /users': ({ caller, body }) => users.save(caller, body),
    'POST /users/toggle': ({ caller, body }) => users.toggle(caller, body),
    'POST /users/assign': ({ caller, body }) => users.assign(caller, body),
    'DELETE /users': ({ caller, query }) => users.remove(caller, query.ids),
    'POST /users/reset-password': ({ caller, body }) => users.resetPassword(caller, body.id),
    'POST /users/reset-tfa': ({ caller, body }) => users.resetTfa(caller, body.id),
    'POST /users/invite': ({ caller, body }) => users.invite(caller, body.id),
    'POST /users/invitation-link': ({ caller, body }) => users.invitationLink(caller, body.id),
    'POST /users/export': async ({ caller }) => new FileAnswer(await users.export(caller)),
    'GET /users/pipelines': ({ caller }) => users.pickerLists(caller),
    'GET /users/pipelinesFor': ({ caller, query }) => users.pipelinesFor(caller, query.id),
  }
}
