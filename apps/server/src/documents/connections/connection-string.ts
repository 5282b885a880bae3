import type { ConnectionType } from '@millrace/contract'
import {
  AddressError,
  type AddressField,
  readDatabaseAddress,
  typePasswordAgain,
} from '@millrace/contract/connections/database-address.rule'

const mask = '***'
/** What a password goes by among parameters and options. */
export const isSecretName = (name: string): boolean => /pass|pwd|secret|token/i.test(name)

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

type AddressProblem = { text: string; field: AddressField | null }

/** What is wrong with a connection string of this type, as a sentence without its content; null when nothing is. */
export function connectionStringProblem(type: ConnectionType, text: string): AddressProblem | null {
  const url = URL.parse(text)
  if (
    url?.password === mask ||
    [...(url?.searchParams ?? [])].some(([name, value]) => isSecretName(name) && value === mask)
  ) {
    return { text: typePasswordAgain, field: 'password' }
  }
  try {
    readDatabaseAddress(type, text)
    return null
  } catch (error) {
    if (error instanceof AddressError) return { text: error.message, field: error.field }
    throw error
  }
}
