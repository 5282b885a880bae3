import { AsyncLocalStorage } from 'node:async_hooks'
import type { ObjectRule } from '@millrace/contract'

/** Object rules of the policy that ask anything. */
export type AskedRule = Exclude<ObjectRule, 'none'>

/** Carries the rule that a function asks, so that the composition can name one function for each rule. */
export type Asks<R extends AskedRule> = { readonly asks: R }

/** For every object rule a function that asks it: a rule that nobody asks does not compile. */
export type ObjectRules = { [R in AskedRule]: Asks<R> }

const asked = new AsyncLocalStorage<Set<ObjectRule>>()

/**
 * Makes `ask` the function behind an object rule of the policy. Services call it, and who calls it is remembered for the
 * request at hand: `withAskedRules` tells which rules were asked.
 * @param ask throws where the rule is broken, or answers only what the caller may have
 */
export function objectRule<R extends AskedRule, Args extends unknown[], Answer>(
  rule: R,
  ask: (...args: Args) => Answer,
): ((...args: Args) => Answer) & Asks<R> {
  const asking = (...args: Args): Answer => {
    asked.getStore()?.add(rule)
    return ask(...args)
  }
  return Object.assign(asking, { asks: rule })
}

/** Runs the work of one request. @returns its answer, and the object rules that were asked on the way */
export async function withAskedRules<T>(
  work: () => Promise<T>,
): Promise<{ answer: T; rules: ReadonlySet<ObjectRule> }> {
  const rules = new Set<ObjectRule>()
  return { answer: await asked.run(rules, work), rules }
}
