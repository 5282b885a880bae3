/** What a message brings: records, or why it brings none. */
export type MessageRecords = { records: Record<string, unknown>[] } | { problem: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What readers of JSON take, and far less than what writing it would not survive. */
const maxLevels = 64

/** Whether lists and objects lie in each other deeper than that; without recursion, which a deep one would not survive. */
function isTooDeep(value: unknown): boolean {
  const open: [unknown, number][] = [[value, 0]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [one, levels] = next
    if (typeof one !== 'object' || one === null) continue
    if (levels === maxLevels) return true
    for (const part of Object.values(one)) open.push([part, levels + 1])
  }
  return false
}

/** A message is a JSON object, one record, or a list of them. UTF-8 that is none is refused, not repaired. */
export function recordsOfMessage(body: Buffer): MessageRecords {
  let value: unknown
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    value = JSON.parse(text)
  } catch (error) {
    return { problem: `The message is not JSON: ${(error as Error).message}` }
  }
  if ((Array.isArray(value) ? value : [value]).some(isTooDeep)) {
    return { problem: `The message is nested more than ${maxLevels} levels deep.` }
  }
  if (isRecord(value)) return { records: [value] }
  if (!Array.isArray(value)) return { problem: 'The message is neither a JSON object nor a list of objects.' }
  if (value.length === 0) return { problem: 'The message is an empty list.' }
  return value.every(isRecord) ? { records: value } : { problem: 'Not every entry of the list is a JSON object.' }
}
