import { isSameJson } from '@millrace/contract/schemas/json-equality'
import { textOfValue } from '../shape/constants.ts'
import type { Node } from '../shape/merge.ts'

export type Option = { value: unknown; title: string }

/** The values a part may have, with their titles; Yes and No of a boolean. */
export function optionsOf(node: Node, kind: string): Option[] {
  const values: unknown[] = Array.isArray(node.enum) ? node.enum : kind === 'boolean' ? [true, false] : []
  const titles: unknown[] = Array.isArray(node.enumNames) ? node.enumNames : []
  return values.map((value, index) => {
    const title = titles[index]
    return { value, title: typeof title === 'string' ? title : textOfValue(value) }
  })
}

/** The position of a value among the options; -1 for one that is none of them. */
export const indexOf = (options: readonly Option[], value: unknown): number =>
  options.findIndex((option) => isSameJson(option.value, value))
