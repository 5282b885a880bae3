import {
  findStoreReferences,
  type JsonSchema,
  schemaIdPrefix,
  schemaNamePrefix,
  schemaNotExist,
} from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { filterSeen } from '../kernel/rights-of-items.ts'
import { findVersions, type VersionRow } from '../kernel/versions/versions.reads.ts'
import { nameInAddress, withIdReferences } from './schema-addresses.ts'
import { parseSchemaContent } from './schema.content.ts'
import { schemasNamed } from './schemas.repository.ts'

/** The version a name means: the newest locked one of the oldest document of that name, else its newest draft. */
export async function schemaByName(db: Connection, caller: Caller, name: string): Promise<VersionRow | undefined> {
  return (await filterSeen(db, caller, await schemasNamed(db, name)))[0]
}

/**
 * Which version each reference into the store means, for the one who saves; `known` are meanings stored before, which
 * stay readable for a person who may no longer see that schema. 40000 'Schema not exist.', with the address, when one
 * means nothing.
 */
export async function resolveAddresses(
  db: Connection,
  caller: Caller,
  value: unknown,
  known: Record<string, string>,
): Promise<Record<string, string>> {
  const addresses: Record<string, string> = {}
  for (const address of [...findStoreReferences(value)].toSorted()) {
    const before = Object.hasOwn(known, address) ? known[address] : undefined
    const found = await meantBy(db, caller, address)
    const id = before === undefined || found === undefined ? (found?.id ?? before) : await stillMeant(db, before, found)
    if (id === undefined) throw schemaNotExist(address)
    addresses[address] = id
  }
  return addresses
}

/** What an address means now, given what it meant: another document that took the name of a renamed one is not meant. */
async function stillMeant(db: Connection, before: string, found: VersionRow): Promise<string> {
  const [row] = await findVersions(db, [before])
  return row === undefined || row.documentId === found.documentId ? found.id : before
}

async function meantBy(db: Connection, caller: Caller, address: string): Promise<VersionRow | undefined> {
  if (address.startsWith(schemaNamePrefix)) return schemaByName(db, caller, nameInAddress(address))
  const rows = await findVersions(db, [address.slice(schemaIdPrefix.length)])
  return (
    await filterSeen(
      db,
      caller,
      rows.filter((row) => row.kind === 'schema'),
    )
  )[0]
}

/**
 * The schemas with these ids and all they refer to, at any depth, by address `importer://schema/id/…`. References by
 * name are written as references by id, so that one address never means two versions. One query per level.
 */
export async function loadSchemas(db: Connection, ids: Iterable<string>): Promise<Record<string, JsonSchema>> {
  const store: Record<string, JsonSchema> = {}
  let wanted = [...new Set(ids)]
  while (wanted.length > 0) {
    const next = new Set<string>()
    for (const row of await findVersions(db, wanted)) {
      const { jsonSchema, addresses } = parseSchemaContent(row.content)
      store[schemaIdPrefix + row.id] = withIdReferences(jsonSchema, addresses)
      for (const id of Object.values(addresses)) next.add(id)
    }
    wanted = [...next].filter((id) => !Object.hasOwn(store, schemaIdPrefix + id))
  }
  return store
}

/** Looks up the schemas with these ids, and all they refer to, by address: those the caller sees (S3). */
export async function seenSchemas(
  db: Connection,
  caller: Caller,
  ids: Iterable<string>,
): Promise<(address: string) => JsonSchema | undefined> {
  const store = await loadSchemas(db, ids)
  const rows = await findVersions(
    db,
    Object.keys(store).map((address) => address.slice(schemaIdPrefix.length)),
  )
  const seen = new Set((await filterSeen(db, caller, rows)).map((row) => schemaIdPrefix + row.id))
  return (address) => (seen.has(address) ? store[address] : undefined)
}
