import type { FileErrorCode } from './file.types.ts'

/**
 * The file as a whole cannot be read. The message is a full sentence that names place and cause; `line` is 1-based
 * (a sheet row in a workbook), `offset` counts bytes from 0.
 */
export class FileError extends Error {
  override readonly name = 'FileError'
  readonly code: FileErrorCode
  readonly line: number | null
  readonly offset: number | null

  constructor(code: FileErrorCode, message: string, place: { line?: number | null; offset?: number | null } = {}) {
    super(message)
    this.code = code
    this.line = place.line ?? null
    this.offset = place.offset ?? null
  }
}
