import { invalid, type JsonSchema, textWith } from '@millrace/contract'
import { Ajv } from 'ajv'

/** Bounds of a schema that is stored; a form of this size cannot be read by anybody, and compiling takes time. */
export const schemaLimits = { bytes: 500_000, depth: 64, nodes: 20_000 }

const draft7 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/

function measure(schema: JsonSchema): string | null {
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
  return Buffer.byteLength(JSON.stringify(schema)) > schemaLimits.bytes ? 'it is larger than 500 kB' : null
}

/** The schema without its own address: in the store a schema is known by its version's id alone. */
export function withoutOwnAddress(schema: JsonSchema): JsonSchema {
  const { $id: _id, $schema: _schema, ...rest } = schema
  return rest
}

/** Compiling reads patterns but matches nothing with them, so a slow one does no harm here. */
function compile(schema: JsonSchema, store: Record<string, JsonSchema>): string | null {
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false, inlineRefs: false, unicodeRegExp: false })
  try {
    if (!ajv.validateSchema(schema)) {
      const [first] = ajv.errors ?? []
      return `${first?.instancePath || 'the schema'} ${first?.message ?? 'does not follow draft-07'}`
    }
    for (const [address, stored] of Object.entries(store)) ajv.addSchema(withoutOwnAddress(stored), address)
    ajv.compile(withoutOwnAddress(schema))
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Refuses what is not a draft-07 schema: 40000 'The schema is not valid: {reason}'.
 * @param store the schemas it refers to, by address; references lead nowhere else
 */
export function checkSchema(schema: JsonSchema, store: Record<string, JsonSchema>): void {
  const named = schema.$schema
  const reason =
    measure(schema) ??
    (typeof named === 'string' && !draft7.test(named) ? `${named} is not draft-07` : compile(schema, store))
  if (reason !== null) throw invalid(textWith.schemaInvalid(reason))
}
