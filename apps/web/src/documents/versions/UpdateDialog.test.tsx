import type { DocKind, ScheduledJob } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { toast } from '../../state/toasts.ts'
import { VersionBar } from './VersionBar.tsx'
import { exampleDocument, exampleReport } from './versions.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const onOpened = vi.fn<(id: string | null) => void>()
const draw = (kind: DocKind, answers: Answers) => {
  const server = fakeServer(answers)
  renderScreen(() => <VersionBar kind={kind} document={exampleDocument()} onOpened={onOpened} />, {
    at: '/manage/schemas',
    as: 'super-admin',
  })
  return server
}
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Update' }))
  return screen.findByRole('dialog', { name: 'Update of Bike' })
}
const changed = exampleReport('component', 'Bike', {
  update: true,
  schemas: [
    exampleReport('schema', 'Wheel', { updated: true, new: { ...exampleReport('schema', 'Wheel').old, version: 3 } }),
    exampleReport('schema', 'Bell'),
  ],
})
const plan = { _id: 'j1', kind: 'repeat', repeatPattern: '15 2 * * *', pipeline: { version: 1 } } as ScheduledJob
/** A master in each of whose columns something changes, with a country and a plan. */
const pipeline = exampleReport('pipeline', 'Bike', {
  ...{ update: true, updatePendings: true, pendings: { scheduled: [], repeatable: [plan] } },
  components: [exampleReport('component', 'Join', { child_update: true, schemas: changed.schemas })],
  pipelines: [exampleReport('pipeline', 'Bike fr-FR', { update: true })],
})

beforeEach(() => onOpened.mockReset())
afterEach(() => vi.unstubAllGlobals())

it('VER-012/ui VER-013/ui VER-025/ui VER-030/ui VER-031/ui VER-034/ui computes first, in two columns for a component, and proceeds once', async () => {
  let answer: (report: object) => void = () => undefined
  const server = draw('component', {
    'POST /components/version/compute': () => new Promise((resolve) => (answer = resolve)),
    'POST /components/version/update': { ...changed, new: { ...changed.old, _id: 'v5', version: 5 } },
  })
  const dialog = await open()
  expect(dialog).toHaveStyle('--dialog-width: 95vw')
  expect(within(dialog).getByRole('status', { name: 'Computing the update' })).toBeVisible()
  const proceed = within(dialog).getByRole('button', { name: 'Proceed' })
  expect(proceed).toBeDisabled()
  await waitFor(() => expect(server.of('POST /components/version/compute')).toHaveLength(1))
  answer(changed)
  const schemas = await within(dialog).findByRole('region', { name: 'Data models' })
  expect(schemas).toHaveTextContent('Data models: 1 of 2 change')
  expect(schemas).toHaveTextContent('Wheelv1 → v3new version available')
  expect(schemas).toHaveTextContent('1 unchanged')
  expect(within(dialog).getByRole('region', { name: 'Components' })).toHaveTextContent('a new version will be created')
  expect(server.of('POST /components/version/update')).toEqual([])
  await userEvent.click(proceed)
  await waitFor(() => expect(onOpened).toHaveBeenCalledWith('v5'))
  expect(server.of('POST /components/version/update').map(({ body }) => body)).toEqual([{ update_data: changed }])
  expect(toast.shown()).toMatchObject([
    { tone: 'success', text: 'Version 1 updated', detail: 'Bike: Version 1 updated to version 5' },
  ])
})

it('VER-029/ui VER-031/ui VER-034/ui nothing to update leaves nothing to proceed with; a schema has one column', async () => {
  draw('schema', { 'POST /schemas/version/compute': exampleReport('schema', 'Bike') })
  const dialog = await open()
  expect(await within(dialog).findByText(/^Nothing to update/)).toBeVisible()
  expect(within(dialog).getAllByRole('region')).toHaveLength(1)
  expect(within(dialog).getByRole('button', { name: 'Proceed' })).toBeDisabled()
})

it('VER-028/ui VER-031/ui a pipeline has three columns, and each row its state', async () => {
  draw('pipeline', { 'POST /pipelines/version/compute': pipeline })
  const dialog = await open()
  await within(dialog).findByRole('region', { name: 'Pipelines' })
  const columns = within(dialog).getAllByRole('region')
  expect(columns.map((column) => column.getAttribute('aria-label'))).toEqual(['Pipelines', 'Components', 'Data models'])
  expect(columns[0]).toHaveTextContent('Bikev1 → new drafta new version will be created')
  expect(columns[1]).toHaveTextContent('Joinv1references will be updated')
  expect(columns[2]).toHaveTextContent('Wheelv1 → v3new version available')
  expect(columns[2]).toHaveTextContent('1 unchangedBell v1')
})

it('VER-032/ui VER-033/ui countries and plans go along at first, and stay once they are unticked', async () => {
  const server = draw('pipeline', {
    'POST /pipelines/version/compute': pipeline,
    'POST /pipelines/version/update': { ...pipeline, new: { ...pipeline.old, _id: 'v5', version: 5 } },
  })
  const dialog = await open()
  const box = (name: string) => within(dialog).getByRole('checkbox', { name })
  expect(await within(dialog).findByRole('checkbox', { name: 'Country pipelines (1)' })).toBeChecked()
  expect(box('Scheduled executions (1)')).toBeChecked()
  expect(within(dialog).getByText(/^Plan “Every day at 02:15” of version 1 moves to the new version\.$/)).toBeVisible()
  await userEvent.click(box('Country pipelines (1)'))
  await userEvent.click(box('Scheduled executions (1)'))
  expect(within(dialog).queryByText('Bike fr-FR')).toBeNull()
  expect(within(dialog).getByText(/^Plan .* stays at its version\.$/)).toBeVisible()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Proceed' }))
  await waitFor(() => expect(server.of('POST /pipelines/version/update')).toHaveLength(1))
  const left = { ...pipeline, pipelines: [], updatePendings: false }
  expect(server.of('POST /pipelines/version/update')[0]?.body).toEqual({ update_data: left })
})

it('VER-026/ui a refused update is a red toast, and the preview is computed again', async () => {
  const text = 'The preview is out of date, please compute it again'
  const server = draw('component', {
    'POST /components/version/compute': changed,
    'POST /components/version/update': () => {
      throw new RefusedCallError(40900, text)
    },
  })
  const dialog = await open()
  await within(dialog).findByRole('region', { name: 'Components' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Proceed' }))
  await waitFor(() => expect(toast.shown()).toMatchObject([{ tone: 'error', text }]))
  await waitFor(() => expect(server.of('POST /components/version/compute')).toHaveLength(2))
  expect(await within(dialog).findByText(/^Something was changed meanwhile, so nothing was updated/)).toBeVisible()
  expect(onOpened).not.toHaveBeenCalled()
})
