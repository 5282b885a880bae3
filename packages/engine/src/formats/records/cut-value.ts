import { compactText } from './compact-text.ts'

/**
 * A value as text of at most 201 characters: 100 of head, '…', 100 of tail (SCH-034). The same cut as the contract's
 * previewValue, without loading the contract's checks into the runner.
 */
export function cutValue(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '')
  return compactText(text.length <= 200 ? text : `${text.slice(0, 100)}…${text.slice(-100)}`)
}
