import { notFound } from '@millrace/contract'
import { mayUseTagged } from '../../people/badges/may-use-tagged.ts'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { objectRule } from '../../platform/http/object-rules.ts'
import { type ConnectionRow, connectionRows } from './connections.repository.ts'

const usable = async (db: Connection, caller: Caller): Promise<ConnectionRow[]> =>
  (await connectionRows(db)).filter(({ badges }) => mayUseTagged(caller, badges))

/** The connections that this person may use in the code they write, by name. */
export const usableConnections = objectRule('list of usable connections', usable)

/** One of them. @throws ApiError 40400 unknown, or with badges of which the caller holds none */
export const usableConnection = objectRule('sees connection', async (db: Connection, caller: Caller, id: string) => {
  const row = (await usable(db, caller)).find((entry) => entry.id === id)
  if (row === undefined) throw notFound()
  return row
})
