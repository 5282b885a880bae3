import { isIpv6 } from './address-formats.ts'

// RFC 3986, and RFC 3987 where `wide` adds the characters beyond ASCII.
const unreserved = "\\w.~!$&'()*+,;=\\-"
const beyond = '\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}'
const planes = Array.from({ length: 14 }, (_, n) => `\\u{${(n + 1).toString(16)}0000}-\\u{${(n + 1).toString(16)}fffd}`)
const wide = `${beyond}${planes.join('')}`
const privateUse = '\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}'

type Grammar = { user: RegExp; host: RegExp; path: RegExp; query: RegExp; fragment: RegExp }

const of = (characters: string) => new RegExp(`^(?:[${characters}]|%[0-9A-Fa-f]{2})*$`, 'u')

function grammar(more: string, inQuery: string): Grammar {
  return {
    user: of(`${unreserved}${more}:`),
    host: of(`${unreserved}${more}`),
    path: of(`${unreserved}${more}:@/`),
    query: of(`${unreserved}${more}${inQuery}:@/?`),
    fragment: of(`${unreserved}${more}:@/?`),
  }
}

const ascii = grammar('', '')
const international = grammar(wide, privateUse)

// scheme, authority, path, query, fragment: RFC 3986, appendix B
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#([^]*))?$/

function fits(text: string, rules: Grammar, isRelative: boolean): boolean {
  const [, scheme, authority, path = '', query = '', fragment = ''] = parts.exec(text) ?? []
  if (scheme === undefined) {
    // 'a:b' would be read as a scheme; ':b' matches no scheme and stays in the path.
    if (!isRelative || (authority === undefined && /^[^/]*:/.test(path))) return false
  } else if (!/^[a-z][a-z0-9+.-]*$/i.test(scheme)) return false
  if (authority !== undefined && !authorityFits(authority, rules)) return false
  return rules.path.test(path) && rules.query.test(query) && rules.fragment.test(fragment)
}

function authorityFits(authority: string, rules: Grammar): boolean {
  const at = authority.indexOf('@')
  if (at >= 0 && !rules.user.test(authority.slice(0, at))) return false
  const found = /^(\[([^\]]*)\]|[^:]*)(?::\d*)?$/.exec(authority.slice(at + 1))
  if (found === null) return false
  const [, host = '', literal] = found
  if (literal === undefined) return rules.host.test(host)
  return isIpv6(literal) || /^v[0-9a-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(literal)
}

// Most addresses in product files are of this kind; the rest of the grammar is not looked at for them.
// The class is every character of a path and a query but '%'.
const commonUrl =
  /^https?:\/\/[A-Za-z0-9.-]+(?:[/?][!$&-;=?-Z_a-z~]*(?:%[0-9A-Fa-f]{2}[!$&-;=?-Z_a-z~]*)*(?:#[!$&-;=?-Z_a-z~]*)?)?$/

export const isUri = (text: string): boolean => commonUrl.test(text) || fits(text, ascii, false)
export const isUriReference = (text: string): boolean => commonUrl.test(text) || fits(text, ascii, true)
export const isIri = (text: string): boolean => commonUrl.test(text) || fits(text, international, false)
export const isIriReference = (text: string): boolean => commonUrl.test(text) || fits(text, international, true)

/** A web address a browser opens: http, https or ftp, and a host. */
export function isUrl(text: string): boolean {
  return commonUrl.test(text) || (/^(?:https?|ftp):\/\/[^/?#@:]/i.test(text) && fits(text, international, false))
}

// RFC 6570; an operator, variables with ':1' to ':9999' or '*'.
const character = '(?:\\w|%[0-9A-Fa-f]{2})'
const variable = `${character}+(?:\\.${character}+)*(?::[1-9]\\d{0,3}|\\*)?`
const expression = `\\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\\}`
const literal = `[\\x21\\x23\\x24\\x26-\\x3b=?-\\[\\]_a-z~${wide}${privateUse}]|%[0-9A-Fa-f]{2}`
const template = new RegExp(`^(?:${literal}|${expression})*$`, 'u')

export const isUriTemplate = (text: string): boolean => template.test(text)
