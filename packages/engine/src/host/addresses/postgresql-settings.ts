import { readDatabaseAddress } from '@millrace/contract/connections/database-address.rule'
import type { ClientConfig } from 'pg'
import { tlsSettings } from './tls-settings.ts'

/**
 * What the driver needs to sign in, each setting named, so that it takes none from the environment or from files.
 * @throws AddressError
 */
export function postgresqlSettings(
  connectionString: string,
  options?: Record<string, unknown>,
): Pick<ClientConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'> {
  const address = readDatabaseAddress('postgresql', connectionString)
  const { host, port, user, password, database } = address
  // A function, because the driver would look for an empty password in ~/.pgpass.
  return { host, port, user, password: () => password, database, ssl: tlsSettings(address, options) }
}
