import type { Finding } from '@millrace/contract'
import { endpointKeyHeader } from '@millrace/contract/deployments/endpoint-address.rule'
import { tokenHeader } from '@millrace/contract/envelope'
import { freshToken } from '../../../api/fresh-token.ts'
import type { PlacedProblem } from '../../../code/json-editor.ts'

export type Tried = {
  status: number
  /** Milliseconds from sending to the last byte. */
  ms: number
  /** As it came; JSON is set out in lines. */
  text: string
  /** What the server found in the body, or in the answer. */
  findings: readonly Finding[]
}

/** Posts a body with the person's session, and a key where one is given. @throws Error with the browser's message where nothing answers */
export async function tryEndpoint(address: string, body: string, key: string): Promise<Tried> {
  const token = await freshToken()
  const start = performance.now()
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { [tokenHeader]: token }),
      ...(key !== '' && { [endpointKeyHeader]: key }),
    },
    body,
    cache: 'no-store',
  })
  const text = await response.text()
  const ms = performance.now() - start
  const value = readJson(text)
  return {
    status: response.status,
    ms,
    text: value === undefined ? text : JSON.stringify(value, null, 2),
    findings: response.ok ? [] : findingsOf(value),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The findings of a refusal, which stand in the data of its envelope. */
function findingsOf(answer: unknown): Finding[] {
  const data = (answer as { data?: { findings?: unknown } | null } | null | undefined)?.data
  return Array.isArray(data?.findings) ? (data.findings as Finding[]) : []
}

/** Findings of a body as marks in its text. */
export const problemsOf = (findings: readonly Finding[]): PlacedProblem[] =>
  findings.map(({ path, message }) => ({ pointer: path, message }))
