import type { ScreenExample } from '../../gallery/screen-example.ts'
import { busyOverview, pausedOverview, quietOverview } from './overview.examples.ts'

export const overviewScreens: readonly ScreenExample[] = [
  {
    name: 'overview',
    at: '/overview',
    as: 'super-admin',
    answers: { 'GET /overview': busyOverview() },
    empty: { 'GET /overview': quietOverview() },
  },
  {
    name: 'overview-without-workers',
    at: '/overview',
    as: 'super-admin',
    answers: {
      'GET /overview': quietOverview({ workers: [], disk: { freeBytes: 700 * 1024 ** 2, minFreeBytes: 1024 ** 3 } }),
    },
  },
  {
    name: 'overview-paused',
    at: '/overview',
    as: 'super-admin',
    answers: { 'GET /overview': pausedOverview() },
  },
]
