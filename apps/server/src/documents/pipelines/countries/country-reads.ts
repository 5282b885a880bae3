import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { usableConnections } from '../../connections/usable-connections.ts'
import { filterSeen, versionRights } from '../../kernel/rights-of-items.ts'
import { findVersions, type VersionRow } from '../../kernel/versions/versions.reads.ts'
import { parsePipelineContent } from '../pipeline.content.ts'
import { type ItemRow, itemRows } from '../pipelines.repository.ts'
import type { Country, Side } from './countries.presenter.ts'
import { fieldsOf, withSealsOf } from './country-fields.ts'
import type { SeenNames } from './shown-values.ts'

async function itemsOf(db: Connection, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  return new Map((await itemRows(db, [...new Set(ids)])).map((row) => [row.id, row]))
}

function sideOf(row: VersionRow, items: ReadonlyMap<string, ItemRow>, writes: boolean): Side {
  const item = items.get(row.id)
  if (item === undefined) throw new Error(`pipeline version ${row.id} has no columns`)
  return { row, fields: fieldsOf(item), writes }
}

/** A version of a pipeline with its fields. */
export async function readSide(db: Connection, caller: Caller, row: VersionRow): Promise<Side> {
  return sideOf(row, await itemsOf(db, [row.id]), (await versionRights(db, caller, row)).writes)
}

/** Countries with the master versions that they store, comparable with the newest version of the master. */
export async function readCountries(
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  caller: Caller,
  rows: readonly VersionRow[],
  master: Side,
): Promise<Country[]> {
  const masterIds = rows.flatMap((row) => parsePipelineContent(row.content).masterPipeline ?? [])
  const storedRows = await findVersions(db, [...new Set(masterIds)])
  const items = await itemsOf(
    db,
    [...rows, ...storedRows].map(({ id }) => id),
  )
  const stored = new Map(
    storedRows.map((row) => {
      const side = sideOf(row, items, master.writes)
      return [row.id, { ...side, fields: withSealsOf(secrets, side.fields, master.fields) }]
    }),
  )
  const countries: Country[] = []
  for (const row of rows) {
    const of = stored.get(parsePipelineContent(row.content).masterPipeline ?? '')
    if (of === undefined) continue
    const { fields, ...side } = sideOf(row, items, (await versionRights(db, caller, row)).writes)
    const sealed = withSealsOf(secrets, withSealsOf(secrets, fields, of.fields), master.fields)
    countries.push({ ...side, fields: sealed, stored: of })
  }
  return countries
}

/** Names of the components and connections of these that the caller sees; components with their versions. */
export async function seenNames(
  db: Connection,
  caller: Caller,
  sides: readonly (Side & { stored?: Side })[],
): Promise<SeenNames> {
  const ids = sides.flatMap(({ fields, stored }) => [fields.component ?? [], stored?.fields.component ?? []].flat())
  const components = await filterSeen(db, caller, await findVersions(db, [...new Set(ids)]))
  const connections = await usableConnections(db, caller)
  return {
    components: new Map(components.map(({ id, name, version }) => [id, `${name}, version ${version}`])),
    connections: new Map(connections.map(({ id, name }) => [id, name])),
  }
}
