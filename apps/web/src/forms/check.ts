import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { SchemaSet } from '@millrace/contract/schemas/schema-set'
import { type BoundedPattern, boundedPattern } from './bounded-pattern.ts'
import { checkList } from './check-list.ts'
import { checkNumber, checkText, checkType, checkValues } from './check-plain.ts'
import { checkObject } from './check-object.ts'
import type { FormFault, Report, ValueChecker } from './value-checker.ts'

/** Faults kept of one value. */
export const maxFaults = 200

/** The schema that a value is meant to follow among those of `oneOf` or `anyOf`; undefined where none is. */
export type BranchOf = (options: readonly unknown[], value: unknown, parts: readonly string[]) => unknown

/**
 * Checks values against a schema by reading it: no code is made, as the app's content policy asks. The faults are those
 * of the server's validator. With `branchOf` they are told at the place they are mended: a value that follows none of
 * several schemas has the faults of the one it is meant to follow.
 */
export class Checker implements ValueChecker {
  readonly #set: SchemaSet
  readonly #patterns = new Map<string, BoundedPattern>()

  readonly #branchOf: BranchOf | undefined
  /** Whether a value follows a schema needs no place. */
  readonly #plain: Checker

  constructor(set: SchemaSet, branchOf?: BranchOf) {
    this.#set = set
    this.#branchOf = branchOf
    this.#plain = branchOf === undefined ? this : new Checker(set)
  }

  pattern(source: string): BoundedPattern {
    const known = this.#patterns.get(source) ?? boundedPattern(source)
    this.#patterns.set(source, known)
    return known
  }

  fits(schema: unknown, value: unknown): boolean {
    return this.#plain.faults(schema, value, []).length === 0
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
    const branch = (options: unknown[]) => this.#faultsOfBranch(options, value, parts)
    if (Array.isArray(schema.anyOf) && !schema.anyOf.some((inner) => this.fits(inner, value))) {
      const own = branch(schema.anyOf)
      if (own.length > 0) found.push(...own)
      else fault('anyOf', {})
    }
    if (Array.isArray(schema.oneOf)) {
      const passing = [...schema.oneOf.keys()].filter((index) => this.fits((schema.oneOf as unknown[])[index], value))
      const own = passing.length === 0 ? branch(schema.oneOf) : []
      if (own.length > 0) found.push(...own)
      else if (passing.length !== 1)
        fault('oneOf', { passingSchemas: passing.length === 0 ? null : passing.slice(0, 2) })
    }
    if (schema.not !== undefined && this.fits(schema.not, value)) fault('not', {})
    if (schema.if !== undefined) {
      const decided = this.fits(schema.if, value) ? schema.then : schema.else
      if (decided !== undefined) found.push(...this.faults(decided, value, parts))
    }
    return found
  }

  #faultsOfBranch(options: unknown[], value: unknown, parts: string[]): FormFault[] {
    const option = this.#branchOf?.(options, value, parts)
    return option === undefined ? [] : this.faults(option, value, parts)
  }
}
