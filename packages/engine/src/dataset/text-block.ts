/** How a text is stored: with one byte for each character where all have room in one, else as is shorter. */
export const textForms = ['latin1', 'utf8', 'utf16le'] as const
export type TextForm = (typeof textForms)[number]

/** Bytes of texts that are kept for the next ones; more is given back. */
const keptBytes = 4 * 2 ** 20
let kept = Buffer.allocUnsafeSlow(0)

/** Bits that every half of a pair has: texts in which one of them is never set hold none. */
const halfBits = 0xd800

/**
 * The bytes of texts that follow each other, and how they are read again: half characters, which UTF-8 cannot hold,
 * come back as they are. The texts are looked at as the bytes they have in memory: V8 takes five times as long to say
 * how long they are in UTF-8.
 * @param chars of all of them
 * @returns bytes that stay as they are until the next call
 */
export function storeTexts(texts: readonly string[], chars: number): { form: TextForm; bytes: Buffer } {
  const room = roomFor(chars * 2)
  const both = bitsOf(room.subarray(0, writeAll(texts, room, 'utf16le')))
  const found = (both | (both >>> 16)) & 0xffff
  if (found < 0x100) return { form: 'latin1', bytes: room.subarray(0, writeAll(texts, room, 'latin1')) }
  if ((found & halfBits) !== halfBits || texts.every((text) => text.isWellFormed())) {
    const wide = roomFor(chars * 3)
    const size = writeAll(texts, wide, 'utf8')
    if (size < chars * 2) return { form: 'utf8', bytes: wide.subarray(0, size) }
  }
  return { form: 'utf16le', bytes: room.subarray(0, writeAll(texts, room, 'utf16le')) }
}

/** @returns null where the bytes hold no text of so many characters */
export function loadText(bytes: Buffer, form: TextForm, chars: number): string | null {
  const text = bytes.toString(form)
  return text.length === chars ? text : null
}

function roomFor(size: number): Buffer {
  if (size <= kept.length) return kept
  const room = Buffer.allocUnsafeSlow(size)
  if (size <= keptBytes) kept = room
  return room
}

function writeAll(texts: readonly string[], room: Buffer, form: TextForm): number {
  let at = 0
  for (const text of texts) at += room.write(text, at, form)
  return at
}

/** The bits that are set in any of the characters, which are looked at two at a time: either half of the number. */
function bitsOf(characters: Buffer): number {
  const pairs = new Uint32Array(characters.buffer, 0, characters.length >> 2)
  let bits = characters.length % 4 === 0 ? 0 : characters.readUInt16LE(characters.length - 2)
  for (let i = 0; i < pairs.length; i++) bits |= pairs[i] as number
  return bits
}
