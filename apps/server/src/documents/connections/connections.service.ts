import {
  conflict,
  type ConnectionTest,
  type ConnectionType,
  type DatabaseConnection,
  type DatabaseConnectionInput,
  invalid,
  notFound,
  textWith,
  texts,
  type UsableConnection,
} from '@millrace/contract'
import type { DatabaseIdentity } from '@millrace/engine/host/addresses/database-identity'
import { DatabaseError, leadsToOwnDatabase, testDatabase } from '@millrace/engine/host/databases/open-database'
import { readTables } from '@millrace/engine/host/databases/read-tables'
import { recordAudit } from '../../people/audit/audit.service.ts'
import { mustBeProjectBadges } from '../../people/badges/project-badges.ts'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { requiredName } from '../kernel/name-conflict.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { connectionStringProblem, isSecretName, maskConnectionString } from './connection-string.ts'
import {
  componentsNaming,
  type ConnectionRow,
  connectionRows,
  holdConnection,
  insertConnection,
  platformIdentity,
  removeConnection,
  updateConnection,
  usersOfConnection,
} from './connections.repository.ts'
import { usableConnection, usableConnections } from './usable-connections.ts'

export type ConnectionsService = ReturnType<typeof createConnectionsService>
export type ConnectionInput = DatabaseConnectionInput
/** A connection with its password: for who opens it, never for a reply, a log or an error. */
export type OpenedConnection = {
  _id: string
  name: string
  type: ConnectionType
  connectionString: string
  options: Record<string, unknown>
  tags: string[]
  /** The database of the platform itself: whoever opens the connection refuses to be led there. */
  platform: DatabaseIdentity
}

const uniqueViolation = '23505'
/** A test answers within this time whatever the other side does. */
const maxTestMs = 10_000
/** Saving waits so long to see where an address leads; opening the connection looks again. */
const maxLookMs = 2000

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

  const opened = async (row: ConnectionRow): Promise<OpenedConnection> => ({
    _id: row.id,
    name: row.name,
    type: row.type,
    connectionString: secrets.open(row.secret),
    options: row.options,
    tags: row.badges,
    platform: await platformIdentity(db),
  })

  /**
   * Refuses an address that leads to the platform's own database, whatever it is called there. One that does not answer
   * may be stored: where it leads is looked at again whenever it is opened.
   */
  async function mustLeadElsewhere({ type, cnxString, options = {} }: ConnectionInput): Promise<void> {
    if (type !== 'postgresql' || connectionStringProblem(type, cnxString) !== null) return
    const isOwn = await leadsToOwnDatabase({
      type,
      name: '',
      connectionString: cnxString,
      options,
      platform: await platformIdentity(db),
      limits: { connectMs: maxLookMs, statementMs: maxLookMs },
    })
    if (isOwn) throw invalid(texts.ownDatabase)
  }

  /** The row that an input makes of the one before; a masked address that did not change keeps the stored one. */
  function rowOf(id: string, input: ConnectionInput, before: ConnectionRow | null): ConnectionRow {
    const kept = before !== null && input.cnxString === before.masked ? secrets.open(before.secret) : input.cnxString
    const problem = connectionStringProblem(input.type, kept)
    if (problem !== null) throw invalid(problem.text)
    const options = input.options ?? before?.options ?? {}
    const secret = Object.keys(options).find(isSecretName)
    if (secret !== undefined) throw invalid(textWith.secretOption(secret))
    return {
      id,
      name: requiredName(input.name),
      type: input.type,
      secret: secrets.seal(kept),
      masked: maskConnectionString(kept),
      options,
      badges: [...new Set(input.tags ?? before?.badges)],
    }
  }

  async function store(tx: Connection, caller: Caller, before: ConnectionRow | null, row: ConnectionRow) {
    await mustBeProjectBadges(tx, row.badges)
    try {
      await (before === null ? insertConnection(tx, row) : updateConnection(tx, row))
    } catch (error) {
      if ((error as { code?: string }).code === uniqueViolation) throw conflict(texts.connectionExists)
      throw error
    }
    await recordAudit(tx, caller, {
      kind: 'connection',
      objectId: row.id,
      name: row.name,
      action: before === null ? 'create' : 'save',
      before: before === null ? null : present(before),
      after: present(row),
    })
    return present(row)
  }

  /** Component code names a connection by its name: that of a connection in use stays. */
  async function mustKeepUsedName(tx: Connection, before: ConnectionRow, name: string): Promise<void> {
    if (name.trim() === before.name) return
    const users = await componentsNaming(tx, before.name)
    if (users.length > 0) throw conflict(textWith.usedBy(users))
  }

  async function one(id: string): Promise<ConnectionRow> {
    const row = (await connectionRows(db)).find((entry) => entry.id === id)
    if (row === undefined) throw notFound()
    return row
  }

  return {
    /** Connections by name, passwords masked (DBC-004). */
    async list(_caller: Caller): Promise<DatabaseConnection[]> {
      return (await connectionRows(db)).map(present)
    },

    /** POST /database-connections. Errors: 'Please input name', a sentence on cnxString, 'Unknown tag'; 40900. */
    async create(caller: Caller, input: ConnectionInput): Promise<DatabaseConnection> {
      await mustLeadElsewhere(input)
      return db.transaction().execute((tx) => store(tx, caller, null, rowOf(newId(), input, null)))
    },

    /** PUT /database-connections: as create, 40400, and 40900 for another name while component code uses the old one. */
    async update(caller: Caller, { _id, ...input }: ConnectionInput & { _id: string }): Promise<DatabaseConnection> {
      await mustLeadElsewhere(input)
      return db.transaction().execute(async (tx) => {
        const before = await holdConnection(tx, _id)
        if (before === undefined) throw notFound()
        await mustKeepUsedName(tx, before, input.name)
        return store(tx, caller, before, rowOf(_id, input, before))
      })
    },

    /** DELETE /database-connections/{id}: 40900 'Document is used by {names}' while a document names it. */
    async remove(caller: Caller, id: string): Promise<{ deleted: string }> {
      return db.transaction().execute(async (tx) => {
        const row = await holdConnection(tx, id)
        if (row === undefined) throw notFound()
        const users = await usersOfConnection(tx, row)
        if (users.length > 0) throw conflict(textWith.usedBy(users))
        await removeConnection(tx, id)
        await recordAudit(tx, caller, {
          kind: 'connection',
          objectId: id,
          name: row.name,
          action: 'delete',
          before: present(row),
          after: null,
        })
        return { deleted: id }
      })
    },

    /** POST /database-connections/test: connects for real, as stored or as typed; never rejects for what it finds. */
    async test(
      _caller: Caller,
      input: { _id: string } | (ConnectionInput & { _id?: string }),
    ): Promise<ConnectionTest> {
      const before = input._id === undefined ? null : await one(input._id)
      const stored = before === null ? null : secrets.open(before.secret)
      const typed = 'cnxString' in input ? input : null
      const isStored = typed === null || typed.cnxString === before?.masked
      const connectionString = isStored ? (stored ?? '') : typed.cnxString
      const type = typed?.type ?? before?.type ?? 'postgresql'
      const problem = connectionStringProblem(type, connectionString)
      if (problem !== null) return { ok: false, message: `${problem.text}.`, ms: 0, field: problem.field }
      return testDatabase({
        type,
        name: typed?.name ?? before?.name ?? '',
        connectionString,
        options: typed?.options ?? before?.options ?? {},
        platform: await platformIdentity(db),
        limits: { connectMs: maxTestMs / 2, testMs: maxTestMs },
      })
    },

    /** GET /database-connections/usable */
    async listUsable(caller: Caller): Promise<UsableConnection[]> {
      return (await usableConnections(db, caller)).map(({ id, name, type }) => ({ _id: id, name, type }))
    },

    /** GET /database-connections/tables: 40400, and 40900 with a sentence where its server refuses or does not answer. */
    async tables(caller: Caller, { id, search }: { id: string; search: string }) {
      const {
        type,
        name,
        connectionString,
        options,
        platform: own,
      } = await opened(await usableConnection(db, caller, id))
      const limits = { connectMs: maxTestMs / 2, statementMs: maxTestMs / 2, firstRowMs: maxTestMs / 2 }
      try {
        return await readTables({ type, name, connectionString, options, platform: own, limits }, search)
      } catch (error) {
        if (error instanceof DatabaseError) throw conflict(`${error.message}.`)
        throw error
      }
    },

    /** The connection of that name, made if it is not there; an address that changed since is stored anew. */
    async ensure(caller: Caller, input: ConnectionInput): Promise<DatabaseConnection> {
      return db.transaction().execute(async (tx) => {
        const found = (await connectionRows(tx)).find((row) => row.name === input.name) ?? null
        if (found !== null && secrets.open(found.secret) === input.cnxString) return present(found)
        return store(tx, caller, found, rowOf(found?.id ?? newId(), input, found))
      })
    },

    /** The connection with this id, opened for who may use it. @throws ApiError 40400 */
    async openUsable(caller: Caller, id: string): Promise<OpenedConnection> {
      return opened(await usableConnection(db, caller, id))
    },

    /** The connection with this id, opened for whoever writes to it. @throws ApiError 40400 */
    async open(id: string): Promise<OpenedConnection> {
      return opened(await one(id))
    },

    /** The connection of this name, as component code names it; null when there is none. */
    async openByName(name: string): Promise<OpenedConnection | null> {
      const row = (await connectionRows(db)).find((entry) => entry.name === name)
      return row === undefined ? null : opened(row)
    },

    /** The connection string with its password, for the worker that writes to it; it goes into no log and no reply. */
    async openConnectionString(id: string): Promise<string> {
      return secrets.open((await one(id)).secret)
    },
  }
}
