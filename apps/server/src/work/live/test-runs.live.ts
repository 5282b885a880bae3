import type { LiveChange } from '@millrace/contract'
import type { LiveSource, SubscriptionTo } from './live-source.ts'

/**
 * The live model `testRuns`: what runs of the subscriber log, by the names they were started with. A name that nobody uses
 * yet may be followed, so that no line is missed; what others run under the same name is not told.
 */
export const createTestRunsLive = (): LiveSource<SubscriptionTo<'testRuns'>> => ({
  mustSee: () => Promise.resolve(),
  pipelinesOf: () => Promise.resolve(new Map()),
  follow: (socket, { filter }, allowed) => {
    const runs = new Set(filter.run)
    return {
      begin: () => {
        socket.emit('init', { model: 'testRuns', filter, data: [] })
        return Promise.resolve()
      },
      onNotice(notice) {
        if (notice.about !== 'testRun' || notice.userId !== allowed.caller.userId || !runs.has(notice.run)) return
        const data = { run: notice.run, logs: notice.logs }
        socket.emit('change', { model: 'testRuns', filter, operationType: 'insert', data } satisfies LiveChange)
      },
      // What was missed comes with the answer of the run.
      onGap: () => undefined,
      end: () => undefined,
    }
  },
})
