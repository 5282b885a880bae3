import { schemaPlaces } from '@millrace/contract/schemas/schema-places.rule'
import { texts } from '@millrace/contract/errors'
import type { SchemaFault } from './check-schema.ts'
import { type Path, pathOf, pointerOf } from './model/paths.ts'
import { roleOf } from './model/roles.ts'

/** Why the server did not take a schema, what it said beside it, and which one that was. */
export type Refusal = { message: string; detail?: string | undefined; schema: unknown }

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

const withoutFragment = (reference: string): string => reference.split('#')[0] ?? ''

/**
 * The server's refusal of a schema at its place. The address that leads to no schema is the one it names, else one of
 * `missing`, which are those that lead nowhere as far as this person sees.
 */
export function faultsOfRefusal({ message, detail, schema }: Refusal, missing: readonly string[]): SchemaFault[] {
  const told = detail === undefined ? message : `${message} (${detail})`
  const fault = (pointer: string): SchemaFault => ({ message: told, pointer, tone: 'error' })
  if (message !== texts.schemaNotExist) {
    const [, place, other] = written.exec(message) ?? []
    return [fault(place ?? other ?? '')]
  }
  const leadsNowhere = (reference: string): boolean =>
    detail === undefined
      ? missing.includes(withoutFragment(reference))
      : withoutFragment(reference) === withoutFragment(detail)
  const places = [...schemaPlaces(schema)].filter(
    ({ schema: inner }) => typeof inner.$ref === 'string' && leadsNowhere(inner.$ref),
  )
  return places.length === 0 ? [fault('')] : places.map(({ pointer }) => fault(pointer))
}
