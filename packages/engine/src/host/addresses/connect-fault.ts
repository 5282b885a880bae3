import {
  type AddressField,
  databaseDialects,
  readDatabaseAddress,
} from '@millrace/contract/connections/database-address.rule'
import type { DatabaseKind } from '../../outputs/targets/table.types.ts'

/** What we say ourselves of a server that never answers. */
export const silentText = 'it does not answer'

/** Why nobody was let in: which part of the connection to look at (null: none), and a sentence that says what to do. */
export type ConnectFault = { field: AddressField | null; text: string }

/** A failure to connect: its code and its words, as the driver or the system gave them. */
export type ConnectFailure = { code: string; words: string; connectMs: number }

type Place = { where: string; host: string; user: string; database: string; product: string; seconds: number }
type Cause = { codes: RegExp; words?: RegExp; field: AddressField | null; say: (place: Place) => string; alone?: true }

/** Codes of Node, PostgreSQL and MySQL; the first that fits counts. `alone`: the words of the driver add nothing. */
const causes: readonly Cause[] = [
  {
    codes: /^(?:ENOTFOUND|EAI_\w+)$/,
    field: 'host',
    say: ({ host }) => `No computer called ${host} is known here`,
    alone: true,
  },
  {
    codes: /^(?:EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)$/,
    field: 'host',
    say: ({ host }) => `${host} cannot be reached`,
  },
  { codes: /^ECONNREFUSED$/, field: 'port', say: ({ where }) => `Nothing accepts connections at ${where}` },
  {
    codes: /^(?:ETIMEDOUT|)$/,
    words: new RegExp(`timeout expired|ETIMEDOUT|${silentText}`),
    field: 'host',
    say: ({ where, product, seconds }) => `${where}, does not answer as a ${product} server within ${seconds} s`,
    alone: true,
  },
  {
    codes: /^(?:HANDSHAKE_NO_SSL_SUPPORT|)$/,
    words: /not support (?:SSL|secure)/,
    field: 'tls',
    say: () => 'The server does not encrypt connections',
  },
  {
    codes: /./,
    words: /\bno encryption$|insecure transport/,
    field: 'tls',
    say: () => 'The server lets this user in over an encrypted connection only, or not from this machine',
  },
  {
    codes: /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HANDSHAKE_SSL|EPROTO)/,
    field: 'tls',
    say: () => 'The certificate of the server is not one that this machine trusts',
  },
  {
    codes: /^(?:ECONNRESET|EPIPE|PROTOCOL_CONNECTION_LOST|)$/,
    words: /ECONNRESET|EPIPE|closed|terminated|Connection lost/i,
    field: 'port',
    say: ({ where, product }) => `${where}, ended the connection: is it a ${product} server?`,
  },
  { codes: /^(?:28P01|ER_ACCESS_DENIED_\w+)$/, field: 'password', say: () => 'The user or the password is wrong' },
  {
    codes: /^(?:28000|ER_HOST_NOT_PRIVILEGED|ER_HOST_IS_BLOCKED)$/,
    field: 'user',
    say: ({ user }) => `The server does not let ${user} in`,
  },
  {
    codes: /^(?:3D000|ER_BAD_DB_ERROR)$/,
    field: 'database',
    say: ({ database }) => `The server has no database ${database}`,
  },
  {
    codes: /^(?:42501|ER_DBACCESS_DENIED_ERROR)$/,
    field: 'database',
    say: ({ user, database }) => `${user} may not use the database ${database}`,
  },
  {
    codes: /^(?:53300|ER_CON_COUNT_ERROR|ER_TOO_MANY_USER_CONNECTIONS|ER_USER_LIMIT_REACHED)$/,
    field: null,
    say: () => 'The server takes no further connection now',
  },
  { codes: /^57P0[1-3]$/, field: null, say: () => 'The server is starting or stopping' },
]

/** Tells people which part of the connection to mend when it could not be opened; null where nobody can tell. */
export function explainConnectFailure(
  type: DatabaseKind,
  connectionString: string,
  { code, words, connectMs }: ConnectFailure,
): ConnectFault | null {
  const cause = causes.find((one) => one.codes.test(code) && (one.words?.test(words) ?? true))
  if (cause === undefined) return null
  const { host, port, user, database } = readDatabaseAddress(type, connectionString)
  const where = `${host}, port ${port}`
  const product = databaseDialects[type].label
  const text = cause.say({ where, host, user, database, product, seconds: connectMs / 1000 })
  return { field: cause.field, text: cause.alone ? text : `${text} (${words})` }
}
