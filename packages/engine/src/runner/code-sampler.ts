import type { InspectorSession, Isolate } from 'isolated-vm'

type PausedFrame = { location: { scriptId: string; lineNumber: number; columnNumber: number } }
type Notification = { method: string; params: { callFrames?: PausedFrame[]; scriptId?: string; url?: string } }

/**
 * Finds the line of a call that does not come back: V8's inspector interrupts the code, says where it is and lets it
 * go on. Some built-ins (BigInt arithmetic, native growth) do not answer; then the last line known stays.
 */
export class CodeSampler {
  readonly #session: InspectorSession
  /** Scripts that are authors' texts; paused frames name scripts by number only. */
  readonly #authors = new Set<string>()
  #enabled = false
  #stopped = false
  #next = 1
  #last: { line: number; column: number } | null = null

  constructor(isolate: Isolate) {
    // Made now, as it waits for the isolate's lock; the debugger itself is switched on when a call is slow.
    this.#session = isolate.createInspectorSession()
    this.#session.onResponse = () => {}
    this.#session.onNotification = (message) => this.#notified(message)
  }

  get last(): { line: number; column: number } | null {
    return this.#last
  }

  sample(): void {
    if (this.#stopped) return
    if (!this.#enabled) this.#send('Debugger.enable')
    this.#enabled = true
    this.#send('Debugger.pause')
  }

  /** A new call starts: what was seen of an earlier one is no longer true. */
  forget(): void {
    this.#last = null
  }

  /** Must come before the isolate is disposed: the inspector aborts the process otherwise. */
  stop(): void {
    this.#stopped = true
    this.#session.dispose()
  }

  #notified(text: string): void {
    const { method, params } = JSON.parse(text) as Notification
    if (method === 'Debugger.scriptParsed' && /^(component|module):/.test(params.url ?? '')) {
      this.#authors.add(params.scriptId ?? '')
    }
    if (method !== 'Debugger.paused') return
    const frame = params.callFrames?.find(({ location }) => this.#authors.has(location.scriptId))
    if (frame !== undefined) {
      this.#last = { line: frame.location.lineNumber + 1, column: frame.location.columnNumber + 1 }
    }
    this.#send('Debugger.resume')
  }

  #send(method: string): void {
    if (!this.#stopped) this.#session.dispatchProtocolMessage(JSON.stringify({ id: this.#next++, method }))
  }
}
