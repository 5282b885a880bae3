import type { PayloadComparison } from '@millrace/contract'

type Counts = Pick<PayloadComparison, 'records' | 'changed' | 'added' | 'removed' | 'moved'>

/** What differs in all payloads together: counts, and fields with the number of records in which they do. */
export function sumOf(payloads: readonly PayloadComparison[]): Pick<PayloadComparison, keyof Counts | 'fields'> {
  const counts = { records: 0, changed: 0, added: 0, removed: 0, moved: 0 }
  const fields = new Map<string, number>()
  for (const payload of payloads) {
    for (const key of Object.keys(counts) as (keyof Counts)[]) counts[key] += payload[key]
    for (const { field, records } of payload.fields) fields.set(field, (fields.get(field) ?? 0) + records)
  }
  const listed = [...fields].map(([field, records]) => ({ field, records }))
  return { ...counts, fields: listed.toSorted((one, other) => other.records - one.records) }
}

export const isSame = ({ changed, added, removed, moved }: Counts): boolean => changed + added + removed + moved === 0

/** 'Nothing differs in 412 records', or '3 of 412 records differ: 2 changed, 1 removed'. */
export function whatDiffers(counts: Counts): string {
  const { records, changed, added, removed, moved } = counts
  if (isSame(counts)) return `Nothing differs in ${recordsOf(records)}`
  const differing = changed + added + removed
  const parts = [
    [changed, 'changed'],
    [added, 'added'],
    [removed, 'left out'],
    [moved, 'at another place'],
  ].flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`]))
  if (differing === 0) return `The order of ${recordsOf(records)} differs: ${parts.join(', ')}`
  return `${differing} of ${recordsOf(records)} ${differing === 1 ? 'differs' : 'differ'}: ${parts.join(', ')}`
}

const recordsOf = (count: number): string => `${count} ${count === 1 ? 'record' : 'records'}`
