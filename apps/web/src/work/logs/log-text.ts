import type { Log } from '@millrace/contract'
import { toOneLine } from '@millrace/contract/logs/one-line.rule'

/** A line as text, for the clipboard and for files, one line whatever is in it (S10): time in UTC, level, source, message. */
const textOfLine = ({ logDate, level, dataSubKind, message }: Log): string =>
  toOneLine(`${logDate} ${level.padEnd(7)} ${dataSubKind === undefined ? '' : `[${dataSubKind}] `}${message}`)

/** One line each, with a line end after the last; nothing for none. */
export const textOfLines = (lines: readonly Log[]): string => lines.map((line) => `${textOfLine(line)}\n`).join('')
