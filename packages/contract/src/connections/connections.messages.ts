import { z } from 'zod'
import { Id } from '../primitives.ts'
import { addressFields } from './database-address.rule.ts'

export const ConnectionType = z.enum(['postgresql', 'mysql'])
export type ConnectionType = z.infer<typeof ConnectionType>

/** DBC-003; the password inside cnxString is masked whenever it leaves the server. `mysql` is MariaDB, too. */
export const DatabaseConnection = z.object({
  _id: Id,
  name: z.string(),
  type: ConnectionType,
  cnxString: z.string(),
  options: z.record(z.string(), z.unknown()),
  tags: z.array(Id),
})
export type DatabaseConnection = z.infer<typeof DatabaseConnection>

export const DatabaseConnectionInput = z.object({
  name: z.string(),
  type: ConnectionType,
  cnxString: z.string(),
  options: z.record(z.string(), z.unknown()).default({}),
  tags: z.array(Id).default([]),
})
export type DatabaseConnectionInput = z.input<typeof DatabaseConnectionInput>

/** How a test went; `field` (extension) is the part of the connection to mend, where one is to blame. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  message: z.string(),
  ms: z.number(),
  field: z.enum(addressFields).nullable(),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

/** DBC-004, with a test of connections besides. An unchanged masked cnxString keeps the stored one. */
export const connectionCalls = {
  'GET /database-connections': { reply: z.array(DatabaseConnection) },
  'POST /database-connections': { body: DatabaseConnectionInput, reply: DatabaseConnection },
  'PUT /database-connections': { body: DatabaseConnectionInput.extend({ _id: Id }), reply: DatabaseConnection },
  'DELETE /database-connections/{id}': {
    params: z.object({ id: Id }),
    reply: z.object({ deleted: Id }),
  },
  'POST /database-connections/test': {
    body: z.union([DatabaseConnectionInput.extend({ _id: Id.optional() }), z.object({ _id: Id })]),
    reply: ConnectionTest,
  },
}
