import type { ConnectionType } from '@millrace/contract'

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
  const protocols = type === 'mysql' ? ['mysql:', 'mariadb:'] : ['postgres:', 'postgresql:']
  if (url === null || !protocols.includes(url.protocol) || url.hostname === '' || url.pathname.length < 2) {
    const example = type === 'mysql' ? 'mysql://user:password@host:3306' : 'postgresql://user:password@host:5432'
    return `The connection string is not an address like ${example}/database`
  }
  if (url.password === mask || [...url.searchParams].some(([name, value]) => isSecretName(name) && value === mask)) {
    return 'Please type the password again: a hidden one is kept only while the rest of the connection string stays as it is'
  }
  return null
}
