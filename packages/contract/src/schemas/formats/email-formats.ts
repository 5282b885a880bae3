import { isIpv4, isIpv6 } from './address-formats.ts'
import { isHostname, isIdnHostname } from './host-formats.ts'

const longestLocal = 64
const longestDomain = 255
const atoms = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const quoted = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/
const wideAtoms = /^[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u{80}-\u{10ffff}-]+)*$/u
const wideQuoted = /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e\u{80}-\u{10ffff}]|\\[\x20-\x7e])*"$/u

function domainFits(domain: string, isHost: (text: string) => boolean): boolean {
  if (!domain.startsWith('[')) return domain.length <= longestDomain && isHost(domain)
  const literal = /^\[(.*)\]$/.exec(domain)?.[1] ?? ''
  return /^IPv6:/i.test(literal) ? isIpv6(literal.slice(5)) : isIpv4(literal)
}

// Nearly all addresses are of this kind, which needs no closer look while they are short.
const common = /^\w+(?:[.+-]\w+)*@(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z]{2,}$/i
const shortAddress = 64

/** An e-mail address as in RFC 5321: local part, '@', host name or address literal. */
export function isEmail(text: string): boolean {
  if (text.length < shortAddress && common.test(text)) return true
  const at = text.lastIndexOf('@')
  if (at < 1 || at > longestLocal) return false
  const local = text.slice(0, at)
  return (atoms.test(local) || quoted.test(local)) && domainFits(text.slice(at + 1), isHostname)
}

/** The same in letters of any script (RFC 6531); the length of the local part counts in UTF-8. */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1) return false
  const local = text.slice(0, at)
  if (new TextEncoder().encode(local).length > longestLocal) return false
  const isHost = (domain: string) => isHostname(domain) || isIdnHostname(domain.normalize('NFC'))
  return (wideAtoms.test(local) || wideQuoted.test(local)) && domainFits(text.slice(at + 1), isHost)
}
