import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { exampleFolder } from '../../explorer/explorer.examples.ts'
import { exampleTypes } from '../pipelines.examples.ts'
import { FromFileDialog } from './FromFileDialog.tsx'
import { exampleLook } from './from-file.screens.examples.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const onMade = vi.fn<(id: string) => void>()
const onClose = vi.fn<() => void>()
const draw = async (answers: Answers = {}) => {
  onMade.mockReset()
  onClose.mockReset()
  const server = fakeServer({
    'GET /folders/tree': ({ query }) => [exampleFolder(`${query.kind}-root`, 'Root', [])],
    'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
    'POST /pipelines/look-at-file': exampleLook(),
    'POST /pipelines/from-file': { schema: 's1', component: 'c1', pipeline: 'p1', country: 'p2' },
    ...answers,
  })
  renderScreen(() => <FromFileDialog folder="bikes" onMade={onMade} onClose={onClose} />, {
    at: '/manage/pipeline',
    as: 'manager',
  })
  return { server, dialog: within(await screen.findByRole('dialog', { name: 'New pipeline from file' })) }
}
type Drawn = Awaited<ReturnType<typeof draw>>['dialog']
const choose = (dialog: Drawn, file = new File(['sku\nB1\n'], 'bikes.csv', { type: 'text/csv' })) =>
  userEvent.upload(dialog.getByLabelText('File'), file)
async function classify(dialog: Drawn) {
  for (const [label, option] of [
    [/^Brand/, 'OpenEV'],
    [/^Locale/, 'fr-FR'],
    [/^Product line/, 'Bikes'],
    [/^Data kind/, 'product'],
  ] as const) {
    await dialog.findByRole('option', { name: option })
    await userEvent.selectOptions(dialog.getByLabelText(label), option)
  }
}
const makeButton = (dialog: Drawn) => dialog.getByRole('button', { name: 'Make the pipeline' })

it('PIP-001/ui makes all four of the file and opens the country pipeline', async () => {
  const { server, dialog } = await draw()
  await choose(dialog)
  expect(await dialog.findByText(/^3 records with 3 fields\./)).toBeVisible()
  expect(dialog.getByText('3 records: 2 valid, 1 rejected')).toBeVisible()
  expect(makeButton(dialog)).toBeDisabled()
  await classify(dialog)
  expect(dialog.getByLabelText(/^Name of the country pipeline/)).toHaveValue('Bikes fr-FR')
  await userEvent.click(makeButton(dialog))
  await waitFor(() => expect(onMade).toHaveBeenCalledWith('p2'))
  expect(onClose).toHaveBeenCalled()
  expect(server.of('POST /pipelines/from-file')[0]?.body).toMatchObject({
    file: { name: 'bikes.csv', mimeType: 'text/csv' },
    schema: { name: 'Bikes', folder: 'schema-root' },
    component: { name: 'Bikes', folder: 'component-root' },
    pipeline: { name: 'Bikes', folder: 'bikes' },
    ...{ country: 'Bikes fr-FR', port: 'rows', format: 'csv', brand: 'b2', locale: 'l2' },
  })
})

it('tells what the server refuses beside its field, and keeps what was chosen', async () => {
  const { dialog } = await draw({
    'POST /pipelines/from-file': () => {
      throw new RefusedCallError(40900, 'Component: This name already exists in the folder')
    },
  })
  await choose(dialog)
  await classify(dialog)
  await userEvent.click(makeButton(dialog))
  const field = await dialog.findByLabelText(/^Name of the component/)
  await waitFor(() => expect(field).toBeInvalid())
  expect(dialog.getByText('This name already exists in the folder')).toBeVisible()
  expect(dialog.getByLabelText(/^Locale/)).toHaveValue('l2')
  expect(onMade).not.toHaveBeenCalled()
  expect(makeButton(dialog)).toBeEnabled()
})

it('tells why a file cannot be used, and takes another one', async () => {
  const { dialog } = await draw({
    'POST /pipelines/look-at-file': ({ body }) => {
      const { name } = (body as { file: { name: string } }).file
      if (name === 'empty.csv') throw new RefusedCallError(40000, 'empty.csv: The file holds no records')
      return exampleLook()
    },
  })
  await choose(dialog, new File([''], 'empty.csv'))
  expect(await dialog.findByRole('alert')).toHaveTextContent('empty.csv: The file holds no records')
  await choose(dialog)
  expect(await dialog.findByRole('heading', { name: 'What will be made' })).toBeVisible()
  expect(dialog.queryByRole('alert')).toBeNull()
})

it('a file that is too large ends the reading of the one before', async () => {
  const { server, dialog } = await draw({ 'POST /pipelines/look-at-file': () => new Promise(() => {}) })
  await choose(dialog)
  expect(await dialog.findByText('Reading …')).toBeVisible()
  const large = new File(['a'], 'large.csv')
  Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 })
  await choose(dialog, large)
  expect(await dialog.findByRole('alert')).toHaveTextContent('File must be under 20 MiB')
  expect(dialog.queryByText('Reading …')).toBeNull()
  expect(server.of('POST /pipelines/look-at-file')).toHaveLength(1)
})
