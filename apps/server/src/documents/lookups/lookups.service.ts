import type { Brand, Datakind, Locale, ProductLine } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { presentLocale } from './lookups.presenter.ts'

/** The four lists that pipelines are classed by, each by name or label (D-57). */
export function createLookups({ db }: Pick<Platform, 'db'>) {
  return {
    async locales(): Promise<Locale[]> {
      const rows = await db.selectFrom('locales').selectAll().execute()
      return rows.map(presentLocale).sort((a, b) => compare(a.label, b.label))
    },
    async brands(): Promise<Brand[]> {
      const rows = await db.selectFrom('brands').selectAll().execute()
      return rows.map(({ id, name }) => ({ _id: id, name })).sort(byName)
    },
    async productLines(): Promise<ProductLine[]> {
      const rows = await db.selectFrom('product_lines').selectAll().execute()
      return rows.map(({ id, name, label }) => ({ _id: id, name, label })).sort((a, b) => compare(a.label, b.label))
    },
    async datakinds(): Promise<Datakind[]> {
      const rows = await db.selectFrom('datakinds').selectAll().execute()
      return rows.map(({ id, name }) => ({ _id: id, name })).sort(byName)
    },
  }
}
export type Lookups = ReturnType<typeof createLookups>

const compare = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' })
const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)

/** The id of the brand of this name, made when it is missing. */
export function ensureBrand(db: Connection, name: string): Promise<string> {
  return ensure(db, 'brands', { name }, { name })
}

/** The id of the data kind of this name, made when it is missing. */
export function ensureDatakind(db: Connection, name: string): Promise<string> {
  return ensure(db, 'datakinds', { name }, { name })
}

/** The id of the product line of this name, made when it is missing; `label` is what people read. */
export function ensureProductLine(db: Connection, name: string, label = name): Promise<string> {
  return ensure(db, 'product_lines', { name }, { name, label })
}

/** The id of the locale of this language and country, made when it is missing; `name` is how people call it. */
export function ensureLocale(
  db: Connection,
  { language, country, name = `${language}-${country}` }: { language: string; country: string; name?: string },
): Promise<string> {
  return ensure(db, 'locales', { language, country }, { language, country, name })
}

type LookupTable = 'brands' | 'datakinds' | 'product_lines' | 'locales'

async function ensure(
  db: Connection,
  table: LookupTable,
  key: Record<string, string>,
  row: Record<string, string>,
): Promise<string> {
  // Made first and looked up after, so that two processes at once end with one row.
  await db
    .insertInto(table)
    .values({ id: newId(), ...row } as never)
    .onConflict((conflict) => conflict.columns(Object.keys(key) as never).doNothing())
    .execute()
  let query = db.selectFrom(table).select('id')
  for (const [column, value] of Object.entries(key)) query = query.where(column as never, '=', value as never)
  return (await query.executeTakeFirstOrThrow()).id
}
