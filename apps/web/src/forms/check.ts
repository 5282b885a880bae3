import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { SchemaSet } from '@millrace/contract/schemas/schema-set'
import { type BoundedPattern, boundedPattern } from './bounded-pattern.ts'
import { checkList } from './check-list.ts'
import { checkNumber, checkText, checkType, checkValues } from './check-plain.ts'
import { checkObject } from './check-object.ts'
import type { FormFault, Report, ValueChecker } from './value-checker.ts'

/** Faults kept of one value. */
export const maxFaults = 200

/**
 * Checks values against a schema by reading it: no code is made, as the app's content policy asks. The faults are those
 * of the server's validator.
 */
export class Checker implements ValueChecker {
  readonly #set: SchemaSet
  readonly #patterns = new Map<string, BoundedPattern>()

  constructor(set: SchemaSet) {
    this.#set = set
  }

  pattern(source: string): BoundedPattern {
    const known = this.#patterns.get(source) ?? boundedPattern(source)
    this.#patterns.set(source, known)
    return known
  }

  fits(schema: unknown, value: unknown): boolean {
    return this.faults(schema, value, []).length === 0
  }

  faults(schema: unknown, value: unknown, parts: string[]): FormFault[] {
    if (schema === false) return [{ rule: 'false schema', params: {}, parts }]
    if (!isObject(schema)) return []
    if (typeof schema.$ref === 'string') return this.faults(this.#set.resolve(schema.$ref)?.schema, value, parts)
    const found: FormFault[] = []
    const fault = (rule: string, params: Record<string, unknown>, at: string[] = parts) => {
      if (found.length < maxFaults) found.push({ rule, params, parts: at })
    }
    checkType(schema, value, fault)
    checkValues(schema, value, fault)
    if (typeof value === 'number') checkNumber(schema, value, fault)
    else if (typeof value === 'string') checkText(schema, value, this, fault)
    else if (Array.isArray(value)) found.push(...checkList(schema, value, parts, this, fault))
    else if (isObject(value)) found.push(...checkObject(schema, value, parts, this, fault))
    found.push(...this.#combined(schema, value, parts, fault))
    return found
  }

  #combined(schema: Record<string, unknown>, value: unknown, parts: string[], fault: Report): FormFault[] {
    const found: FormFault[] = []
    if (Array.isArray(schema.allOf)) for (const inner of schema.allOf) found.push(...this.faults(inner, value, parts))
    if (Array.isArray(schema.anyOf) && !schema.anyOf.some((inner) => this.fits(inner, value))) fault('anyOf', {})
    if (Array.isArray(schema.oneOf)) {
      const passing = [...schema.oneOf.keys()].filter((index) => this.fits((schema.oneOf as unknown[])[index], value))
      if (passing.length !== 1) fault('oneOf', { passingSchemas: passing.length === 0 ? null : passing.slice(0, 2) })
    }
    if (schema.not !== undefined && this.fits(schema.not, value)) fault('not', {})
    if (schema.if !== undefined) {
      const branch = this.fits(schema.if, value) ? schema.then : schema.else
      if (branch !== undefined) found.push(...this.faults(branch, value, parts))
    }
    return found
  }
}
