import type { Finding } from '@millrace/contract'
import type { DataRecord } from '../records/file.types.ts'

/** Stands in a parsed value for a number that JavaScript cannot hold. */
class LostNumber {
  readonly source: string
  readonly rule: 'precision' | 'range'

  constructor(source: string, rule: LostNumber['rule']) {
    this.source = source
    this.rule = rule
  }
}

type FieldFault = Pick<Finding, 'column' | 'path' | 'rule' | 'value' | 'message'>

/**
 * What a quick look at a parsed value finds: `huge` says that a number may not be what the file says, `fields` counts
 * those of the outermost object, `names` those of all objects.
 */
export type ValueTraits = { tooDeep: boolean; huge: boolean; fields: number; names: number }

/** A value nested deeper is parsed exactly without a look. */
const maxInspectedLevels = 100

/** One walk over a value for all questions: it is made for every record. */
export function inspectValue(value: object, levels: number, look: ValueTraits): void {
  if (levels <= 0) {
    look.tooDeep = true
    return
  }
  let fields = 0
  for (const key in value) {
    fields++
    const item = (value as DataRecord)[key]
    if (typeof item === 'object') {
      if (item !== null) inspectValue(item, levels - 1, look)
    } else if (typeof item === 'number' && (item > Number.MAX_SAFE_INTEGER || item < -Number.MAX_SAFE_INTEGER)) {
      look.huge = true
    }
  }
  // The outermost object is done last.
  look.fields = fields
  if (!Array.isArray(value)) look.names += fields
}

function lostNumber(value: number, source: string): LostNumber | number {
  if (Number.isSafeInteger(value)) return value
  if (!Number.isFinite(value)) return new LostNumber(source, 'range')
  return /^-?\d+$/.test(source) && BigInt(source) !== BigInt(value) ? new LostNumber(source, 'precision') : value
}

/** Parses JSON so that whole numbers which would be rounded, and those too large for any number, can be found. */
export function parseExactly(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? lostNumber(value, context.source) : value
  return JSON.parse(text, revive)
}

/** A JSON value; in it the digits, as text, of each number that JavaScript cannot hold. */
export function parseKeepingDigits(text: string): unknown {
  const holder = { value: JSON.parse(text) as unknown }
  const look: ValueTraits = { tooDeep: false, huge: false, fields: 0, names: 0 }
  inspectValue(holder, maxInspectedLevels, look)
  if (!look.huge && !look.tooDeep) return holder.value
  holder.value = parseExactly(text)
  collectLostNumbers(holder)
  return holder.value
}

/** What is wrong with the first number of a JSON value that JavaScript cannot hold, as a sentence; null when none is. */
export function lostNumberProblem(value: unknown): string | null {
  const [fault] = collectLostNumbers({ value })
  return fault === undefined
    ? null
    : fault.message.replace(/^Field 'value\/?(.*?)': /s, (_all, path: string) =>
        path === '' ? 'The number ' : `Field '${path}': `,
      )
}

/** The faults of a record made by `parseExactly`; in the record itself the digits of the file take their places. */
export function collectLostNumbers(record: DataRecord): FieldFault[] {
  const faults: FieldFault[] = []
  const walk = (value: object, path: string[]) => {
    for (const [key, item] of Object.entries(value)) {
      if (item === null || typeof item !== 'object') continue
      const at = [...path, key]
      if (!(item instanceof LostNumber)) walk(item, at)
      else {
        Object.defineProperty(value, key, { value: item.source, enumerable: true, writable: true, configurable: true })
        if (faults.length < 100) faults.push(faultOf(item, at))
      }
    }
  }
  walk(record, [])
  return faults
}

/** A name as a step of a JSON pointer. */
export const pathStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function faultOf({ source, rule }: LostNumber, path: string[]): FieldFault {
  const shown = source.length > 60 ? `${source.slice(0, 57)}…` : source
  const what = rule === 'range' ? 'is too large for a number' : 'would lose digits as a number; write it in quotes'
  return {
    column: path[0] ?? null,
    path: path.map((part) => `/${pathStep(part)}`).join(''),
    rule,
    value: source,
    message: `Field '${path.join('/')}': ${shown} ${what}`,
  }
}
