import type { JsonSchema, SinkCheck, SinkColumn, SinkField, TableTarget } from '@millrace/contract'
import { SinkError } from '../../outputs/targets/sink-error.ts'
import { toTableColumns } from '../../outputs/targets/table-columns.ts'
import type { TableColumn } from '../../outputs/targets/table.types.ts'
import { rowProperties } from '../../schemas/row-properties.ts'
import type { DatabaseOptions } from '../databases/database.types.ts'
import { DatabaseError } from '../databases/open-database.ts'
import { findTypeFault } from '../sinks/tables/column-fits.ts'
import { type ReadColumn, readTarget, type ReadTarget } from './read-target.ts'
import { checkColumns, checkKeyNames, checkUniqueKey } from '../sinks/tables/target-checks.ts'

type Problem = SinkCheck['problems'][number]

/** The sink as it is set up, and the schema of one of its records. */
export type CheckedSink = {
  name: string
  target: TableTarget
  rowSchema: JsonSchema
  schemas: Record<string, JsonSchema>
}

/**
 * A dry run of a table sink (PIP-006): which property goes to which column, and what an import would be refused for.
 * Nothing is written. What cannot be asked or is not there is a problem of its field.
 */
export async function checkTarget(options: DatabaseOptions, sink: CheckedSink): Promise<SinkCheck> {
  const columns = toTableColumns(sink.rowSchema, sink.schemas)
  let table: ReadTarget
  try {
    table = await readTarget(options, sink.target.table)
  } catch (error) {
    if (!(error instanceof DatabaseError) && !(error instanceof SinkError)) throw error
    const field: SinkField = error instanceof DatabaseError ? 'connection' : 'table'
    return { ok: false, problems: [{ field, message: error.message }], columns: [], unfilled: [], uniqueKeys: [] }
  }
  const same = sameName(options)
  const mapped = mapColumns(sink, columns, table.columns, same)
  const problems = findProblems(sink, columns, table, same)
  const taken = (column: ReadColumn) => columns.some(({ name }) => same(name, column.name))
  return {
    ok: problems.length === 0 && mapped.every(({ fault }) => fault === null),
    problems,
    columns: mapped,
    unfilled: table.columns
      .filter((column) => !taken(column))
      .map(({ name, type, required }) => ({ name, type, needed: required })),
    uniqueKeys: table.uniqueKeys,
  }
}

type Same = (a: string, b: string) => boolean

/** Column names are case-insensitive in MySQL. */
const sameName = ({ type }: DatabaseOptions): Same =>
  type === 'mysql' ? (a, b) => a.toLowerCase() === b.toLowerCase() : (a, b) => a === b

function mapColumns({ rowSchema, schemas }: CheckedSink, columns: TableColumn[], table: ReadColumn[], same: Same) {
  const properties = new Map(rowProperties(rowSchema, schemas).map((property) => [property.name, property]))
  return columns.map(({ name, pgType }): SinkColumn => {
    const { type = '', required = false } = properties.get(name) ?? {}
    const found = table.find((column) => same(column.name, name))
    if (found === undefined) {
      return { property: name, type, column: null, fault: 'The table has no such column', warning: null }
    }
    const { generated, required: isNeeded, nullable } = found
    const fault = generated ? 'The table computes this column itself' : findTypeFault(pgType, found.type)
    const warning = isNeeded && !required ? 'Not every record has it, and the column is never empty' : null
    return { property: name, type, column: { name: found.name, type: found.type, nullable }, fault, warning }
  })
}

/** What the import itself refuses, in its own words; columns are told one by one beside their properties. */
function findProblems({ name, target }: CheckedSink, columns: TableColumn[], table: ReadTarget, same: Same): Problem[] {
  const told = (field: SinkField, check: () => unknown): Problem[] => {
    try {
      check()
      return []
    } catch (error) {
      if (!(error instanceof SinkError)) throw error
      return [{ field, message: error.message }]
    }
  }
  const { keys } = target
  const names = told('keys', () => checkKeyNames({ sink: name, keys, columns }))
  if (names.length > 0) return names
  return [
    ...told('table', () =>
      checkColumns(
        target.table,
        columns.map((column) => column.name),
        table.columns,
        same,
      ),
    ),
    ...told('keys', () => checkUniqueKey(target.table, keys, table.uniqueKeys, same)),
  ]
}
