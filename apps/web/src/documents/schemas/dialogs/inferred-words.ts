import type { InferredField } from '@millrace/contract'
import { formatCount } from '../../../ui/format.ts'

/** '/properties/offers/items/properties/price' → 'offers [ ] price' */
export function describePlace(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  const words: string[] = []
  for (let at = 0; at < parts.length; at++) {
    if (parts[at] === 'properties') words.push(parts[++at] ?? '')
    else words.push('[ ]')
  }
  return words.join(' ')
}

/** 'number 1,200, string 3'; how often a value of each type came, the commonest first. */
export const describeTypes = (types: InferredField['types']): string =>
  Object.entries(types)
    .toSorted(([, a], [, b]) => b - a)
    .map(([type, count]) => `${type} ${formatCount(count)}`)
    .join(', ')

/** 'always', 'never' or '1,197 of 1,200' */
export function describeFilled({ seen, filled }: Pick<InferredField, 'seen' | 'filled'>): string {
  if (filled === seen) return 'always'
  return filled === 0 ? 'never' : `${formatCount(filled)} of ${formatCount(seen)}`
}
