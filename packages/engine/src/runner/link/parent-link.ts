import type { Finding } from '@millrace/contract'
import { encodeFrame, FrameReader } from '../../protocol/frames.ts'
import type { FromRunner, LogLine, ToRunner } from '../../protocol/messages.ts'

/** Findings messages that may be under way unanswered, so that a slow host bounds our memory. */
const openFindings = 4

type StartMessage = Extract<ToRunner, { kind: 'start' }>
type PrepareMessage = Extract<ToRunner, { kind: 'prepare' }>

/** The runner's side of the control channel: stdin and stdout. */
export class ParentLink {
  readonly #reader = new FrameReader(256 << 20)
  #onStart: (message: StartMessage) => void = () => {}
  #onPrepare: (message: PrepareMessage) => void = () => {}
  /** Who waits for replies, by the id of the first request that was asked with it. */
  readonly #asking = new Map<number, (replies: [number, boolean, unknown][]) => void>()
  #onCalls: ((calls: readonly [number, string][]) => void) | null = null
  /** Calls that came while the endpoint was being opened. */
  #early: [number, string][] = []
  #unacknowledged = 0
  #room: (() => void) | null = null
  #logs: LogLine[] = []
  #logTimer: NodeJS.Timeout | null = null

  listen(onStart: (message: StartMessage) => void, onPrepare: (message: PrepareMessage) => void): void {
    this.#onStart = onStart
    this.#onPrepare = onPrepare
    process.stdin.on('data', (chunk: Buffer) => {
      for (const message of this.#reader.push(chunk)) this.#take(message as ToRunner)
    })
    // The parent is gone. exit() may hang while the isolate runs.
    process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
    this.send({ kind: 'ready' })
  }

  onCalls(serve: (calls: readonly [number, string][]) => void): void {
    this.#onCalls = serve
    if (this.#early.length > 0) serve(this.#early.splice(0))
  }

  send(message: FromRunner): void {
    process.stdout.write(encodeFrame(message))
  }

  /** Ends with this message once it is written. */
  finish(message: FromRunner): void {
    this.flushLogs()
    process.stdout.write(encodeFrame(message), () => process.kill(process.pid, 'SIGKILL'))
  }

  /** Log lines leave together, ten times a second. */
  log(lines: LogLine[]): void {
    if (lines.length === 0) return
    this.#logs.push(...lines)
    if (this.#logs.length >= 500) this.flushLogs()
    else this.#logTimer ??= setTimeout(() => this.flushLogs(), 100)
  }

  flushLogs(): void {
    if (this.#logTimer !== null) clearTimeout(this.#logTimer)
    this.#logTimer = null
    const lines = this.#logs
    this.#logs = []
    for (let i = 0; i < lines.length; i += 200) this.send({ kind: 'log', lines: lines.slice(i, i + 200) })
  }

  /** Waits while the host is behind. */
  async findings(findings: Finding[], sheet: string | null): Promise<void> {
    this.#unacknowledged++
    this.send({ kind: 'findings', findings, sheet })
    while (this.#unacknowledged >= openFindings) {
      await new Promise<void>((resolve) => {
        this.#room = resolve
      })
    }
  }

  ask(requests: Extract<FromRunner, { kind: 'ask' }>['requests']): Promise<[number, boolean, unknown][]> {
    return new Promise((resolve) => {
      this.#asking.set(requests[0]?.[0] ?? 0, resolve)
      this.send({ kind: 'ask', requests })
    })
  }

  #replied(replies: [number, boolean, unknown][]): void {
    const first = replies[0]?.[0] ?? 0
    this.#asking.get(first)?.(replies)
    this.#asking.delete(first)
  }

  #take(message: ToRunner): void {
    if (message.kind === 'start') this.#onStart(message)
    else if (message.kind === 'prepare') this.#onPrepare(message)
    else if (message.kind === 'calls') {
      if (this.#onCalls === null) this.#early.push(...message.calls)
      else this.#onCalls(message.calls)
    } else if (message.kind === 'replies') this.#replied(message.replies)
    else {
      this.#unacknowledged--
      this.#room?.()
      this.#room = null
    }
  }
}
