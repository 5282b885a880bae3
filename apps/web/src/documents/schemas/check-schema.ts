import { schemaIdPrefix, schemaNamePrefix } from '@millrace/contract/schemas/references.rule'
import { compileNativePattern } from '@millrace/contract/schemas/native-pattern'
import { checkSchemaCost } from '@millrace/contract/schemas/schema-cost'
import { SchemaError } from '@millrace/contract/schemas/schema-error'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { enumFaults, schemaPlaces } from '@millrace/contract/schemas/schema-places.rule'
import { SchemaSet } from '@millrace/contract/schemas/schema-set'
import { explainSlowPattern } from '@millrace/contract/schemas/slow-pattern.rule'
import { findGrammarFaults } from '../../forms/validator.ts'
import { pointerOf } from './model/paths.ts'
import { storeOfReferences } from './store-of-references.ts'

/**
 * Why a schema could not be used, or what may be a mistake (`warn`); `pointer` is the part that is at fault, '' for the
 * whole.
 */
export type SchemaFault = { message: string; pointer: string; tone: 'error' | 'warn' }

/** Faults that are told; whoever mends these sees the next ones. */
const maxTold = 100

/** All that is wrong with a schema as far as it can be told here, in the order of the schema. */
export function findSchemaFaults(schema: unknown): SchemaFault[] {
  if (typeof schema === 'boolean') return []
  if (!isObject(schema)) return [error('A schema is an object: { … }', '')]
  try {
    const grammar = findGrammarFaults(schema).map(({ path, message }) => error(message, pointerOf(path)))
    const faults = [...grammar, ...referenceFaults(schema), ...patternFaults(schema)]
    for (const { pointer, message } of enumFaults(schema)) faults.push(error(message, pointer))
    return faults.slice(0, maxTold)
  } catch (problem) {
    if (problem instanceof SchemaError) return [error(problem.message, '')]
    if (problem instanceof RangeError) return [error('The schema is nested too deeply.', '')]
    throw problem
  }
}

const error = (message: string, pointer: string): SchemaFault => ({ message, pointer, tone: 'error' })

/** References that lead nowhere, and those that lead back without end. */
function referenceFaults(schema: Record<string, unknown>): SchemaFault[] {
  const found: [written: unknown, message: string][] = []
  const set = new SchemaSet(schema, storeOfReferences(schema), {
    onMissing: (written, { code, message, detail }) => {
      if (!isElsewhere(written.$ref)) found.push([written, code === 'notExist' ? `${message} (${detail})` : message])
    },
  })
  set.addUnused()
  checkSchemaCost(set, (inner, { message }) => found.push([set.writtenOf(inner), message]))
  if (found.length === 0) return []
  const places = new Map<unknown, string[]>()
  for (const { pointer, schema: inner } of schemaPlaces(schema))
    places.set(inner, [...(places.get(inner) ?? []), pointer])
  return found.flatMap(([written, message]) =>
    // What is in two places is one part, shared by both.
    (places.get(written) ?? ['']).map((pointer) => error(message, pointer)),
  )
}

/** What another schema holds is not known here: whether a part of it is there the server tells. */
const isElsewhere = (reference: unknown): boolean =>
  typeof reference === 'string' && [schemaIdPrefix, schemaNamePrefix].some((prefix) => reference.startsWith(prefix))

/** Patterns that are none, and those that may take exponential time. */
function patternFaults(schema: Record<string, unknown>): SchemaFault[] {
  return [...schemaPlaces(schema)].flatMap(({ pointer, schema: inner }) => {
    const patterns: [string, string][] =
      typeof inner.pattern === 'string' ? [[inner.pattern, `${pointer}/pattern`]] : []
    if (isObject(inner.patternProperties))
      for (const name of Object.keys(inner.patternProperties))
        patterns.push([name, pointer + pointerOf(['patternProperties', name])])
    return patterns.flatMap(([source, at]) => patternFault(source, at) ?? [])
  })
}

function patternFault(source: string, pointer: string): SchemaFault | null {
  try {
    compileNativePattern(source)
  } catch (problem) {
    return error(problem instanceof SchemaError ? problem.message : String(problem), pointer)
  }
  const slow = explainSlowPattern(source)
  return slow === null ? null : { message: slow, pointer, tone: 'warn' }
}
