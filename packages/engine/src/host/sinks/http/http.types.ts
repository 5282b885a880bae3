import type { RunCounts } from '@millrace/contract'
import type { Writable } from 'node:stream'

export type HttpRequest = {
  method: 'POST'
  url: string
  headers: Record<string, string>
  body: Buffer
  /** From the call to the last byte of the answer. */
  timeoutMs: number
  signal: AbortSignal
}

/** `headers` by lower-case name. */
export type HttpReply = { status: number; headers: Record<string, string>; body: Buffer }

/** How the host sends requests; it knows the list of allowed hosts. */
export type HttpTransport = {
  /** Before the run. @throws Error with a sentence when this address may not be called or a header not be sent */
  check(url: string, headers?: Record<string, string>): void
  /** Does not follow redirects. @throws Error with a sentence when there was no answer */
  send(request: HttpRequest): Promise<HttpReply>
}

export type HttpSinkOptions = {
  url: string
  /** Sent with each batch; those of the sink itself win. */
  headers?: Record<string, string>
  /** Records in a batch, at most. */
  batchSize: number
  importId: string
  sink: string
  transport: HttpTransport
  /** Asked before each request: false = another attempt owns the import, nothing more may be sent (G5). */
  isCurrentAttempt: () => Promise<boolean>
  signal: AbortSignal
  log: (level: 'info' | 'warn' | 'error', message: string) => void
  /** In milliseconds; only tests set other values. */
  retryPolicy?: Partial<HttpRetryPolicy>
}

export type HttpRetryPolicy = {
  /** Before the second try of a batch; each further pause is twice as long. */
  firstPause: number
  /** From the first try of a batch to giving up. */
  wholeBatch: number
  oneTry: number
  /** Between lines of progress. */
  progress: number
}

/** Records staged on disk, then sent in batches. */
export type HttpSink = {
  /** Takes one record as JSON per line, in chunks of any size. */
  write: Writable
  /** Sends all that was written; the counts say how many records were taken. @throws SinkError */
  deliver(): Promise<RunCounts>
  /** Gives up the staged records; what was sent stays sent. Safe at any moment and more than once. */
  abort(): Promise<void>
}
