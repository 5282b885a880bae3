import { notFound } from '@millrace/contract'
import { recordAudit } from '../audit/audit.service.ts'
import { newId } from '../database/ids.ts'
import type { Platform } from '../platform.ts'
import type { Caller } from '../sessions/caller.ts'
import { maskedConnectionString } from './connection-string.ts'
import { type ConnectionRow, connectionRows, insertConnection, updateConnection } from './connections.repository.ts'

export type ConnectionsService = ReturnType<typeof createConnectionsService>
/** DBC-003; `cnxString` is masked whenever it leaves the server. */
export type DatabaseConnection = {
  _id: string
  name: string
  type: 'postgresql' | 'mysql'
  cnxString: string
  options: Record<string, unknown>
  tags: string[]
}
export type ConnectionInput = Omit<DatabaseConnection, '_id' | 'options' | 'tags'> & {
  options?: Record<string, unknown>
  tags?: string[]
}

const present = (row: ConnectionRow): DatabaseConnection => ({
  _id: row.id,
  name: row.name,
  type: row.type,
  cnxString: row.masked,
  options: row.options,
  tags: row.badges,
})

export function createConnectionsService(platform: Platform) {
  const { db, secrets } = platform
  return {
    /** Connections by name, passwords masked (DBC-004). */
    async list(_caller: Caller): Promise<DatabaseConnection[]> {
      return (await connectionRows(db)).map(present)
    },

    /** The connection of that name, made if it is not there; an address that changed since is stored anew. */
    async ensure(caller: Caller, input: ConnectionInput): Promise<DatabaseConnection> {
      return db.transaction().execute(async (tx) => {
        const found = (await connectionRows(tx)).find((row) => row.name === input.name)
        if (found !== undefined && secrets.open(found.secret) === input.cnxString) return present(found)
        const row: ConnectionRow = {
          id: found?.id ?? newId(),
          name: input.name,
          type: input.type,
          secret: secrets.seal(input.cnxString),
          masked: maskedConnectionString(input.cnxString),
          options: input.options ?? found?.options ?? {},
          badges: input.tags ?? found?.badges ?? [],
        }
        await (found === undefined ? insertConnection(tx, row) : updateConnection(tx, row))
        await recordAudit(tx, caller, {
          kind: 'connection',
          objectId: row.id,
          name: row.name,
          action: found === undefined ? 'create' : 'save',
          before: found === undefined ? null : present(found),
          after: present(row),
        })
        return present(row)
      })
    },

    /** The connection string with its password, for the worker that writes to it; it goes into no log and no reply. */
    async openConnectionString(id: string): Promise<string> {
      const row = (await connectionRows(db)).find((entry) => entry.id === id)
      if (row === undefined) throw notFound()
      return secrets.open(row.secret)
    },
  }
}
