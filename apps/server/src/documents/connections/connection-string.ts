import type { ConnectionType } from '@millrace/contract'
import { AddressError, readDatabaseAddress } from '@millrace/engine/host/addresses/database-address'

const mask = '***'
const isSecretName = (name: string): boolean => /pass|pwd|secret|token/i.test(name)

/** A connection string as it may be shown: the password, in the address or as a parameter, becomes ***. */
export function maskConnectionString(text: string): string {
  try {
    const url = new URL(text)
    if (url.password !== '') url.password = mask
    for (const name of new URL(text).searchParams.keys()) {
      if (isSecretName(name)) url.searchParams.set(name, mask)
    }
    return url.href
  } catch {
    return mask // not an address: nobody knows which part of it is the secret
  }
}

/** What is wrong with a connection string of this type, as a sentence without its content; null when nothing is. */
export function connectionStringProblem(type: ConnectionType, text: string): string | null {
  const url = URL.parse(text)
  if (
    url?.password === mask ||
    [...(url?.searchParams ?? [])].some(([name, value]) => isSecretName(name) && value === mask)
  ) {
    return 'Please type the password again: a hidden one is kept only while the rest of the connection string stays as it is'
  }
  try {
    readDatabaseAddress(type, text)
    return null
  } catch (error) {
    if (error instanceof AddressError) return error.message
    throw error
  }
}
