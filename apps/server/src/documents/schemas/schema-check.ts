import { findEnumFault, invalid, type JsonSchema, placeOfText, schemaNotExist, textWith } from '@millrace/contract'
import { checkSchema as compileCheck } from '@millrace/engine'
import { rememberSuccess } from './remember-success.ts'

/** Bounds of a schema that is stored: what is larger cannot be compiled within the limits of a check. */
const schemaLimits = { megabytes: 6, depth: 64, nodes: 400_000 }

const draft7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

function measured(schema: JsonSchema): string | null {
  let nodes = 0
  const walk = (value: unknown, depth: number): string | null => {
    if (depth > schemaLimits.depth) return `it is nested deeper than ${schemaLimits.depth} levels`
    if (++nodes > schemaLimits.nodes) return `it has more than ${schemaLimits.nodes} parts`
    if (value === null || typeof value !== 'object') return null
    for (const item of Object.values(value)) {
      const problem = walk(item, depth + 1)
      if (problem !== null) return problem
    }
    return null
  }
  const problem = walk(schema, 0)
  if (problem !== null) return problem
  return Buffer.byteLength(JSON.stringify(schema)) > schemaLimits.megabytes * 1e6
    ? `it is larger than ${schemaLimits.megabytes} MB`
    : null
}

/** Comes before anything that walks all of a schema, which would run out of stack. @throws ApiError 40000 */
export function refuseOversized(schema: JsonSchema): void {
  const reason = measured(schema)
  if (reason !== null) throw invalid(textWith.schemaInvalid(reason))
}

/**
 * Refuses what is not a draft-07 schema: 40000 'The schema is not valid: {reason}', or 'Schema not exist.' when it
 * refers to something outside the store, with the address. It is compiled as a run compiles it, in a disposable process (S2): what is
 * made to take long or much is refused as well. A schema that has passed is not compiled again.
 * @param store the schemas it refers to, by address
 */
export async function checkSchema(schema: JsonSchema, store: Record<string, JsonSchema>): Promise<void> {
  refuseOversized(schema)
  const named = schema.$schema
  if (typeof named === 'string' && !draft7.test(named))
    throw invalid(textWith.schemaInvalid(`${named} is not draft-07`))
  const fault = findEnumFault(schema)
  if (fault !== null) throw invalid(textWith.schemaInvalid(fault))
  const problem = await compiles(schema, store)
  // Another schema that it refers to may be one that the caller does not see.
  if (problem?.code === 'notExist') {
    throw schemaNotExist(placeOfText(schema, problem.detail) === null ? null : problem.detail)
  }
  if (problem !== null) throw invalid(problem.message + writtenAt(schema, problem.detail))
}

/** Where the reference or pattern at fault is written, for the end of a sentence. */
function writtenAt(schema: JsonSchema, text: string): string {
  const place = text === '' ? null : placeOfText(schema, text)
  return place === null ? '' : ` (at schema${place})`
}

/** Longest wait for a check, its turn included. */
const maxMs = 90_000

/** Each check starts a process (90 ms of a processor, seconds for a large schema): a draft saved unchanged needs none. */
const compiles = rememberSuccess((schema: JsonSchema, store: Record<string, JsonSchema>) =>
  compileCheck(schema, store, { signal: AbortSignal.timeout(maxMs) }),
)
