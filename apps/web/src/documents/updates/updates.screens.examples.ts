import type { MassRun } from '@millrace/contract'
import type { ScreenExample } from '../../gallery/screen-example.ts'
import { exampleReport } from '../versions/versions.examples.ts'

const newer = (name: string) => ({ ...exampleReport('schema', name).old, version: 2 })
const why = { references: [], changes: [], effect: 'safe' as const, writable: true }

/** A master whose data model Money has a newer version with one field more. */
const report = exampleReport('pipeline', 'Bikes', {
  update: true,
  why: { ...why, references: [{ field: 'component', type: 'component', name: 'Map bikes', from: 1, to: null }] },
  components: [
    exampleReport('component', 'Map bikes', {
      update: true,
      why: {
        ...why,
        references: [{ field: 'outputs.products[].price', type: 'schema', name: 'Money', from: 1, to: 2 }],
      },
      schemas: [
        exampleReport('schema', 'Money', {
          updated: true,
          new: newer('Money'),
          why: { ...why, changes: [{ path: 'vat', text: 'property added', effect: 'safe' }] },
        }),
      ],
    }),
  ],
  pipelines: ['Bikes fr-FR', 'Bikes de-DE'].map((name) =>
    exampleReport('pipeline', name, {
      update: true,
      why: { ...why, references: [{ field: 'masterPipeline', type: 'pipeline', name: 'Bikes', from: 1, to: null }] },
    }),
  ),
})

const masters = ['Bikes', 'Vehicles'].map((name) => ({ ...exampleReport('pipeline', name).old, report }))

const exampleRun = (over: Partial<MassRun> = {}): MassRun => ({
  _id: 'run1',
  kind: 'update',
  startedAt: '2026-11-20T16:02:00.000Z',
  startedBy: 'sam.super',
  endedAt: null,
  rows: [
    {
      old: exampleReport('pipeline', 'Bikes').old,
      new: { ...exampleReport('pipeline', 'Bikes').old, _id: 'Bikes-2', version: 2, vLocked: false },
      state: 'done',
      error: null,
      touched: [{ ...exampleReport('component', 'Map bikes').old, version: 2 }],
    },
    {
      old: exampleReport('pipeline', 'Parts').old,
      new: null,
      state: 'failed',
      error: 'The preview is out of date, please compute it again',
      touched: [],
    },
    { old: exampleReport('pipeline', 'Vehicles').old, new: null, state: 'waiting', error: null, touched: [] },
  ],
  ...over,
})

/** The last master had nothing left to do: the one before it changed the draft that both use. */
const ended = (): MassRun => {
  const run = exampleRun({ endedAt: '2026-11-20T16:03:00.000Z' })
  const touched = [{ ...exampleReport('component', 'Map bikes').old, version: 2 }]
  const rows = run.rows.map((row) =>
    row.state === 'waiting' ? { ...row, new: row.old, state: 'done' as const, touched } : row,
  )
  return { ...run, rows }
}

const at = '/manage/update-lock-pipeline'
const answers = {
  'GET /pipelines/version/mass-compute': masters,
  'GET /pipelines/version/mass-runs': null,
}

export const updatesScreens: readonly ScreenExample[] = [
  { name: 'updates', at, as: 'super-admin', answers },
  { name: 'updates-preview', at, as: 'super-admin', answers, press: ['Bikes'] },
  {
    name: 'updates-running',
    at,
    as: 'super-admin',
    answers: { ...answers, 'GET /pipelines/version/mass-runs': exampleRun() },
  },
  {
    name: 'updates-report',
    at,
    as: 'super-admin',
    answers: { ...answers, 'GET /pipelines/version/mass-runs': ended() },
  },
  {
    name: 'updates-lock',
    at: `${at}?tab=lock`,
    as: 'super-admin',
    answers: {
      'GET /pipelines/version/mass-compute': masters.map(({ report: _report, ...master }) => ({
        ...master,
        vLocked: false,
      })),
      'GET /pipelines/version/mass-runs': exampleRun({ kind: 'lock', endedAt: '2026-11-20T16:03:00.000Z' }),
    },
  },
]
