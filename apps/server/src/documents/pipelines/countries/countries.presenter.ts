import {
  compareWithMaster,
  type CountryCell,
  type CountryColumn,
  type CountryMatrix,
  followsMaster,
  type InheritedField,
} from '@millrace/contract'
import { isSameText } from '@millrace/contract/documents/merge/same-text'
import type { VersionRow } from '../../kernel/versions/versions.reads.ts'
import type { PipelineFields } from './country-fields.ts'
import { type SeenNames, shownValue } from './shown-values.ts'

/** A version of a pipeline with its fields, and whether the caller may read its queries. */
export type Side = { row: VersionRow; fields: PipelineFields; writes: boolean }
export type Country = Side & { stored: Side }

/** 'sources /dataSources/catalogue': fields of one source or sink stand together. */
const placeOf = ({ group, pointer }: InheritedField): string => `${group} ${pointer.split('/').slice(0, 3).join('/')}`

/** Every field that a country has, those of one source or sink together, in the order of the groups. */
function rowsOf(compared: readonly (readonly InheritedField[])[], master: Side): InheritedField[] {
  const all = new Map<string, InheritedField>()
  for (const field of [...compareWithMaster(master.fields, master.fields), ...compared.flat()]) {
    if (!all.has(field.pointer)) all.set(field.pointer, field)
  }
  const groups = Map.groupBy(all.values(), ({ group }) => group)
  return [...groups.values()].flatMap((fields) => [...Map.groupBy(fields, placeOf).values()].flat())
}

function presentCell(field: InheritedField, country: Country, master: Side, names: SeenNames): CountryCell {
  const { pointer, state } = field
  const newest = shownValue(pointer, field.newest, names, master.writes)
  const own = shownValue(pointer, field.own, names, country.writes)
  const stored = shownValue(pointer, field.stored, names, country.stored.writes)
  return {
    state,
    behind: followsMaster(field),
    ...(!isSameText(own, newest) && { own }),
    ...(!isSameText(stored, newest) && { stored }),
  }
}

/** The matrix of a master's fields and its countries, compared with its newest version. */
export function presentMatrix(master: Side, countries: readonly Country[], names: SeenNames): CountryMatrix {
  const compared = countries.map(({ fields, stored }) => compareWithMaster(fields, stored.fields, master.fields))
  const rows = rowsOf(compared, master)
  const columns = countries.map((country, index): CountryColumn => {
    const own = new Map(compared[index]?.map((field) => [field.pointer, field]))
    const { row, fields, stored } = country
    return {
      ...{ _id: row.id, name: row.name, version: row.version, vLocked: row.locked, sys_version: row.sysVersion },
      locale: fields.locale === null ? null : `${fields.locale.language}-${fields.locale.country}`,
      master: { _id: stored.row.id, version: stored.row.version },
      writable: country.writes,
      cells: rows.map(({ pointer }) => {
        const field = own.get(pointer)
        return field === undefined ? null : presentCell(field, country, master, names)
      }),
    }
  })
  const { row } = master
  return {
    master: { _id: row.id, name: row.name, version: row.version, vLocked: row.locked, sys_version: row.sysVersion },
    fields: rows.map(({ pointer, group, newest }) => ({
      ...{ pointer, group },
      newest: shownValue(pointer, newest, names, master.writes),
    })),
    countries: columns,
  }
}
