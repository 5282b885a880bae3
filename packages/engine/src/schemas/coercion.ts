import { type DecimalMark, parseNumberText } from '@millrace/contract/schemas/number-text.rule'
import { isPlainObject, type PropertyTypes, type TypeName, typesOf } from './schema-types.ts'
import type { SchemaNode, SchemaSet } from './schema-set.ts'

/**
 * Coerces one record in place; a property that is left out is gone or undefined. `raw[i]` receives the text that property i of `names` had before, undefined where nothing
 * was changed.
 */
export type RecordCoercer = { names: string[]; coerce(record: Record<string, unknown>, raw: unknown[]): void }

type ValueCoercer = (value: unknown) => unknown

/** How text is read where it stands for something else; the mark may be found out after schemas are compiled. */
export type TextReading = {
  decimal: DecimalMark
  /** An empty text stays one wherever the schema allows a text, also where nothing is required. */
  keepsEmpty: boolean
}

/** Keywords that see a key whose value is undefined; as names of properties they only cost time. */
const looksAtKeys =
  /"(?:patternProperties|propertyNames|minProperties|maxProperties)":|"(?:additionalProperties|const)":\{|"enum":\[[^\]]*\{/

function booleanOf(text: string): boolean | string | undefined {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  const lower = text.trim().toLowerCase()
  if (lower === '') return undefined
  return lower === 'true' ? true : lower === 'false' ? false : text
}

/** Coercer of a value that is one of these types; null where nothing can be coerced. */
function scalarCoercer(types: ReadonlySet<TypeName>, reading: TextReading): ValueCoercer | null {
  const number = types.has('number') || types.has('integer')
  const boolean = types.has('boolean')
  if (types.has('string')) {
    if (number && boolean) return null
    return (value) =>
      (typeof value === 'number' && !number) || (typeof value === 'boolean' && !boolean) ? String(value) : value
  }
  if (number && !boolean)
    return (value) => (typeof value === 'string' ? parseNumberText(value, reading.decimal) : value)
  if (boolean && !number) {
    return (value) => (typeof value === 'string' ? booleanOf(value) : value === 1 ? true : value === 0 ? false : value)
  }
  return (value) => {
    if (typeof value !== 'string') return value
    if (value.trim() === '') return undefined
    if (!number) return value
    const lower = value.toLowerCase()
    return boolean && (lower === 'true' || lower === 'false')
      ? lower === 'true'
      : parseNumberText(value, reading.decimal)
  }
}

/** Compiles coercion for the rows of a table or, with `nested`, for records of any depth (XML). */
export class CoercionCompiler {
  private readonly set: SchemaSet
  private readonly reading: TextReading
  private readonly nested: boolean
  private readonly made = new Map<unknown, ValueCoercer>()
  /** What schemas ask of the names that a record has. */
  private readonly keys: 'open' | 'closed' | 'looked at'

  constructor(set: SchemaSet, reading: TextReading, nested: boolean) {
    this.set = set
    this.reading = reading
    this.nested = nested
    const text = nested ? '' : JSON.stringify([...set.documents.values()])
    this.keys = looksAtKeys.test(text) ? 'looked at' : text.includes('"additionalProperties":') ? 'closed' : 'open'
  }

  /**
   * One function with the property names written into it: reading `record["price"]` at a fixed place is about ten times
   * faster than looking names up in a loop. `columns`: what the records of a table have, described or not.
   */
  record(types: PropertyTypes, columns: Iterable<string> = []): RecordCoercer {
    const names: string[] = []
    const coercers: (ValueCoercer | null)[] = []
    const body: string[] = []
    for (const name of new Set([...types.properties.keys(), ...columns])) {
      const node = types.properties.get(name)
      const coercer = node === undefined ? null : this.value(node)
      const drops = this.dropsEmpty(types, name)
      if (coercer === null && !drops) continue
      const i = names.push(name) - 1
      coercers.push(coercer)
      const at = `record[${JSON.stringify(name)}]`
      const present = name in Object.prototype ? `hasOwn(record,${JSON.stringify(name)})` : 'v!==undefined'
      const changed = coercer === null ? 'v' : `coercers[${i}](v)`
      body.push(
        `{raw[${i}]=undefined;const v=${at};if(${present}){const c=${drops ? `v===''?undefined:${changed}` : changed};` +
          `if(c!==v){raw[${i}]=v;${this.canKeepKey(node !== undefined) ? `${at}=c` : `if(c===undefined)delete ${at};else ${at}=c`}}}}`,
      )
    }
    const make = new Function('coercers', 'hasOwn', `return function coerce(record, raw){${body.join('\n')}}`)
    return { names, coerce: make(coercers, Object.hasOwn) as RecordCoercer['coerce'] }
  }

  /**
   * Whether what is absent may be undefined instead of gone: a record that loses a key is several times slower from
   * then on. No schema may count or name the keys of such a record.
   */
  private canKeepKey(isDescribed: boolean): boolean {
    return !this.nested && this.keys !== 'looked at' && (isDescribed || this.keys === 'open')
  }

  /** An empty text of a property that may be absent means that it is, whatever the schema says of the property. */
  private dropsEmpty(types: PropertyTypes, name: string): boolean {
    return !this.reading.keepsEmpty && !types.required.has(name)
  }

  private value(node: SchemaNode): ValueCoercer | null {
    const known = typesOf(this.set, node)
    if (known.types === null) return null
    const scalar = scalarCoercer(known.types, this.reading)
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
    const fields = [...known.properties].map(([name, node]) => {
      return { name, coerce: this.value(node), drops: this.dropsEmpty(known, name) }
    })
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
      for (const { name, coerce, drops } of fields) {
        if (!Object.hasOwn(value, name)) continue
        const before = value[name]
        const changed = drops && before === '' ? undefined : coerce === null ? before : coerce(before)
        if (changed === undefined) delete value[name]
        else value[name] = changed
      }
      return value
    }
  }
}
