import { isPlainObject, type PropertyTypes, type TypeName, typesOf } from './schema-types.ts'
import type { SchemaNode, SchemaSet } from './schema-set.ts'

/**
 * Coerces one record in place. `raw[i]` receives the text that property i of `names` had before, undefined where nothing
 * was changed.
 */
export type RecordCoercer = { names: string[]; coerce(record: Record<string, unknown>, raw: unknown[]): void }

type ValueCoercer = (value: unknown) => unknown

const numberText = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * A number written as text, or the text itself when it is none: no thousands separators, no hexadecimal, no infinity,
 * no whole number too long to be exact. undefined for an empty text.
 */
export function parseNumberText(text: string, comma: boolean): number | string | undefined {
  let plain = text
  if (comma && plain.length > 0) {
    if (plain.includes('.')) return text
    plain = plain.replace(',', '.')
  }
  const first = plain.charCodeAt(0)
  if (first >= 48 && first <= 57) {
    const number = +plain
    const second = plain.charCodeAt(1) | 32
    if (number !== number || second === 120 || second === 111 || second === 98 || !Number.isFinite(number)) return text
    return number > Number.MAX_SAFE_INTEGER && !/e/i.test(plain) ? text : number
  }
  const trimmed = plain.trim()
  if (trimmed === '') return undefined
  if (!numberText.test(trimmed)) return text
  const number = Number(trimmed)
  if (!Number.isFinite(number) || (Math.abs(number) > Number.MAX_SAFE_INTEGER && !/e/i.test(trimmed))) return text
  return number
}

function booleanOf(text: string): boolean | string | undefined {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  const lower = text.trim().toLowerCase()
  if (lower === '') return undefined
  return lower === 'true' ? true : lower === 'false' ? false : text
}

/** Coercer of a value that is one of these types; null where nothing can be coerced. */
function scalarCoercer(types: ReadonlySet<TypeName>, comma: boolean): ValueCoercer | null {
  const number = types.has('number') || types.has('integer')
  const boolean = types.has('boolean')
  if (types.has('string')) {
    if (number && boolean) return null
    return (value) =>
      (typeof value === 'number' && !number) || (typeof value === 'boolean' && !boolean) ? String(value) : value
  }
  if (number && !boolean) return (value) => (typeof value === 'string' ? parseNumberText(value, comma) : value)
  if (boolean && !number) {
    return (value) => (typeof value === 'string' ? booleanOf(value) : value === 1 ? true : value === 0 ? false : value)
  }
  return (value) => {
    if (typeof value !== 'string') return value
    if (value.trim() === '') return undefined
    if (!number) return value
    const lower = value.toLowerCase()
    return boolean && (lower === 'true' || lower === 'false') ? lower === 'true' : parseNumberText(value, comma)
  }
}

/** Compiles coercion for the rows of a table or, with `nested`, for records of any depth (XML). */
export class CoercionCompiler {
  private readonly set: SchemaSet
  private readonly comma: boolean
  private readonly nested: boolean
  private readonly made = new Map<unknown, ValueCoercer>()

  constructor(set: SchemaSet, comma: boolean, nested: boolean) {
    this.set = set
    this.comma = comma
    this.nested = nested
  }

  /**
   * One function with the property names written into it: reading `record["price"]` at a fixed place is about ten times
   * faster than looking names up in a loop.
   */
  record(types: PropertyTypes): RecordCoercer {
    const names: string[] = []
    const coercers: ValueCoercer[] = []
    const body: string[] = []
    for (const [name, node] of types.properties) {
      const coercer = this.value(node)
      if (!coercer) continue
      const i = names.push(name) - 1
      coercers.push(coercer)
      const at = `record[${JSON.stringify(name)}]`
      const present = name in Object.prototype ? `hasOwn(record,${JSON.stringify(name)})` : 'v!==undefined'
      body.push(
        `{raw[${i}]=undefined;const v=${at};if(${present}){const c=coercers[${i}](v);` +
          `if(c!==v){raw[${i}]=v;if(c===undefined)delete ${at};else ${at}=c}}}`,
      )
    }
    const make = new Function('coercers', 'hasOwn', `return function coerce(record, raw){${body.join('\n')}}`)
    return { names, coerce: make(coercers, Object.hasOwn) as RecordCoercer['coerce'] }
  }

  private value(node: SchemaNode): ValueCoercer | null {
    const known = typesOf(this.set, node)
    if (known.types === null) return null
    const scalar = scalarCoercer(known.types, this.comma)
    if (!this.nested || (!known.types.has('object') && !known.types.has('array'))) return scalar
    const before = this.made.get(node.schema)
    if (before) return before
    // Recursive schemas meet this forwarder before the real one is made.
    let real: ValueCoercer | null = null
    const forward: ValueCoercer = (value) => (real ? real(value) : value)
    this.made.set(node.schema, forward)
    real = this.nestedValue(known, scalar)
    return forward
  }

  private nestedValue(known: PropertyTypes, scalar: ValueCoercer | null): ValueCoercer {
    const fields = [...known.properties].map(([name, node]) => [name, this.value(node)] as const)
    const item = known.items ? this.value(known.items) : null
    const onlyList = known.types?.has('array') && !known.types.has('object') && !known.types.has('string')
    const withoutText = !known.types?.has('string')
    const list = (values: unknown[]) => (item ? values.map(item).filter((value) => value !== undefined) : values)
    return (value) => {
      if (Array.isArray(value)) return list(value)
      if (typeof value === 'string' && value === '' && withoutText) return undefined
      // An element that occurs once is not a list yet.
      if (onlyList && value !== undefined) return list([value])
      if (!isPlainObject(value)) return scalar ? scalar(value) : value
      for (const [name, coerce] of fields) {
        if (!coerce || !Object.hasOwn(value, name)) continue
        const changed = coerce(value[name])
        if (changed === undefined) delete value[name]
        else value[name] = changed
      }
      return value
    }
  }
}
