/** What a message brings: records, or why it brings none. */
export type MessageRecords = { records: Record<string, unknown>[] } | { problem: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A message is a JSON object, one record, or a list of them. UTF-8 that is none is refused, not repaired. */
export function recordsOfMessage(body: Buffer): MessageRecords {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `The message is not JSON: ${(error as Error).message}` }
  }
  if (isRecord(value)) return { records: [value] }
  if (!Array.isArray(value)) return { problem: 'The message is neither a JSON object nor a list of objects.' }
  if (value.length === 0) return { problem: 'The message is an empty list.' }
  return value.every(isRecord) ? { records: value } : { problem: 'Not every entry of the list is a JSON object.' }
}
