import { sessionOverCodes } from '@millrace/contract/errors'

/** A call that failed. `code` is null when no envelope came at all; `message` is meant for the person. */
export class CallError extends Error {
  readonly code: number | null
  readonly call: string
  /** Names the request in the server's log; shown in toasts. */
  readonly requestId: string | null
  /** What the server said beside a fixed text, e.g. the address of a schema that is not there. */
  readonly detail: string | undefined

  constructor(call: string, code: number | null, message: string, requestId: string | null = null, detail?: string) {
    super(message)
    this.name = 'CallError'
    this.call = call
    this.code = code
    this.requestId = requestId
    this.detail = detail
  }

  get sessionIsOver(): boolean {
    return this.code !== null && sessionOverCodes.includes(this.code)
  }
}

export const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError'
