import type { BoundedPattern } from './bounded-pattern.ts'

/** A broken rule: the keyword, what it said, and the way to the value. */
export type FormFault = { rule: string; params: Record<string, unknown>; parts: string[] }

/** Notes a fault, at the value itself unless another place is given. */
export type Report = (rule: string, params: Record<string, unknown>, at?: string[]) => void

/** What the checks of single keywords use to check the values inside a value. */
export interface ValueChecker {
  pattern(source: string): BoundedPattern
  fits(schema: unknown, value: unknown): boolean
  faults(schema: unknown, value: unknown, parts: string[]): FormFault[]
}
