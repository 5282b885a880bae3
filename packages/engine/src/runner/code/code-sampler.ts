import type { InspectorSession, Isolate } from 'isolated-vm'

type Frame = { url: string; lineNumber: number; columnNumber: number }
type Answer = { result?: { exceptionDetails?: { stackTrace?: { callFrames: Frame[] } } } }

/** Innermost frames that are reported; what is called from an author's code is never this deep. */
const frames = 50
/** The isolate's own and the author's, in the order in which two threads came to make them: only the author's sees frames. */
const contexts = [1, 2]
/** A question put in the moment between two calls may wait behind the one that never ends: then another has to wake it. */
const patienceMs = 200

/**
 * Finds the line of a call that does not come back: V8's inspector interrupts the code and throws beside it, which says
 * where it was; then the code goes on. A debugger's pause would describe all frames with their variables: of 9000 that
 * takes seconds and hundreds of MiB. Some built-ins (BigInt arithmetic, native growth) do not answer, nor does code at
 * the very end of the stack; then the last line known stays.
 */
export class CodeSampler {
  readonly #session: InspectorSession
  readonly #isTold: (source: string) => boolean
  #stopped = false
  /** When the open question was put; null where none is open. */
  #askedAt: number | null = null
  #question = 0
  #next = 1
  #last: { line: number; column: number } | null = null

  /** @param isTold whether places in this source, 'component:3', may be told */
  constructor(isolate: Isolate, isTold: (source: string) => boolean = () => true) {
    this.#isTold = isTold
    // Made now, as it waits for the isolate's lock.
    this.#session = isolate.createInspectorSession()
    this.#session.onNotification = () => {}
    this.#session.onResponse = (id, text) => this.#answered(id, text)
  }

  get last(): { line: number; column: number } | null {
    return this.#last
  }

  sample(): void {
    const now = performance.now()
    if (this.#askedAt !== null && now - this.#askedAt < patienceMs) return
    this.#askedAt = now
    // Enabled for one question only: what is thrown carries its stack meanwhile.
    this.#send('Runtime.enable')
    this.#send('Runtime.setMaxCallStackSizeToCapture', { size: frames })
    for (const contextId of contexts) {
      // Nothing is looked up, so that no author's text has a say in it.
      this.#question = this.#send('Runtime.evaluate', {
        expression: 'throw 0',
        contextId,
        silent: true,
        disableBreaks: true,
      })
    }
    this.#send('Runtime.disable')
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

  #answered(id: number, text: string): void {
    if (id === this.#question) this.#askedAt = null
    const { result } = JSON.parse(text) as Answer
    const stack = result?.exceptionDetails?.stackTrace?.callFrames ?? []
    const frame = stack.find(({ url }) => /^(component|module):/.test(url))
    if (frame === undefined) return
    // Of a closed box not even its line, nor that of whom it was called by.
    this.#last = this.#isTold(frame.url) ? { line: frame.lineNumber + 1, column: frame.columnNumber + 1 } : null
  }

  #send(method: string, params: object = {}): number {
    const id = this.#next++
    if (!this.#stopped) this.#session.dispatchProtocolMessage(JSON.stringify({ id, method, params }))
    return id
  }
}
