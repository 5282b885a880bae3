/** Below it published endpoints are served, on whatever host (D-138). */
export const runtimeRoot = '/runtime/v1'

/** 'EV price, France' → 'ev-price-france': lower case, no marks, anything else is one '-'. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return plain === '' ? 'pipeline' : plain
}

/** Where a pipeline version is published below the runtime base, without its route (D-134). */
export const endpointPath = (name: string, version: number): string => `/${slugOf(name)}/v${version}`

const route = /^(?:\/[A-Za-z0-9._~-]+)+$/

/** The route as it is served, with a slash at its start; null when an address cannot hold it. */
export function servedRoute(written: string): string | null {
  const trimmed = written.trim().replace(/\/+$/, '')
  const whole = trimmed.startsWith('/') ? trimmed : `/${trimmed}`
  return route.test(whole) && !/\/\.{1,2}(?:\/|$)/.test(whole) ? whole : null
}

/** Header in which callers of endpoints send a key. */
export const endpointKeyHeader = 'x-api-key'

/** Where an endpoint is described for programs (OpenAPI), below the runtime base; `path` as it is published. */
export const endpointDescription = (path: string): string => `${path}/openapi-3.json`
