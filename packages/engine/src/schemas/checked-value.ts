import type { ValidateFunction } from 'ajv'
import { AlternativeFilter } from './alternatives.ts'
import { compileSchema } from './compile-schema.ts'
import type { RuleError } from './finding-message.ts'
import { SlowPatternError } from './pattern.ts'
import type { SchemaSet } from './schema-set.ts'

/** Faults kept of one value, then how many more there are; a list of a million wrong entries is one bad record, not a million findings. */
const MAX_PER_VALUE = 200

/** Compiles a schema to a check of one value: its faults, or null. What cannot be checked in bounds is a fault too. */
export function compileValueCheck(set: SchemaSet): (value: unknown) => RuleError[] | null {
  const validate: ValidateFunction = compileSchema(set)
  const alternatives = new AlternativeFilter(set)
  return (value) => {
    try {
      if (validate(value)) return null
      const faults = alternatives.kept(validate.errors ?? [])
      if (faults.length <= MAX_PER_VALUE) return faults
      const more = { keyword: 'more', instancePath: '', params: { count: faults.length - MAX_PER_VALUE } }
      return [...faults.slice(0, MAX_PER_VALUE), more]
    } catch (problem) {
      const fault = unchecked(problem, value)
      if (fault === null) throw problem
      return [fault]
    }
  }
}

/** The fault of a value that no check came to the end of; null for faults of our own. */
function unchecked(problem: unknown, value: unknown): RuleError | null {
  if (problem instanceof SlowPatternError) {
    const instancePath = pathOf(value, problem.text) ?? ''
    return { keyword: 'pattern', instancePath, params: { pattern: problem.pattern, tooSlow: true } }
  }
  if (problem instanceof RangeError && /call stack/i.test(problem.message)) {
    return { keyword: 'nesting', instancePath: '', params: {} }
  }
  return null
}

const escaped = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`

/** JSON pointer of the first place of a text in a value; null when it is none of the values (a field name). */
function pathOf(value: unknown, text: string): string | null {
  const waiting: [unknown, string][] = [[value, '']]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [at, path] = next
    if (at === text) return path
    if (at === null || typeof at !== 'object') continue
    for (const [name, item] of Object.entries(at).reverse()) waiting.push([item, path + escaped(name)])
  }
  return null
}
