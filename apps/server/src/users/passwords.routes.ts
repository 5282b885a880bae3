import type { CallHandlers } from '../http/call-handlers.ts'
import type { PasswordsService } from './passwords.service.ts'

export function passwordsRoutes({ passwords }: { passwords: PasswordsService }): CallHandlers {
  return {
    'POST /users/create-password': ({ body }) => passwords.create(body),
    'POST /users/forgotten': ({ body, request }) => passwords.forgotten(body, request.ip),
  }
}
