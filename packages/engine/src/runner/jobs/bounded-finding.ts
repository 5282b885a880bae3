import type { Finding } from '@millrace/contract'
import { compactText } from '../../formats/records/compact-text.ts'

/** Characters of a finding's texts: a header may be a million characters long, and each finding would repeat it. */
const maxNameLength = 200
const maxMessageLength = 2000

/** A finding whose texts have a bounded length. */
export function boundedFinding(finding: Finding): Finding {
  const { column, path, message } = finding
  if ((column?.length ?? 0) + path.length <= maxNameLength && message.length <= maxMessageLength) return finding
  return {
    ...finding,
    column: column === null ? null : cut(column, maxNameLength),
    path: cut(path, maxNameLength),
    message: cut(message, maxMessageLength),
  }
}

const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : compactText(`${text.slice(0, maxLength)}…`)
