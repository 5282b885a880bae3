import { bufferSource, type ByteSource, lineOfByte, readBytes } from './byte-source.ts'
import { decodedChunks, type DetectedEncoding } from './encoding.ts'

/** Below this a person is asked to look; letters that are certain to make no sense come below the other. */
const sure = 0.9
const unlikely = 0.6

const charsAround = 20
/** What stands between the words and cells of a file. */
const between = /[\s,;|"<>=]/

/**
 * The sentence that warns of a guess, with a sample of the letters in question and the first line they are on, for a
 * person to see whether they are right; so does a byte order mark that says another encoding than the source. null where
 * the encoding is sure enough.
 */
export function describeEncodingDoubt(source: ByteSource, encoding: DetectedEncoding): string | null {
  const { confidence, doubtful = [], setAs } = encoding
  if (setAs !== undefined) {
    return `The file begins with the byte order mark of ${encoding.encoding} and is read so, though ${setAs} is set for its source`
  }
  const [first] = doubtful
  if (confidence >= sure || first === undefined) return null
  const words = [...new Set(doubtful.map((offset) => wordAt(source, offset, encoding)))]
  const shown = words.map((word) => `'${word}'`).join(', ')
  const look = confidence < unlikely ? 'look wrong' : `may be wrong (${Math.round(confidence * 100)} % sure)`
  return `Letters beyond ASCII ${look} when read as ${encoding.encoding}: ${shown}, first on line ${lineOfByte(source, first)}. If they are, the file has another encoding: save it as UTF-8`
}

/** The word that a byte stands in, as it is read. */
function wordAt(source: ByteSource, offset: number, { encoding }: DetectedEncoding): string {
  const from = Math.max(0, offset - charsAround)
  const bytes = readBytes(source, from, offset - from + 1 + charsAround)
  const text = [...decodedChunks(bufferSource(bytes), encoding, 0)].join('')
  const at = offset - from
  let [start, end] = [at, at + 1]
  while (start > 0 && !between.test(text.charAt(start - 1))) start--
  while (end < text.length && !between.test(text.charAt(end))) end++
  return text.slice(start, end)
}
