import { isAscii } from 'node:buffer'
import { type ByteSource, byteChunks } from './byte-source.ts'

/** Punctuation and signs of windows-1252 that occur in texts, between words rather than inside them. */
const usualSigns = new Set(
  [
    ...'\x80\x84\x85\x8b\x91\x92\x93\x94\x95\x96\x97\x99\x9b\xa0\xa1\xa3\xa7\xa9\xaa\xab\xae\xb0\xb1\xb2\xb4\xb5\xb7\xba\xbb\xbc\xbd\xbe\xbf\xd7\xd8\xf8',
  ].map((c) => c.charCodeAt(0)),
)
const apostrophe = 0x92
const upperLetters = new Set([0x8a, 0x8c, 0x8e, 0x9f])
const lowerLetters = new Set([0x9a, 0x9c, 0x9e])

const isUpper = (c: number) => (c >= 0xc0 && c <= 0xde && c !== 0xd7) || upperLetters.has(c)
const isLower = (c: number) => (c >= 0xdf && c !== 0xf7) || lowerLetters.has(c)
const isSmallAscii = (c: number) => c >= 97 && c <= 122
const isAsciiLetter = (c: number) => isSmallAscii(c | 32)
const isLetter = (c: number) => isAsciiLetter(c) || isUpper(c) || isLower(c)

/** So many places are shown to a person who judges. */
const maxDoubtful = 3

/** Whether this byte, read as windows-1252 between its neighbours, makes sense in a text. */
function isPlausible(before: number, c: number, after: number): boolean {
  // Three accented letters in a row are Cyrillic or Greek under the wrong name.
  if (before >= 0xc0 && c >= 0xc0 && after >= 0xc0) return false
  const isInside = isLetter(before) && isLetter(after)
  if (isLower(c)) return isLetter(before) || isLetter(after) || after === 45 || c === 0xe0
  // 'É' after a small letter is what other code pages look like.
  if (isUpper(c)) return !isSmallAscii(before) && (isLetter(before) || isLetter(after) || before <= 32)
  return usualSigns.has(c) && (c === apostrophe || !isInside)
}

/**
 * How sure it is that bytes which are not UTF-8 are windows-1252: the share of those beyond ASCII that make sense
 * where they stand, 0.95 at most, since no byte proves it. `latin1`: ISO-8859-1 would give the same text; `doubtful`:
 * where the first of those stand that make none.
 */
export function windows1252Confidence(
  source: ByteSource,
  start: number,
): { confidence: number; latin1: boolean; doubtful: number[] } {
  const doubtful: number[] = []
  let high = 0
  let plausible = 0
  let latin1 = true
  let last = 32
  for (const { bytes, at } of byteChunks(source, start)) {
    if (!isAscii(bytes)) {
      for (let i = 0; i < bytes.length; i++) {
        const c = bytes[i] as number
        if (c < 0x80) continue
        high++
        if (c < 0xa0) latin1 = false
        if (isPlausible(i === 0 ? last : (bytes[i - 1] as number), c, bytes[i + 1] ?? 32)) plausible++
        else if (doubtful.length < maxDoubtful) doubtful.push(at + i)
      }
    }
    last = bytes[bytes.length - 1] ?? 32
  }
  const share = high === 0 ? 1 : plausible / high
  return { confidence: Math.max(0.05, Math.round(share * 95) / 100), latin1, doubtful }
}
