/**
 * A value as text of at most 201 characters: 100 of head, '…', 100 of tail (SCH-034). The same cut as the contract's
 * previewValue, without loading the contract's checks into the runner. Long texts are copied: a slice would keep the
 * whole piece of the file alive for as long as the finding lives.
 */
export function cutValue(value: unknown): string {
  const text = typeof value === 'string' ? value : value === undefined ? '' : (JSON.stringify(value) ?? '')
  if (text.length < 13) return text
  const cut = text.length <= 200 ? text : `${text.slice(0, 100)}…${text.slice(-100)}`
  return Buffer.from(cut, 'utf16le').toString('utf16le')
}
