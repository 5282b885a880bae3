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

/** A connection by what component code needs of it (extension). */
export const UsableConnection = DatabaseConnection.pick({ _id: true, name: true, type: true })
export type UsableConnection = z.infer<typeof UsableConnection>

/** A table or view that the account of a connection reads; `sql` is a name as a statement has it (extension). */
export const ConnectionTable = z.object({
  schema: z.string(),
  name: z.string(),
  sql: z.string(),
  view: z.boolean(),
  columns: z.array(
    z.object({ name: z.string(), sql: z.string(), type: z.string(), nullable: z.boolean(), key: z.boolean() }),
  ),
})
export type ConnectionTable = z.infer<typeof ConnectionTable>

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
  /** Those that the caller may use in test runs, by name. */
  'GET /database-connections/usable': { reply: z.array(UsableConnection) },
  /** Tables whose name, or the name of a column, has `search` in it; `more` when there are more of them. */
  'GET /database-connections/tables': {
    query: z.object({ id: Id, search: z.string().max(200).default('') }),
    reply: z.object({ tables: z.array(ConnectionTable), more: z.boolean() }),
  },
}
