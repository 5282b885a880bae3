import { useState } from 'react'
import { type Tried, tryEndpoint } from './try-endpoint.ts'
import { reasonOf } from '../../../api/reason-of.ts'

type Outcome =
  | { state: 'idle' | 'busy' }
  | { state: 'failed'; reason: string }
  | { state: 'done'; tried: Tried; body: string }

/** Sends bodies one at a time, and what came of the last one. */
export function useTry(address: string) {
  const [outcome, setOutcome] = useState<Outcome>({ state: 'idle' })
  const send = async (body: string, key: string) => {
    setOutcome({ state: 'busy' })
    try {
      setOutcome({ state: 'done', tried: await tryEndpoint(address, body, key), body })
    } catch (error) {
      setOutcome({ state: 'failed', reason: reasonOf(error) })
    }
  }
  return { outcome, send }
}
