import type { ConnectionType } from './connections.messages.ts'

/** The parts of a connection that people type, each of which can be wrong on its own. */
export const addressFields = ['type', 'host', 'port', 'user', 'password', 'database', 'tls', 'options'] as const
export type AddressField = (typeof addressFields)[number]
export type Encryption = 'off' | 'unchecked' | 'checked'

/** What a connection string says. It is read here: drivers would take files, sockets and settings of their own from it. */
export type DatabaseAddress = {
  host: string
  port: number
  user: string
  password: string
  /** Empty where MySQL is to choose none. */
  database: string
  /** How the connection is encrypted; null where the string does not say. */
  tls: Encryption | null
}

/** The stored password goes nowhere else than where it was typed for. */
export const typePasswordAgain =
  'Please type the password again: a hidden one is kept only while the rest of the connection string stays as it is'

/** A connection string that is not taken, with a sentence that holds nothing of its secrets. */
export class AddressError extends Error {
  override readonly name = 'AddressError'
  /** The part it is about; null where the string is no address at all. */
  readonly field: AddressField | null

  constructor(text: string, field: AddressField | null = null) {
    super(text)
    this.field = field
  }
}

type Dialect = {
  /** What people call it. */
  label: string
  /** The first is the one that is written. */
  protocols: readonly string[]
  port: number
  example: string
  /** The one parameter that is taken, and what its values mean. */
  parameter: string
  values: Readonly<Record<string, Encryption>>
  /** The value that is written for each. */
  written: Readonly<Record<Encryption, string>>
}

export const databaseDialects: Record<ConnectionType, Dialect> = {
  postgresql: {
    label: 'PostgreSQL',
    protocols: ['postgresql:', 'postgres:'],
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
    written: { off: 'disable', unchecked: 'no-verify', checked: 'verify-full' },
  },
  mysql: {
    label: 'MySQL or MariaDB',
    protocols: ['mysql:', 'mariadb:'],
    port: 3306,
    example: 'mysql://user:password@host:3306/database',
    parameter: 'ssl-mode',
    values: { DISABLED: 'off', REQUIRED: 'unchecked', VERIFY_CA: 'checked', VERIFY_IDENTITY: 'checked' },
    written: { off: 'DISABLED', unchecked: 'REQUIRED', checked: 'VERIFY_IDENTITY' },
  },
}

/** A name of a computer or an IPv4 address: nothing with a slash, which drivers take for a socket of this machine. */
const hostName = /^[a-z0-9_](?:[a-z0-9._-]*[a-z0-9_.])?$/i

/**
 * Reads a connection string (S7): protocol, user, password, host, port, database and one parameter. Everything else is
 * refused: parameters of a driver read certificates from files of this machine, open its sockets or change the session.
 * @throws AddressError
 */
export function readDatabaseAddress(type: ConnectionType, text: string): DatabaseAddress {
  const dialect = databaseDialects[type]
  const url = URL.parse(text)
  const isAddress =
    url !== null && dialect.protocols.includes(url.protocol) && url.hostname !== '' && !isWithoutDatabase(type, url)
  if (!isAddress) throw new AddressError(`The connection string is not an address like ${dialect.example}`)
  const host = decoded(url.hostname).replace(/^\[(.*)\]$/, '$1')
  if (!isComputerName(host)) {
    throw new AddressError(
      'The connection string names no computer by its name or address; sockets and files are not taken',
      'host',
    )
  }
  const user = decoded(url.username)
  if (user === '') {
    throw new AddressError(`The connection string names no user; it is an address like ${dialect.example}`, 'user')
  }
  return {
    host,
    port: url.port === '' ? dialect.port : Number(url.port),
    user,
    password: decoded(url.password),
    database: decoded(url.pathname.slice(1)),
    tls: tlsOf(dialect, url),
  }
}

/** A name of a computer, an IPv4 or an IPv6 address. */
export const isComputerName = (text: string): boolean =>
  hostName.test(text) || (/^[\da-f.]*:[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`))

/** Writes what `readDatabaseAddress` reads. Encryption that is null is not written: the driver then uses none. */
export function writeDatabaseAddress(type: ConnectionType, address: DatabaseAddress): string {
  const { protocols, parameter, written } = databaseDialects[type]
  const { host, port, user, password, database, tls } = address
  const secret = password === '' ? '' : `:${encodeURIComponent(password)}`
  const at = host.includes(':') ? `[${host}]` : host
  const search = tls === null ? '' : `?${parameter}=${written[tls]}`
  return `${protocols[0]}//${encodeURIComponent(user)}${secret}@${at}:${port}/${encodeURIComponent(database)}${search}`
}

/** In MySQL a table can be named together with its database. */
const isWithoutDatabase = (type: ConnectionType, { pathname }: URL): boolean =>
  type === 'postgresql' && pathname.length < 2

function tlsOf({ parameter, values }: Dialect, url: URL): DatabaseAddress['tls'] {
  if (url.hash !== '')
    throw new AddressError(`The connection string ends with '#'; in a password it is written %23`, 'password')
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
        'tls',
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
