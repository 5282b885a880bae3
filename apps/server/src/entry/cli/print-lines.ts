import { styleText } from 'node:util'
import type { Log } from '@millrace/contract'
import type { SingleBar } from 'cli-progress'

const marks = {
  error: styleText('red', 'error  '),
  warn: styleText('yellow', 'warn   '),
  info: 'info   ',
  success: styleText('green', 'success'),
} as const

/** One log line as text. */
export const logLine = (log: Log): string =>
  `${log.logDate.slice(11, 23)} ${marks[log.level]} ${log.dataSubKind === undefined ? '' : `[${log.dataSubKind}] `}${log.message}`

/** Prints above a progress bar that may be drawn at the bottom. */
export function printAbove(bar: SingleBar | null, text: string): void {
  if (bar !== null && process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  console.log(text)
  if (bar !== null && process.stderr.isTTY) bar.render()
}
