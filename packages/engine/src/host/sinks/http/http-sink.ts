import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunCounts } from '@millrace/contract'
import { HttpStage } from './http-stage.ts'
import { withoutSecrets } from './without-secrets.ts'
import type { HttpReply, HttpRetryPolicy, HttpSink, HttpSinkOptions } from './http.types.ts'
import { SinkError } from '../../../outputs/targets/sink-error.ts'
import { errorReason } from '../tables/sink-errors.ts'

const maxTries = 5
const defaultRetryPolicy: HttpRetryPolicy = { firstPause: 1000, wholeBatch: 120_000, oneTry: 30_000, progress: 10_000 }

/** Answers after which the same batch may be taken later: timeout, too early, too many, and faults of the server. */
const isTransient = (status: number): boolean => [408, 425, 429].includes(status) || status >= 500

/**
 * Opens the HTTP sink of one import: records are staged in a file, then `deliver` posts them in batches, one after
 * another. Each batch has a key that a repeated attempt uses again, with the same bytes: an address that remembers keys
 * takes each batch once (G3: at least once). Throws SinkError when the address may not be called.
 */
export async function openHttpSink(options: HttpSinkOptions): Promise<HttpSink> {
  try {
    options.transport.check(options.url, options.headers)
  } catch (error) {
    throw new SinkError('target', `The sink '${options.sink}' cannot be sent: ${errorReason(error)}`)
  }
  return new OpenHttpSink(options, await HttpStage.make(options.batchSize))
}

class OpenHttpSink implements HttpSink {
  readonly #options: HttpSinkOptions
  readonly #retryPolicy: HttpRetryPolicy
  readonly #stage: HttpStage
  readonly #gone = new AbortController()
  readonly #signal: AbortSignal

  constructor(options: HttpSinkOptions, stage: HttpStage) {
    this.#options = options
    this.#retryPolicy = { ...defaultRetryPolicy, ...options.retryPolicy }
    this.#stage = stage
    this.#signal = AbortSignal.any([options.signal, this.#gone.signal])
  }

  get write() {
    return this.#stage.write
  }

  async deliver(): Promise<RunCounts> {
    const { sink, log } = this.#options
    if (!this.write.writableEnded) this.write.end()
    await finished(this.write)
    const { batches } = this.#stage
    let taken = 0
    let lastProgress = Date.now()
    for (let batch = 0; batch < batches; batch++) {
      await this.#send(batch)
      taken += this.#stage.records(batch)
      if (Date.now() - lastProgress >= this.#retryPolicy.progress) {
        lastProgress = Date.now()
        log('info', `${sink}: ${batch + 1} of ${batches} batches are sent`)
      }
    }
    log('info', `${sink}: ${counted(taken, 'record')} sent in ${counted(batches, 'batch', 'batches')}`)
    await this.#stage.close()
    return { read: taken, rejected: 0, written: taken }
  }

  async abort(): Promise<void> {
    this.#gone.abort()
    await this.#stage.close()
  }

  /** One batch, until it is taken. */
  async #send(batch: number): Promise<void> {
    const { firstPause, wholeBatch, oneTry } = this.#retryPolicy
    const { transport, url, sink, log } = this.#options
    const body = await this.#stage.body(batch)
    const headers = this.#headers(batch)
    const until = Date.now() + wholeBatch
    for (let tries = 1; ; tries++) {
      await this.#assertCurrent()
      const timeoutMs = Math.min(oneTry, Math.max(1, until - Date.now()))
      const request = { method: 'POST', url, headers, body, timeoutMs, signal: this.#signal } as const
      const outcome = await transport.send(request).catch((error: unknown) => errorReason(error))
      if (typeof outcome !== 'string' && outcome.status >= 200 && outcome.status < 300) return
      this.#throwIfStopped()
      const transient = typeof outcome === 'string' || isTransient(outcome.status)
      const pause = Math.max(firstPause * 2 ** (tries - 1), typeof outcome === 'string' ? 0 : retryAfter(outcome))
      if (!transient || tries === maxTries || Date.now() + pause > until)
        throw this.#refusedError(batch, tries, outcome)
      const why = typeof outcome === 'string' ? outcome : `it was answered with ${outcome.status}`
      log('warn', `${sink}: batch ${batch + 1} is sent again in ${Math.ceil(pause / 1000)} s: ${why}`)
      await sleep(pause, undefined, { signal: this.#signal }).catch(() => this.#throwIfStopped())
    }
  }

  /** Names that are no header's characters are written as in an address. */
  #headers(batch: number): Record<string, string> {
    const { importId, sink, headers = {} } = this.#options
    return {
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
      'content-type': 'application/json',
      'idempotency-key': `${encodeURIComponent(importId)}-${encodeURIComponent(sink)}-${batch + 1}`,
      'x-millrace-import': encodeURIComponent(importId),
      'x-millrace-batch': `${batch + 1}/${this.#stage.batches}`,
    }
  }

  async #assertCurrent(): Promise<void> {
    this.#throwIfStopped()
    if (await this.#options.isCurrentAttempt()) return
    throw new SinkError('stale', `Another attempt of the import has taken over: '${this.#options.sink}' sends no more`)
  }

  #throwIfStopped(): void {
    if (this.#signal.aborted) throw new SinkError('stale', `The sink '${this.#options.sink}' was given up`)
  }

  #refusedError(batch: number, tries: number, outcome: HttpReply | string): SinkError {
    const { sink } = this.#options
    const again = tries === 1 ? '' : ` after ${tries} tries`
    const what = `batch ${batch + 1} of ${this.#stage.batches}`
    const before =
      batch === 0 ? '' : `; ${batch === 1 ? 'the batch before it was' : `the ${batch} batches before it were`} taken`
    if (typeof outcome === 'string') {
      return new SinkError('connection', `The sink '${sink}': ${what} cannot be sent${again}: ${outcome}${before}`)
    }
    const { status, headers, body } = outcome
    const { url, headers: sent } = this.#options
    const replyText = withoutSecrets(body.toString('utf8'), url, sent).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
    const host = headers.location === undefined ? '' : URL.parse(headers.location, url)?.host
    const to = headers.location === undefined ? '' : `, which names another address${host ? ` (${host})` : ''}`
    const answer = replyText === '' ? '' : `: ${replyText}`
    return new SinkError(
      isTransient(status) ? 'connection' : 'data',
      `The sink '${sink}': ${what} was not taken${again}, the answer was ${status}${to}${answer}${before}`,
    )
  }
}

const counted = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** Milliseconds that the answer asks us to wait: seconds or a date. */
function retryAfter({ headers }: HttpReply): number {
  const text = headers['retry-after'] ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now())
}
