import { ApiError, codes, texts } from '@millrace/contract'
import { createFairSemaphore, QueueFullError } from '../semaphore/fair-semaphore.ts'

/** A fair semaphore for the work of calls: when too many wait already, the call is answered 42900. */
export function createCallSemaphore(limits: Parameters<typeof createFairSemaphore>[0]) {
  const semaphore = createFairSemaphore(limits)
  return {
    run: <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
      semaphore.run(owner, work, signal).catch((error: unknown) => {
        throw error instanceof QueueFullError ? new ApiError(codes.tooMany, texts.tooManyAttempts) : error
      }),
  }
}
