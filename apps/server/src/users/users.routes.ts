import type { CallHandlers } from '../http/call-handlers.ts'
import type { PasswordsService } from './passwords.service.ts'

export function usersRoutes({ passwords }: { passwords: PasswordsService }): CallHandlers {
  return {
    'POST /users/create-password': ({ body }) => passwords.create(body),
  }
}
