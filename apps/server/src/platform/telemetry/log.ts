import pino, { type DestinationStream, type Logger } from 'pino'
import pretty from 'pino-pretty'

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
 * thing, in the database.
 */
export function createLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact, serializers }, destination)
}

/** Faults of PostgreSQL carry their whole connection, which says nothing and fills pages. */
const serializers = {
  err(error: Error) {
    const { client: _client, ...told } = pino.stdSerializers.err(error) as pino.SerializedError & { client?: unknown }
    return told
  },
}

function standardOutput(): DestinationStream {
  return process.stdout.isTTY ? pretty({ colorize: true, singleLine: true }) : pino.destination(1)
}
