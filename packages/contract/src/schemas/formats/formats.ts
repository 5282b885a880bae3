import { isIpv4, isIpv6, isJsonPointer, isRelativeJsonPointer, isUuid } from './address-formats.ts'
import { isDate, isDateTime, isDuration, isIsoDateTime, isIsoTime, isTime } from './date-formats.ts'
import { isEmail, isIdnEmail } from './email-formats.ts'
import { isHostname, isIdnHostname } from './host-formats.ts'
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate, isUrl } from './uri-formats.ts'

/** A regular expression of ECMA 262 with the flag u. */
function isRegex(text: string): boolean {
  try {
    new RegExp(text, 'u')
    return true
  } catch {
    return false
  }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Every format that is checked: those of draft-07, then some that authors use beside them. All others are ignored. */
export const textFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date-time', isDateTime],
  ['date', isDate],
  ['time', isTime],
  ['email', isEmail],
  ['idn-email', isIdnEmail],
  ['hostname', isHostname],
  ['idn-hostname', isIdnHostname],
  ['ipv4', isIpv4],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['uri-reference', isUriReference],
  ['iri', isIri],
  ['iri-reference', isIriReference],
  ['uri-template', isUriTemplate],
  ['json-pointer', isJsonPointer],
  ['relative-json-pointer', isRelativeJsonPointer],
  ['regex', isRegex],
  ['uuid', isUuid],
  ['url', isUrl],
  ['duration', isDuration],
  ['iso-time', isIsoTime],
  ['iso-date-time', isIsoDateTime],
  ['byte', (text: string) => base64.test(text)],
])

/** Formats of numbers, beside draft-07. */
export const numberFormats: ReadonlyMap<string, (value: number) => boolean> = new Map([
  ['int32', (value: number) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31],
  ['int64', (value: number) => Number.isInteger(value) && value >= -(2 ** 63) && value <= 2 ** 63],
])
