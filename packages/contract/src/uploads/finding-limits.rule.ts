/** Findings of an upload that are stored one by one; of all others only their groups and counts. */
export const maxStoredFindings = 10_000
/** Findings on a page of GET /uploads/findings. */
export const maxFindingsPerPage = 100

/** A long value as 100 characters of head and 100 of tail (SCH-034). */
export function previewValue(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '')
  return text.length <= 200 ? text : `${text.slice(0, 100)}…${text.slice(-100)}`
}
