import type { Secrets } from '../../../platform/config/secrets.ts'

/** Marks a sealed value: pipelines saved by an earlier version hold their headers as they were typed. */
const sealedPrefix = 'sealed:'

/** The value of a header as it is stored, encrypted with a key outside of the database (S6). */
export const sealHeader = (secrets: Pick<Secrets, 'seal'>, value: string): string =>
  `${sealedPrefix}${secrets.seal(value)}`

/** Headers as they are sent. */
const openHeaders = (
  secrets: Pick<Secrets, 'open'>,
  headers: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.startsWith(sealedPrefix) ? secrets.open(value.slice(sealedPrefix.length)) : value,
    ]),
  )

/** An address with its headers as they are sent. */
export const withOpenHeaders = <T extends { headers?: Record<string, string> }>(
  secrets: Pick<Secrets, 'open'>,
  one: T,
): T => (one.headers === undefined ? one : { ...one, headers: openHeaders(secrets, one.headers) })
