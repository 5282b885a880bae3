// oxlint-disable-next-line typescript/triple-slash-reference -- each workspace that checks this file needs the declaration
/// <reference path="./punycode.d.ts" />
import { decode, encode } from 'punycode/punycode.es6.js'

const longestName = 253
const longestLabel = 63
const asciiLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const plainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.|$))+$/i

/** A host name as in RFC 1123; its labels 'xn--…' stand for labels that IDNA 2008 allows. */
export function isHostname(text: string): boolean {
  if (text.length === 0 || text.length > longestName || text.endsWith('.') || !plainName.test(text)) return false
  if (!text.includes('--')) return true
  return internationalFits(text.split('.'))
}

/** A host name in letters of any script (RFC 5890): a label may be 'xn--…' or written out. */
export function isIdnHostname(text: string): boolean {
  const labels = text.split(/[.\u3002\uff0e\uff61]/)
  if (labels.some((label) => label === '')) return false
  const ascii = labels.map((label) => (isAscii(label) ? label : `xn--${encode(label)}`))
  if (ascii.join('.').length > longestName || ascii.some((label) => label.length > longestLabel)) return false
  return internationalFits(labels)
}

/** The label behind 'xn--', or null when that is no Punycode. */
function fromPunycode(text: string): string | null {
  try {
    return decode(text)
  } catch {
    return null
  }
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text)

function internationalFits(labels: string[]): boolean {
  const unicode: string[] = []
  for (const label of labels) {
    if (isAscii(label) && !asciiLabel.test(label)) return false
    if (!/^xn--/i.test(label)) {
      unicode.push(label)
      continue
    }
    const decoded = fromPunycode(label.slice(4).toLowerCase())
    if (decoded === null || isAscii(decoded) || encode(decoded) !== label.slice(4).toLowerCase()) return false
    unicode.push(decoded)
  }
  // One label from right to left puts all of them under the rules for such names (RFC 5893).
  const isBidi = unicode.some((label) => rightToLeft.test(label))
  return unicode.every((label) => {
    if (isBidi && !bidiFits(label)) return false
    return isAscii(label) ? true : label.length > 0 && uLabelFits(label)
  })
}

// RFC 5892: letters, marks and digits, without what normalisation or lower case would change, and its exceptions.
const letter = /^[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}-]$/u
const allowedToo = /^[\u00df\u03c2\u06fd\u06fe\u0f0b\u3007]$/
const refused =
  /^[\u034f\u302e\u302f\u0640\u07fa\u3031-\u3035\u303b\u115f\u1160\u3164\uffa0]$|^\p{Default_Ignorable_Code_Point}$/u
const virama =
  /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1734\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua8c4\ua953\ua9c0\uaaf6\uabed]$/

/** A label in any script, or what an 'xn--' label stands for. */
function uLabelFits(label: string): boolean {
  if (label.normalize('NFC') !== label || label.slice(2, 4) === '--') return false
  if (label.startsWith('-') || label.endsWith('-') || /^\p{M}/u.test(label)) return false
  const points = Array.from(label)
  return points.every((point, at) => {
    const before = points.slice(0, at).join('')
    const after = points.slice(at + 1).join('')
    return contextFits(point, before, after, label) ?? pointFits(point)
  })
}

function pointFits(point: string): boolean {
  if (allowedToo.test(point)) return true
  if (refused.test(point) || !letter.test(point)) return false
  return point.normalize('NFKC').toLowerCase().normalize('NFKC') === point
}

/** RFC 5892, appendix A: characters that are allowed beside certain others. null for all others. */
function contextFits(point: string, before: string, after: string, label: string): boolean | null {
  switch (point) {
    case '\u200d':
      return virama.test(before)
    case '\u200c':
      return virama.test(before) || (joinsLeft.test(before) && joinsRight.test(after))
    case '\u00b7':
      return before.endsWith('l') && after.startsWith('l')
    case '\u0375':
      return /^\p{Script=Greek}/u.test(after)
    case '\u05f3':
    case '\u05f4':
      return /\p{Script=Hebrew}$/u.test(before)
    case '\u30fb':
      return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(label.replaceAll('\u30fb', ''))
    default:
      if (/[\u0660-\u0669]/.test(point)) return !/[\u06f0-\u06f9]/.test(label)
      return /[\u06f0-\u06f9]/.test(point) ? !/[\u0660-\u0669]/.test(label) : null
  }
}

// Letters of the joining scripts, without the Arabic ones that never join to the left.
const joining =
  '[[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Nko}\\p{Script=Mandaic}\\p{Script=Mongolian}]--\\p{M}--\\p{N}]'
const rightJoining =
  '[\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0675-\u0677\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2\u06d3\u06d5]'
const joinsLeft = new RegExp(`[${joining}--${rightJoining}]\\p{M}*$`, 'v')
const joinsRight = new RegExp(`^\\p{M}*${joining}`, 'v')

// The Eastern digits of Arabic count as European ones here.
const rightToLeft =
  /[[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u0660-\u0669]--[\u06f0-\u06f9]]/v
const arabicDigit = /[\u0660-\u0669]/
const europeanDigit = /[0-9\u06f0-\u06f9]/

/** RFC 5893, section 2, by script instead of by direction of each character. */
function bidiFits(label: string): boolean {
  const first = Array.from(label)[0] ?? ''
  if (/\p{N}/u.test(first) || first === '-') return false
  const marks = label.replace(/\p{M}+$/u, '')
  const last = Array.from(marks).at(-1) ?? ''
  if (rightToLeft.test(first)) {
    if (arabicDigit.test(label) && europeanDigit.test(label)) return false
    const isOther = Array.from(label).some((point) => /\p{L}/u.test(point) && !rightToLeft.test(point))
    return !isOther && (rightToLeft.test(last) || /\p{Nd}/u.test(last))
  }
  return !rightToLeft.test(label) && last !== '-'
}
