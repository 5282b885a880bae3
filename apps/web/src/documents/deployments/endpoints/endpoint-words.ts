import type { DeployedEndpoint, EndpointKey } from '@millrace/contract'
import { endpointKeyHeader } from '@millrace/contract/deployments/endpoint-address.rule'

/** 0.42 → '0.4 ms', 1830 → '1.83 s'; '-' where nothing was measured. */
export function formatMs(ms: number | null): string {
  if (ms === null) return '-'
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(2)} s`
}

export const isExpired = ({ expireAt }: Pick<EndpointKey, 'expireAt'>, now = Date.now()): boolean =>
  expireAt !== null && Date.parse(expireAt) <= now

/** The address that callers post to (D-134). */
export const addressOfEndpoint = (runtime: string, { path, route }: Pick<DeployedEndpoint, 'path' | 'route'>): string =>
  `${runtime.replace(/\/+$/, '')}${path}${route}`

/** A command line for a shell that calls the endpoint; `{key}` stands for a key. */
export const curlOf = (address: string, body: string): string =>
  [
    `curl -X POST ${quote(address)}`,
    `-H 'content-type: application/json'`,
    `-H '${endpointKeyHeader}: {key}'`,
    `--data ${quote(compact(body))}`,
  ].join(' ')

/** In single quotes, which a shell takes as they are; one inside ends them, stands by itself and begins them again. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function compact(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body))
  } catch {
    return body
  }
}
