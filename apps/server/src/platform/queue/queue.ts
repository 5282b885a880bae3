/** Work done later, by whichever process takes it: pg-boss behind an interface of the few things asked of it. */
export interface Queue {
  /** Queues work; with `tx` in the caller's transaction. With `key` there is at most one queued or active of that name and key. */
  send(name: string, data: object, options?: SendOptions): Promise<string | null>
  /** Starts taking work of that name. `signal` fires when this process stops or loses the job. A rejection makes the job retry. */
  work<T extends object>(
    name: string,
    options: WorkOptions,
    handler: (job: QueueJob<T>) => Promise<void>,
  ): Promise<void>
  /** Tells waiting workers of this name, in every process, to look now. */
  wake(name: string): Promise<void>
  cancel(name: string, id: string): Promise<void>
  start(): Promise<void>
  /** Refuses new work, waits up to `graceMs` for running work, hands the rest back (G14). */
  stop(graceMs: number): Promise<void>
}
export type SendOptions = {
  key?: string
  startAfter?: Date
  tx?: import('../database/database.ts').Connection
  retryLimit?: number
}
export type WorkOptions = { concurrency: number }
export type QueueJob<T> = { id: string; data: T; signal: AbortSignal }
