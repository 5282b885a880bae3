import pino, { type DestinationStream, type Logger } from 'pino'

/** What never reaches a log, wherever it hangs in a logged object (S6). */
const secretPaths = [
  'password',
  'token',
  'refreshToken',
  'newToken',
  'newRefreshToken',
  'secret',
  'code',
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

/** Our own diagnostics as JSON lines on standard output; the logs people read are another thing, in the database. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact }
  return destination ? pino(options, destination) : pino(options)
}
