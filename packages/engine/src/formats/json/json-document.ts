import { DEFAULT_READ_LIMITS, type FileInput, type OpenedFile } from '../records/file.types.ts'
import { fileSource, readBytes } from '../bytes/byte-source.ts'
import { FileError } from '../records/file-error.ts'
import { lostNumberProblem, parseExactly } from './json-precision.ts'
import { refuseRepeatedNames } from './json-repeats.ts'
import { JsonSyntaxError } from './json-scanner.ts'

/** Whether the file is one JSON document, which can be had whole. */
export const isOneDocument = ({ detected }: Pick<OpenedFile, 'detected'>): boolean =>
  detected.kind === 'json' && detected.jsonLines !== true && detected.inner === undefined

/**
 * The document; undefined when it cannot be parsed, for the reader to say why and where. No number is changed and no
 * value dropped in silence: what an upload refuses is refused here, too.
 * @throws FileError
 */
export function readDocument(file: FileInput, { detected }: Pick<OpenedFile, 'detected'>): unknown {
  const bytes = readBytes(fileSource(file), 0, file.size)
  let text: string
  let value: unknown
  try {
    text = new TextDecoder(detected.encoding ?? 'utf-8', { fatal: true }).decode(bytes)
    value = parseExactly(text)
  } catch {
    return undefined
  }
  const problem = lostNumberProblem(value)
  if (problem !== null) throw new FileError('structure', problem)
  try {
    refuseRepeatedNames(text, DEFAULT_READ_LIMITS)
  } catch (fault) {
    if (fault instanceof JsonSyntaxError) return undefined // nested too deep
    throw fault
  }
  return value
}
