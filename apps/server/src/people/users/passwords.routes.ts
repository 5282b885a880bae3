import type { CallHandlers } from '../../platform/http/call-handlers.ts'
import type { PasswordsService } from './passwords.service.ts'

export function passwordsRoutes({ passwords }: { passwords: PasswordsService }): CallHandlers {
  return {
    'POST /users/create-password': ({ body, request }) => passwords.create(body, request.ip),
    'POST /users/forgotten': ({ body, request }) => passwords.forgotten(body, request.ip),
  }
}
