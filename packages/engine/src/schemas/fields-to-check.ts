import type { FileKind, JsonSchema } from '@millrace/contract'
import { flatRoot } from './flat-root.ts'

/** What a check must make of each record: what its schema looks at; null = everything. */
export function fieldsToCheck(
  rowSchema: JsonSchema | null,
  schemas: Record<string, JsonSchema>,
): ReadonlySet<string> | null {
  if (rowSchema === null) return new Set()
  const root = flatRoot(rowSchema, schemas)
  // Of a closed schema, each name matters.
  if (root === null || root.additionalProperties === false) return null
  const { properties = {}, required = [] } = root
  return new Set([...Object.keys(properties as object), ...(required as string[])])
}

/** Files whose cells are found without being cut out; of all others a check has everything anyway. */
const delimitedKinds: readonly FileKind[] = ['csv', 'text']

/**
 * The fields of a file's records that are worth keeping: those that the schema looks at and those that are read.
 * @param read by the program that imports them, null = it may look at all
 * @returns in the order of their names; null = all
 */
export function fieldsToKeep(
  kind: FileKind,
  rowSchema: JsonSchema | null,
  schemas: Record<string, JsonSchema>,
  read: readonly string[] | null,
): string[] | null {
  const checked = fieldsToCheck(rowSchema, schemas)
  if (read === null || checked === null || !delimitedKinds.includes(kind)) return null
  const fields = new Set([...checked, ...read])
  return fields.size === 0 ? null : [...fields].sort()
}
