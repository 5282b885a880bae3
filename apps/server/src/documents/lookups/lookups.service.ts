import type { Brand, Datakind, Locale, ProductLine } from '@millrace/contract'
import type { Connection } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { lookupRows, ensureLookup } from './lookups.repository.ts'
import { presentLocale } from './lookups.presenter.ts'

/** The four lists that pipelines are classed by, each by name or label (D-57). */
export function createLookups({ db }: Pick<Platform, 'db'>) {
  return {
    async locales(): Promise<Locale[]> {
      const rows = await lookupRows(db, 'locales')
      return rows.map(presentLocale).sort((a, b) => compare(a.label, b.label))
    },
    async brands(): Promise<Brand[]> {
      const rows = await lookupRows(db, 'brands')
      return rows.map(({ id, name }) => ({ _id: id, name })).sort(byName)
    },
    async productLines(): Promise<ProductLine[]> {
      const rows = await lookupRows(db, 'product_lines')
      return rows.map(({ id, name, label }) => ({ _id: id, name, label })).sort((a, b) => compare(a.label, b.label))
    },
    async datakinds(): Promise<Datakind[]> {
      const rows = await lookupRows(db, 'datakinds')
      return rows.map(({ id, name }) => ({ _id: id, name })).sort(byName)
    },
  }
}

export type Lookups = ReturnType<typeof createLookups>

const compare = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base' })

const byName = (a: { name: string }, b: { name: string }) => compare(a.name, b.name)

/** The id of the brand of this name, made when it is missing. */
export function ensureBrand(db: Connection, name: string): Promise<string> {
  return ensureLookup(db, 'brands', { name }, { name })
}

/** The id of the data kind of this name, made when it is missing. */
export function ensureDatakind(db: Connection, name: string): Promise<string> {
  return ensureLookup(db, 'datakinds', { name }, { name })
}

/** The id of the product line of this name, made when it is missing; `label` is what people read. */
export function ensureProductLine(db: Connection, name: string, label = name): Promise<string> {
  return ensureLookup(db, 'product_lines', { name }, { name, label })
}

/** The id of the locale of this language and country, made when it is missing; `name` is how people call it. */
export function ensureLocale(
  db: Connection,
  { language, country, name = `${language}-${country}` }: { language: string; country: string; name?: string },
): Promise<string> {
  return ensureLookup(db, 'locales', { language, country }, { language, country, name })
}
