import { SinkError } from '../../../outputs/targets/sink-error.ts'
import type { TableSinkOptions } from '../../../outputs/targets/table.types.ts'

/** Names in quotes for a sentence. */
const quotedNames = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** Checks what needs no database. @returns the names of the sink's columns */
export function checkKeyNames({ sink, keys, columns }: Pick<TableSinkOptions, 'sink' | 'keys' | 'columns'>): string[] {
  const names = columns.map((column) => column.name)
  if (names.length === 0) {
    throw new SinkError('target', `The sink '${sink}' has no columns: its row schema names no properties`)
  }
  if (keys.length === 0) throw new SinkError('target', `The sink '${sink}' has no key columns`)
  const unknownKeys = keys.filter((key) => !names.includes(key))
  if (unknownKeys.length > 0) {
    throw new SinkError(
      'target',
      `The keys ${quotedNames(unknownKeys)} of the sink '${sink}' are not among its columns`,
    )
  }
  return names
}

export type TargetColumn = { name: string; required: boolean; generated: boolean }

/**
 * Compares the sink's columns with the table's: each is there and may be written, and no other needs a value.
 * @returns the table's columns in the order of `names`
 */
export function checkColumns<C extends TargetColumn>(
  table: string,
  names: string[],
  columns: C[],
  same: (a: string, b: string) => boolean = (a, b) => a === b,
): C[] {
  const found = names.map((name) => columns.find((column) => same(column.name, name)))
  const missing = names.filter((_, index) => found[index] === undefined)
  if (missing.length > 0) {
    throw new SinkError(
      'target',
      `The table '${table}' lacks the ${missing.length === 1 ? 'column' : 'columns'} ${quotedNames(missing)}`,
    )
  }
  const there = found.filter((column) => column !== undefined)
  const twice = there.filter((column, index) => there.indexOf(column) !== index)
  if (twice.length > 0) {
    throw new SinkError(
      'target',
      `Several columns of the records are the same one of the table '${table}': ${quotedNames(twice.map(({ name }) => name))}`,
    )
  }
  const generated = there.filter((column) => column.generated).map((column) => column.name)
  if (generated.length > 0) {
    throw new SinkError(
      'target',
      `The table '${table}' computes ${quotedNames(generated)} itself; the sink cannot write there`,
    )
  }
  const needed = columns.filter((column) => column.required && !there.includes(column)).map((column) => column.name)
  if (needed.length > 0) {
    throw new SinkError(
      'target',
      `The table '${table}' requires a value in ${quotedNames(needed)}, which the records do not have`,
    )
  }
  return there
}

/** Refuses keys that no primary key or unique index is on: a record could not be told from another. */
export function checkUniqueKey(
  table: string,
  keys: readonly string[],
  uniqueKeys: readonly (readonly string[])[],
  same: (a: string, b: string) => boolean = (a, b) => a === b,
): void {
  const isOnKeys = (index: readonly string[]) =>
    index.length === keys.length && keys.every((key) => index.some((name) => same(name, key)))
  if (uniqueKeys.some(isOnKeys)) return
  throw new SinkError(
    'target',
    `The table '${table}' has no primary key or unique index on exactly ${quotedNames(keys)}`,
  )
}
