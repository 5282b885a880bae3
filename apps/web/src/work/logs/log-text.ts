import type { Log } from '@millrace/contract'

/** A line as text, for the clipboard and for files: time in UTC, level, source, message. */
const textOfLine = ({ logDate, level, dataSubKind, message }: Log): string =>
  `${logDate} ${level.padEnd(7)} ${dataSubKind === undefined ? '' : `[${dataSubKind}] `}${message}`

/** One line each, with a line end after the last; nothing for none. */
export const textOfLines = (lines: readonly Log[]): string => lines.map((line) => `${textOfLine(line)}\n`).join('')
