import type { FileFormat, FileKind } from '@millrace/contract'

/**
 * A malformed or hostile file and what it must end in: a sentence about the file, a finding about one of its records,
 * or so many records where there is nothing wrong with them.
 */
export type HostileFile = {
  name: string
  kind: FileKind
  format?: FileFormat
  content: () => Buffer | string
  ends: { problem: RegExp } | { finding: RegExp } | { records: number }
}
