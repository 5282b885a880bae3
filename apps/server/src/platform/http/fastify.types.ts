import type { CallName } from '@millrace/contract'

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the envelope that was answered; 0 until then and for files. */
    resultCode: number
    /** It failed because the database was away. */
    isDatabaseGone: boolean
  }
  interface FastifyContextConfig {
    /** The call of the contract that the route serves. */
    call?: CallName
    /** Its message is kept as it was written, `authored` of the contract. */
    authored?: boolean
    /** A route below the API root that is no call; anything else there refuses to start. */
    openToAll?: true
  }
}
