import type { Envelope } from '@millrace/contract'
import { codes, type FaultDetail, texts } from '@millrace/contract/errors'
import { CallError } from './call-error.ts'

/** Reads the envelope whatever the HTTP status (D-02); an empty answer is a lost connection (ERR-002). */
export function openEnvelope<T>(call: string, text: string, requestId: string | null): T {
  if (text === '') throw new CallError(call, null, texts.lostConnection, requestId)
  const envelope = parse<T>(text)
  if (envelope === null) throw new CallError(call, null, texts.lostConnection, requestId)
  if (envelope.code !== codes.ok) {
    const { address } = (envelope.data ?? {}) as Partial<FaultDetail>
    throw new CallError(call, envelope.code, envelope.message, requestId, address)
  }
  return envelope.data
}

function parse<T>(text: string): Envelope<T> | null {
  try {
    const value: unknown = JSON.parse(text)
    const known = typeof value === 'object' && value !== null && 'code' in value
    return known ? (value as Envelope<T>) : null
  } catch (error) {
    // A proxy's error page instead of ours: nothing a person could use, the console keeps it.
    console.error('answer is no envelope', error)
    return null
  }
}
