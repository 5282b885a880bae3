import { schemaPlaces } from '@millrace/contract/schemas/schema-places.rule'
import { texts } from '@millrace/contract/errors'
import type { SchemaFault } from './check-schema.ts'
import { type Path, pathOf, pointerOf } from './model/paths.ts'
import { roleOf } from './model/roles.ts'

/** The row for a fault: the schema around the keyword or value at which it is. */
export function rowOfFault({ pointer }: SchemaFault): Path {
  const parts = pathOf(pointer)
  const at = parts.findIndex((_, end) => roleOf(parts.slice(0, end + 1)).is === 'data')
  return at < 0 ? parts : parts.slice(0, at)
}

/** What is wrong with each row, and which rows have such a row in them, by pointer. */
export type RowFaults = { own: ReadonlyMap<string, string>; within: ReadonlySet<string> }

export function faultsByRow(faults: readonly SchemaFault[]): RowFaults {
  const own = new Map<string, string>()
  const within = new Set<string>()
  for (const fault of faults) {
    const path = rowOfFault(fault)
    const pointer = pointerOf(path)
    own.set(pointer, own.has(pointer) ? `${own.get(pointer)} ${fault.message}` : fault.message)
    for (const [depth] of path.entries()) within.add(pointerOf(path.slice(0, depth)))
  }
  return { own, within }
}

const written = /\(at schema(\S*)\)$|schema(\/\S+) is /

/** The server's refusal of a schema at its place; `missing` are the addresses that lead to no schema. */
export function faultsOfRefusal(message: string, schema: unknown, missing: readonly string[]): SchemaFault[] {
  const fault = (pointer: string): SchemaFault => ({ message, pointer, tone: 'error' })
  if (message !== texts.schemaNotExist) {
    const [, place, other] = written.exec(message) ?? []
    return [fault(place ?? other ?? '')]
  }
  const places = [...schemaPlaces(schema)].filter(
    ({ schema: inner }) => typeof inner.$ref === 'string' && missing.includes(inner.$ref.split('#')[0] ?? ''),
  )
  return places.length === 0 ? [fault('')] : places.map(({ pointer }) => fault(pointer))
}
