/** A connection string as it may be shown: the password, in the address or as a parameter, becomes ***. */
export function maskedConnectionString(text: string): string {
  try {
    const url = new URL(text)
    if (url.password !== '') url.password = '***'
    for (const name of new URL(text).searchParams.keys()) {
      if (/pass|pwd|secret|token/i.test(name)) url.searchParams.set(name, '***')
    }
    return url.href
  } catch {
    return '***' // not an address: nobody knows which part of it is the secret
  }
}
