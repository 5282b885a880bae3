import { maxMessageBytes, type JsonSchema } from '@millrace/contract'
import { checkRecords, type DecimalGuess, guessDecimal } from '@millrace/engine'
import type { RunDefinition } from '../../../documents/pipelines/pipelines.types.ts'
import type { SetAside } from './gather.repository.ts'
import { recordsOfMessage } from './message-records.ts'

/** Messages that go into the upload, each as its records, and those that are set aside. */
export type CheckedMessages<T> = {
  accepted: { message: T; records: object[] }[]
  setAside: (SetAside & { message: T })[]
}

/** A message that the check itself does not survive is tried so often. */
const maxAttempts = 3

type Check = {
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  decimalGuess: DecimalGuess
  signal: AbortSignal
}
type Read<T> = { message: T; records: object[] }

/** What records are checked against: the input of the component that the source feeds. */
export function checkOf(definition: RunDefinition, source: string, signal: AbortSignal): Check {
  const rowSchema = definition.sources.find((entry) => entry.source.dataSubKind === source)?.rowSchema ?? null
  const decimalGuess = guessDecimal(definition.item.locale?.label ?? null)
  return { rowSchema, schemas: definition.schemas, decimalGuess, signal }
}

/**
 * Tells messages that an import can take from those that are no JSON or that the row schema refuses: these are held and
 * stop nobody. One that the check does not survive is tried three times by itself, and is dead then.
 */
export async function checkMessages<T extends { body: Buffer }>(
  messages: readonly T[],
  check: Check,
): Promise<CheckedMessages<T>> {
  const checked: CheckedMessages<T> = { accepted: [], setAside: [] }
  const put = (message: T, state: SetAside['state'], reason: string) =>
    checked.setAside.push({ message, state, reason, body: message.body })
  const readable: Read<T>[] = []
  for (const message of messages) {
    const read = message.body.length > maxMessageBytes ? tooLarge : recordsOfMessage(message.body)
    if ('problem' in read) put(message, 'held', read.problem)
    else readable.push({ message, records: read.records })
  }
  const together = await refusals(readable, check)
  for (const [place, one] of readable.entries()) {
    const refusal = together === null ? await refusalOfOne(one, check) : together.get(place)
    if (refusal === undefined) checked.accepted.push(one)
    else put(one.message, refusal.state, refusal.reason)
  }
  return checked
}

const tooLarge = { problem: `The message is larger than ${maxMessageBytes >> 20} MiB.` }
type Refusal = { state: SetAside['state']; reason: string }

/** Why messages are refused, by their place; null when the check did not survive one of them. */
async function refusals<T>(read: readonly Read<T>[], check: Check): Promise<Map<number, Refusal> | null> {
  const found = new Map<number, Refusal>()
  if (read.length === 0) return found
  const records = read.flatMap((one, place) => one.records.map((record) => ({ place, record })))
  const content = Buffer.from(records.map(({ record }) => `${JSON.stringify(record)}\n`).join(''))
  const { signal, ...how } = check
  const file = { ...how, name: 'messages', contentType: 'json' as const, format: {}, content }
  const { findings, problem } = await checkRecords(file, { signal })
  if (problem !== null) return null
  for (const { row, path, message } of findings) {
    const place = records[(row ?? 1) - 1]?.place ?? 0
    const reason = path === '' ? message : `${path}: ${message}`
    if (!found.has(place)) found.set(place, { state: 'held', reason })
  }
  return found
}

async function refusalOfOne<T>(one: Read<T>, check: Check): Promise<Refusal | undefined> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const found = await refusals([one], check)
    if (found !== null) return found.get(0)
  }
  return {
    state: 'dead',
    reason: `The message could not be checked in ${maxAttempts} attempts: it takes too long or too much memory.`,
  }
}
