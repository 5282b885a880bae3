import type { DatabaseAddress } from '@millrace/contract/connections/database-address.rule'

type Tls = { ca?: string; rejectUnauthorized?: boolean }

/**
 * How a driver encrypts: as the options of the connection say (`ssl: true`, `ca` as PEM), else as its address says.
 * @returns false for no encryption
 */
export function tlsSettings({ tls }: DatabaseAddress, { ssl, ca }: Record<string, unknown> = {}): Tls | false {
  if (typeof ca === 'string') return { ca }
  if (ssl === true || tls === 'checked') return {}
  return tls === 'unchecked' ? { rejectUnauthorized: false } : false
}
