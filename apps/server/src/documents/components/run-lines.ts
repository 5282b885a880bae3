import type { ExecutionResult } from '@millrace/contract'
import type { Logger } from 'pino'
import type { Connection } from '../../platform/database/database.ts'
import { notify } from '../../platform/notices/notices.ts'

type Lines = ExecutionResult['logs']

/** Milliseconds between two notices of a run, bytes of the lines in one (PostgreSQL takes 8000), characters of a line. */
const noticeMs = 250
const noticeBytes = 6000
const maxLine = 1000

/**
 * Tells the person of a test run what it logs, while it runs. Lines that come faster than notices may carry them are told
 * by the answer, which holds them all.
 */
export function publishRunLines(db: Connection, log: Pick<Logger, 'warn'>, of: { userId: string; run: string }) {
  let waiting: Lines = []
  let timer: NodeJS.Timeout | null = null
  let hasEnded = false
  const tell = async () => {
    timer = null
    const logs = takeFirst(waiting)
    waiting = waiting.slice(logs.length)
    await notify(db, { about: 'testRun', ...of, logs }).catch((error: unknown) =>
      log.warn({ err: error }, 'lines of a test run could not be told'),
    )
    wake()
  }
  const wake = () => {
    if (waiting.length > 0 && !hasEnded) timer ??= setTimeout(() => void tell(), noticeMs)
  }
  return {
    add(lines: Lines) {
      waiting.push(...lines.map((line) => ({ ...line, message: cut(line.message) })))
      wake()
    },
    end() {
      hasEnded = true
      if (timer !== null) clearTimeout(timer)
    },
  }
}

const cut = (message: string): string => (message.length <= maxLine ? message : `${message.slice(0, maxLine)}…`)

/** The first lines that fit into a notice, at least one: it is cut so that it does. */
function takeFirst(lines: Lines): Lines {
  let bytes = 0
  const end = lines.findIndex((line, index) => {
    bytes += Buffer.byteLength(JSON.stringify(line))
    return bytes > noticeBytes && index > 0
  })
  return end < 0 ? lines : lines.slice(0, end)
}
