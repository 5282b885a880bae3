import { isIPv6 } from 'node:net'
import type { DatabaseKind } from '../../outputs/targets/table.types.ts'

/** What a connection string says. It is read here: drivers would take files, sockets and settings of their own from it. */
export type DatabaseAddress = {
  host: string
  port: number
  user: string
  password: string
  /** Empty where MySQL is to choose none. */
  database: string
  /** How the connection is encrypted; null where the string does not say. */
  tls: 'off' | 'unchecked' | 'checked' | null
}

/** A connection string that is not taken, with a sentence that holds nothing of its secrets. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
}

type Dialect = {
  protocols: readonly string[]
  port: number
  example: string
  /** The one parameter that is taken, and what its values mean. */
  parameter: string
  values: Readonly<Record<string, DatabaseAddress['tls']>>
}

const dialects: Record<DatabaseKind, Dialect> = {
  postgresql: {
    protocols: ['postgres:', 'postgresql:'],
    port: 5432,
    example: 'postgresql://user:password@host:5432/database',
    parameter: 'sslmode',
    values: {
      disable: 'off',
      'no-verify': 'unchecked',
      prefer: 'checked',
      require: 'checked',
      'verify-ca': 'checked',
      'verify-full': 'checked',
    },
  },
  mysql: {
    protocols: ['mysql:', 'mariadb:'],
    port: 3306,
    example: 'mysql://user:password@host:3306/database',
    parameter: 'ssl-mode',
    values: { DISABLED: 'off', REQUIRED: 'unchecked', VERIFY_CA: 'checked', VERIFY_IDENTITY: 'checked' },
  },
}

/** A name of a computer or an IPv4 address: nothing with a slash, which drivers take for a socket of this machine. */
const hostName = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?$/i

/**
 * Reads a connection string (S7): protocol, user, password, host, port, database and one parameter. Everything else is
 * refused: parameters of a driver read certificates from files of this machine, open its sockets or change the session.
 * @throws AddressError
 */
export function readDatabaseAddress(type: DatabaseKind, text: string): DatabaseAddress {
  const dialect = dialects[type]
  const url = URL.parse(text)
  const isAddress =
    url !== null && dialect.protocols.includes(url.protocol) && url.hostname !== '' && !isWithoutDatabase(type, url)
  if (!isAddress) throw new AddressError(`The connection string is not an address like ${dialect.example}`)
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1')
  if (!hostName.test(host) && !isIPv6(host)) {
    throw new AddressError(
      'The connection string names no computer by its name or address; sockets and files are not taken',
    )
  }
  const user = decoded(url.username)
  if (user === '')
    throw new AddressError(`The connection string names no user; it is an address like ${dialect.example}`)
  return {
    host,
    port: url.port === '' ? dialect.port : Number(url.port),
    user,
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    tls: tlsOf(dialect, url),
  }
}

/** In MySQL a table can be named together with its database. */
const isWithoutDatabase = (type: DatabaseKind, { pathname }: URL): boolean =>
  type === 'postgresql' && pathname.length < 2

function tlsOf({ parameter, values }: Dialect, url: URL): DatabaseAddress['tls'] {
  if (url.hash !== '') throw new AddressError(`The connection string ends with '#'; in a password it is written %23`)
  let tls: DatabaseAddress['tls'] = null
  for (const [name, value] of url.searchParams) {
    if (name !== parameter) {
      const which = /^[\w-]{1,40}$/.test(name) ? `the parameter '${name}'` : 'a parameter'
      throw new AddressError(
        `The connection string has ${which}, which is not taken; it may have ${parameter} and no other`,
      )
    }
    const meant = Object.hasOwn(values, value) ? values[value] : undefined
    if (meant === undefined) {
      throw new AddressError(
        `The parameter ${parameter} of the connection string takes ${Object.keys(values).join(', ')}`,
      )
    }
    tls = meant ?? null
  }
  return tls
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressError('The connection string has a % that begins no character; a % of its own is written %25')
  }
}

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
