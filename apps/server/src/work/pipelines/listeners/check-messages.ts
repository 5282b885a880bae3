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
  const refused = await refusalsOf(readable, check)
  for (const one of readable) {
    const refusal = refused.get(one)
    if (refusal === undefined) checked.accepted.push(one)
    else put(one.message, refusal.state, refusal.reason)
  }
  return checked
}

const tooLarge = { problem: `The message is larger than ${maxMessageBytes >> 20} MiB.` }
type Refusal = { state: SetAside['state']; reason: string }

/** Why messages are refused. Where the check does not survive all of them, the one it fails at is found by halves. */
async function refusalsOf<T>(read: readonly Read<T>[], check: Check): Promise<Map<Read<T>, Refusal>> {
  const found = await refusals(read, check)
  if (typeof found !== 'string') return found
  const [only] = read
  if (read.length === 1 && only !== undefined) return refusalsOfOne(only, check)
  const half = read.length >> 1
  return new Map([...(await refusalsOf(read.slice(0, half), check)), ...(await refusalsOf(read.slice(half), check))])
}

/** Why messages are refused, or why the check did not survive one of them. */
async function refusals<T>(read: readonly Read<T>[], check: Check): Promise<Map<Read<T>, Refusal> | string> {
  const found = new Map<Read<T>, Refusal>()
  if (read.length === 0) return found
  const records = read.flatMap((one) => one.records.map((record) => ({ one, record })))
  const content = Buffer.from(records.map(({ record }) => `${JSON.stringify(record)}\n`).join(''))
  const { signal, ...how } = check
  const file = { ...how, name: 'messages', contentType: 'json' as const, format: {}, content }
  const { findings, problem } = await checkRecords(file, { signal })
  if (problem !== null) return problem
  for (const { row, path, message } of findings) {
    const one = records[(row ?? 1) - 1]?.one
    const reason = path === '' ? message : `${path}: ${message}`
    if (one !== undefined && !found.has(one)) found.set(one, { state: 'held', reason })
  }
  return found
}

/** It may have been the machine: only what fails every time is dead. */
async function refusalsOfOne<T>(one: Read<T>, check: Check): Promise<Map<Read<T>, Refusal>> {
  let why = ''
  for (let attempt = 2; attempt <= maxAttempts; attempt++) {
    const found = await refusals([one], check)
    if (typeof found !== 'string') return found
    why = found
  }
  const reason = `The message could not be checked in ${maxAttempts} attempts: ${why}`
  return new Map([[one, { state: 'dead', reason }]])
}
