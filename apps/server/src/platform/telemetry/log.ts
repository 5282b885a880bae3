import { toOneLine } from '@millrace/contract/logs/one-line.rule'
import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'
import { thinOutDatabaseFaults } from './database-faults.ts'

/** What never reaches a log, wherever it hangs in a logged object (S6). */
const secretPaths = [
  'password',
  'token',
  'refreshToken',
  'newToken',
  'newRefreshToken',
  'secret',
  'cnxString',
  'authorization',
  'cookie',
  '["x-token"]',
]

const redact = {
  paths: secretPaths.flatMap((name) => {
    const step = name.startsWith('[') ? name : `.${name}`
    return [name, `*${step}`, `*.*${step}`, `*.*.*${step}`]
  }),
  censor: '[hidden]',
}

/**
 * Our own diagnostics on standard output: JSON lines, or readable ones at a terminal. The logs people read are another
 * thing, in the database. Nothing in a line is obeyed by the terminal that shows it (S10).
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const readable = destination === undefined && process.stdout.isTTY
  const streamWrite = readable ? plainParts : plainLine
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, serializers }
  return pino(
    { ...options, hooks: { streamWrite, logMethod: thinOutDatabaseFaults() } },
    destination ?? standardOutput(readable),
  )
}

/** The same JSON, in one line of plain characters. */
const plainLine = (line: string): string => `${toOneLine(line.replace(/\n$/, ''))}\n`

/** The line with its texts as they may be shown, since what makes it readable writes them as they are. */
export const plainParts = (line: string): string =>
  `${JSON.stringify(
    JSON.parse(line, (key, value: unknown) => {
      if (typeof value !== 'string') return value
      // Its lines are indented, so that none can pass for a line of the log.
      return key === 'stack' ? value.split('\n').map(toOneLine).join('\n') : toOneLine(value)
    }),
  )}\n`

/** Faults of PostgreSQL carry their whole connection, which says nothing and fills pages. */
const serializers = {
  err(error: Error) {
    const { client: _client, ...told } = pino.stdSerializers.err(error) as pino.SerializedError & { client?: unknown }
    return told
  },
}

function standardOutput(readable: boolean): DestinationStream {
  return readable ? pretty({ colorize: true, singleLine: true }) : pino.destination(1)
}
