import type { LogLevel, LogLine } from '../../protocol/messages.ts'

/** The totals that stand for lines beyond the limit of a level. */
export function droppedLineTotals(dropped: Partial<Record<LogLevel, number>>): LogLine[] {
  return (Object.entries(dropped) as [LogLevel, number][]).map(([level, count]) => ({
    level: level === 'error' ? 'error' : 'warn',
    message: `${count} more ${level} ${count === 1 ? 'line was' : 'lines were'} left out`,
  }))
}
