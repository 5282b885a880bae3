import type { ReadLimits } from '../records/file.types.ts'
import { FileError } from '../records/file-error.ts'
import { JsonSyntaxError, JsonScanner } from './json-scanner.ts'

export function depthError(line: number, offset: number | null, limits: ReadLimits): FileError {
  return new FileError('limit', `Line ${line}: the JSON is nested more than ${limits.depth} levels deep`, {
    line,
    offset,
  })
}

/** Finds the exact place of a fault by scanning strictly from the beginning of the value. */
export function syntaxError(bytes: Buffer, start: number, limits: ReadLimits, error: unknown): FileError {
  try {
    new JsonScanner(bytes, limits.depth).document(start)
  } catch (fault) {
    if (!(fault instanceof JsonSyntaxError)) throw fault
    const line = lineIn(bytes, fault.offset)
    if (fault.tooDeep) return depthError(line, fault.offset, limits)
    const message = `The JSON is malformed at offset ${fault.offset}, line ${line}: ${fault.message}`
    return new FileError('syntax', message, { line, offset: fault.offset })
  }
  throw error
}

/** 1-based line of an offset in bytes that are all at hand. */
export function lineIn(bytes: Buffer, offset: number): number {
  let line = 1
  for (let i = bytes.indexOf(10); i >= 0 && i < offset; i = bytes.indexOf(10, i + 1)) line++
  return line
}
