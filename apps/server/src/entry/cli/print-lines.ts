import { styleText } from 'node:util'
import type { Log } from '@millrace/contract'
import { toOneLine } from '@millrace/contract/logs/one-line.rule'
import type { SingleBar } from 'cli-progress'

const marks = {
  error: styleText('red', 'error  '),
  warn: styleText('yellow', 'warn   '),
  info: 'info   ',
  success: styleText('green', 'success'),
} as const

/** One log line as text: the colour of its level is ours, and nothing else in it is obeyed by a terminal. */
const logLine = ({ logDate, level, dataSubKind, message }: Log): string => {
  const source = dataSubKind === undefined ? '' : `[${dataSubKind}] `
  return `${toOneLine(logDate.slice(11, 23))} ${marks[level] ?? ''} ${toOneLine(source + message)}`
}

/** Prints a log line, above a progress bar that may be drawn at the bottom. */
export function printLog(log: Log, bar: SingleBar | null = null): void {
  if (bar !== null && process.stderr.isTTY) process.stderr.write('\r\u001b[K')
  console.log(logLine(log))
  if (bar !== null && process.stderr.isTTY) bar.render()
}
