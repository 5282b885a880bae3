import { ownDatabaseText } from '../addresses/database-identity.ts'

/** What a database refused or could not do, as a sentence that names the connection and holds no password. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** What the driver or the system calls it, and the words alone; absent where the sentence is ours. */
  readonly said: { code: string; words: string } | undefined

  constructor(text: string, said?: { code: string; words: string }) {
    super(text)
    this.said = said
  }
}

/** The connection leads into the database of the platform itself, which no connection may use. */
export class OwnDatabaseError extends DatabaseError {
  constructor(of: { name: string }) {
    super(`The database connection '${of.name}': ${ownDatabaseText}`)
  }
}

/** The database's own words as a sentence; the password is taken out wherever it stands. */
export function toDatabaseError(of: { name: string; connectionString: string }, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  const { message, code, errors } = error as { message?: string; code?: string; errors?: unknown[] }
  // When all addresses of a host fail, Node throws an AggregateError without a message of its own.
  const first = errors?.[0] as { message?: string } | undefined
  const words = withoutPassword(of.connectionString, message || first?.message || code || String(error))
  return new DatabaseError(`The database connection '${of.name}': ${words}`, { code: code ?? '', words })
}

export const timeoutText = (ms: number): string => `the statement took longer than ${ms / 1000} s`
export const noRowText = (ms: number): string => `the statement gave no row within ${ms / 1000} s`
export const tooLargeText = (bytes: number): string => `the answer is larger than ${Math.round(bytes / 2 ** 20)} MiB`

function withoutPassword(connectionString: string, text: string): string {
  const url = URL.parse(connectionString)
  const secrets = [connectionString, ...(url === null ? [] : [url.password, decoded(url.password)])]
  for (const [name, value] of url?.searchParams ?? []) if (/pass|pwd|secret|token/i.test(name)) secrets.push(value)
  return secrets
    .filter((secret) => secret.length > 0)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, secret) => left.replaceAll(secret, '***'), text)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
