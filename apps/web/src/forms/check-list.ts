import { findDuplicate } from '@millrace/contract/schemas/json-equality'
import type { FormFault, Report, ValueChecker } from './value-checker.ts'

/** The keywords of lists; gives the faults of the entries. */
export function checkList(
  schema: Record<string, unknown>,
  list: unknown[],
  parts: string[],
  checker: ValueChecker,
  fault: Report,
): FormFault[] {
  const { minItems, maxItems, uniqueItems, contains, items, additionalItems } = schema
  if (typeof maxItems === 'number' && list.length > maxItems) fault('maxItems', { limit: maxItems })
  if (typeof minItems === 'number' && list.length < minItems) fault('minItems', { limit: minItems })
  const entry = (inner: unknown, index: number) => checker.faults(inner, list[index], [...parts, String(index)])
  const found: FormFault[] = []
  if (Array.isArray(items)) {
    const described = Math.min(items.length, list.length)
    for (let index = 0; index < described; index++) found.push(...entry(items[index], index))
    if (additionalItems === false && list.length > items.length) fault('additionalItems', { limit: items.length })
    else if (additionalItems !== undefined && additionalItems !== false)
      for (let index = items.length; index < list.length; index++) found.push(...entry(additionalItems, index))
  } else if (items !== undefined) for (const index of list.keys()) found.push(...entry(items, index))
  if (contains !== undefined && !list.some((value) => checker.fits(contains, value))) fault('contains', {})
  if (uniqueItems === true && findDuplicate(list) !== null) fault('uniqueItems', {})
  return found
}
