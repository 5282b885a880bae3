import type { Overview } from '@millrace/contract'

const pipeline = (name: string) => ({ _id: `v-${name}`, name, version: 4 })
const none = { count: 0, few: [] }

/** A server on which nothing happens, for tests of screens. */
export const quietOverview = (over: Partial<Overview> = {}): Overview => ({
  at: '2026-11-20T16:02:00.000Z',
  pause: null,
  running: none,
  waiting: none,
  failed: none,
  validating: 0,
  invalid: none,
  plans: none,
  workers: [
    {
      _id: 'w1',
      host: 'import-1',
      pid: 4711,
      startedAt: '2026-11-18T05:00:00.000Z',
      seenAt: '2026-11-20T16:01:58.000Z',
      alive: true,
      slots: 4,
      used: 0,
    },
  ],
  disk: { freeBytes: 81 * 1024 ** 3, minFreeBytes: 1024 ** 3 },
  mails: { waiting: 0, failing: 0, lastError: null, lost: none },
  demoPasswords: [],
  ...over,
})

/** A server with something of everything. */
export const busyOverview = (over: Partial<Overview> = {}): Overview => {
  const quiet = quietOverview()
  const [worker] = quiet.workers
  if (worker === undefined) throw new Error('the quiet server has a worker')
  return {
    ...quiet,
    running: {
      count: 2,
      few: [
        {
          _id: 'i1',
          pipeline: pipeline('Bikes fr-FR'),
          state: 'progress',
          startedAt: '2026-11-20T15:58:00.000Z',
          attempt: 2,
          userName: 'marc.manager',
        },
        {
          _id: 'i2',
          pipeline: pipeline('EV catalogue de-DE'),
          state: 'busy',
          startedAt: '2026-11-20T16:01:40.000Z',
          attempt: 1,
          userName: 'dana.dealer',
        },
      ],
    },
    waiting: {
      count: 9,
      few: [
        {
          _id: 'i3',
          pipeline: pipeline('EV catalogue en-US'),
          state: 'sequential',
          scheduledAt: '2026-11-20T16:01:40.000Z',
          userName: 'dana.dealer',
          why: 'turn',
          behind: { _id: 'i2', pipelineName: 'EV catalogue de-DE' },
        },
        {
          _id: 'i4',
          pipeline: pipeline('Dealers fr-FR'),
          state: 'pending',
          scheduledAt: '2026-11-20T16:01:50.000Z',
          userName: 'marc.manager',
          why: 'places',
          behind: null,
        },
      ],
    },
    failed: {
      count: 1,
      few: [
        {
          _id: 'i5',
          pipeline: pipeline('Best Buy stores en-US'),
          endAt: '2026-11-20T06:15:04.000Z',
          problem: 'The table stores has no column opening_hours',
        },
      ],
    },
    validating: 2,
    invalid: {
      count: 1,
      few: [
        {
          _id: 'u1',
          pipeline: pipeline('EV catalogue'),
          dataSubKind: 'layers',
          originalFilename: 'ev-layers-raw.ndjson',
          createdAt: '2026-11-20T10:30:00.000Z',
          findings: 54,
        },
      ],
    },
    plans: {
      count: 1,
      few: [
        {
          _id: 'j1',
          pipeline: pipeline('Bikes it-IT'),
          dueAt: '2026-11-23T05:15:00.000Z',
          userName: 'marc.manager',
        },
      ],
    },
    workers: [
      { ...worker, used: 2 },
      { ...worker, _id: 'w2', host: 'import-2', pid: 12, alive: false, seenAt: '2026-11-20T15:20:00.000Z' },
    ],
    disk: { freeBytes: 3.2 * 1024 ** 3, minFreeBytes: 1024 ** 3 },
    mails: {
      waiting: 3,
      failing: 2,
      lastError: 'connect ECONNREFUSED 10.0.4.25:587',
      lost: {
        count: 1,
        few: [{ at: '2026-11-19T08:00:00.000Z', occasion: 'welcome', reason: '550 no such user' }],
      },
    },
    demoPasswords: ['dana.dealer', 'sam.super'],
    ...over,
  }
}

/** A server on which one import runs to its end and everything else is held. */
export const pausedOverview = (): Overview => {
  const { running, waiting, ...busy } = busyOverview()
  return {
    ...busy,
    running: { count: 1, few: running.few.slice(0, 1) },
    waiting: { ...waiting, few: waiting.few.map((one) => ({ ...one, why: 'paused', behind: null })) },
    pause: {
      since: '2026-11-20T15:50:00.000Z',
      reason: 'The warehouse moves to the new server, until about 18:00',
      userName: 'sam.super',
    },
  }
}
