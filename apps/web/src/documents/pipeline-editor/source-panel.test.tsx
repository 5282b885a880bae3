import 'fake-indexeddb/auto'
import type { DataSource, Pipeline } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, type FakeRequest, RefusedCallError } from '../../test-support/fake-server.ts'
import { exampleSource } from '../pipelines/pipelines.examples.ts'
import { drawEditor, saveForm } from './editor.fixtures.tsx'
import { exampleNewest, examplePreview, exampleUnfilled } from './panels.examples.ts'
import { exampleEditedCountry } from './pipeline-editor.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let made = 0
const country = (source: Partial<DataSource>, over: Partial<Pipeline> = {}) =>
  exampleEditedCountry({ _id: `source-${++made}`, dataSources: [exampleSource(source)], ...over })
const draw = (pipeline: Pipeline, answers: Answers = {}) =>
  drawEditor(pipeline, { 'POST /pipelines/preview-source': examplePreview(), ...answers })
const panel = async () => within(await screen.findByRole('region', { name: 'First rows of local' }))
const file = (name = 'bikes.csv') => new File(['a;b\n'], name, { type: 'text/csv' })
const choose = async (name?: string) => userEvent.upload((await panel()).getByLabelText('File'), file(name))
type Asked = { source: DataSource; file?: { name: string }; uploadId?: string }
const asked = (request: FakeRequest | undefined) => request?.body as Asked
const pick = async (field: string, title: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByTitle(title))
}

it('the first rows of a chosen file are shown, and what is wrong with them', async () => {
  const { server } = await draw(country({}))
  await choose()
  const rows = await panel()
  expect(await rows.findByText('3 records: 2 valid, 1 rejected')).toBeVisible()
  expect(rows.getByText(/^Read as windows-1252 \(detected/)).toBeVisible()
  const cell = rows.getByTitle("Column 'price': 'abc' is not a number")
  expect(cell).toHaveTextContent('abc')
  expect(asked(server.of('POST /pipelines/preview-source')[0])).toMatchObject({
    source: { dataSubKind: 'local', contentType: 'csv' },
    file: { name: 'bikes.csv' },
  })
})

it('the first rows of a workbook have the numbers its sheet shows', async () => {
  await draw(country({}), { 'POST /pipelines/preview-source': examplePreview({ detected: { sheet: 'Products' } }) })
  await choose()
  const rows = await panel()
  expect(await rows.findByText('(first in sheet Products, row 3)')).toBeVisible()
  const [first] = within(rows.getByRole('table', { name: 'First rows' })).getAllByRole('cell')
  expect(first).toHaveTextContent(/^2$/)
})

it('the newest upload is read at once, until another file is chosen and given up again', async () => {
  const { server } = await draw(country({}), {
    'GET /uploads/last': [exampleNewest({ _id: 'u9', originalFilename: 'last.csv' })],
  })
  const rows = await panel()
  expect(await rows.findByText('Read from the newest upload, last.csv.')).toBeVisible()
  const calls = () => server.of('POST /pipelines/preview-source').map((request) => asked(request))
  expect(calls()).toMatchObject([{ uploadId: 'u9' }])
  await choose('mine.csv')
  expect(await rows.findByText('Read with the settings above.')).toBeVisible()
  await userEvent.click(rows.getByRole('button', { name: 'Use the newest upload, last.csv' }))
  expect(await rows.findByText('Read from the newest upload, last.csv.')).toBeVisible()
  expect(calls().map(({ uploadId }) => uploadId)).toEqual(['u9', undefined, 'u9'])
})

it('a source that takes its master’s data is shown with the newest upload of the master', async () => {
  const { server } = await draw(country({ dataFromMaster: true }))
  await panel()
  await waitFor(() =>
    expect(server.of('GET /uploads/last')[0]?.query).toEqual({ pipelineId: 'master', dataSubKind: 'local' }),
  )
})

it('a changed setting reads the file anew, and an older answer never replaces a newer one', async () => {
  const waiting: (() => void)[] = []
  const { server } = await draw(country({}), {
    'POST /pipelines/preview-source': async ({ body }) => {
      const { config } = (body as Asked).source
      // The first answer comes last.
      if (config === undefined) await new Promise<void>((resolve) => waiting.push(resolve))
      return examplePreview({
        notes: [{ level: 'info', message: `Read as a file with ${config === undefined ? 'semicolons' : 'commas'}` }],
      })
    },
  })
  await choose()
  await waitFor(() => expect(waiting).toHaveLength(1))
  await pick('Delimiter', 'Comma')
  const rows = await panel()
  expect(await rows.findByText('Read as a file with commas')).toBeVisible()
  for (const answer of waiting) answer()
  await waitFor(() => expect(rows.getByText('Read with the settings above.')).toBeVisible())
  expect(rows.getByText('Read as a file with commas')).toBeVisible()
  expect(server.of('POST /pipelines/preview-source')).toHaveLength(2)
})

it('what was detected becomes settings by a press, and Undo takes it back', async () => {
  await draw(country({ config: { decimal: '.' } }))
  await choose()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep what was detected' }))
  expect(screen.getByText('Semicolon', { selector: '.ant-select-content, .ant-select-content *' })).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep what was detected' })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Keep what was detected' })).toBeVisible()
})

it('a column that no property has is given one, and the records are taken', async () => {
  const { server } = await draw(country({}), {
    'POST /pipelines/preview-source': ({ body }) => {
      const { config } = (body as Asked).source
      return config !== undefined && 'columns' in config ? examplePreview() : exampleUnfilled()
    },
  })
  await choose()
  const rows = await panel()
  expect(await rows.findByText("No column becomes 'key', which every record needs.")).toBeVisible()
  expect(rows.getByText('3 records: 0 valid, 3 rejected')).toBeVisible()
  await userEvent.selectOptions(rows.getByLabelText('What Clé becomes'), 'key (string, needed)')
  expect(await rows.findByText('3 records: 2 valid, 1 rejected')).toBeVisible()
  expect(asked(server.of('POST /pipelines/preview-source').at(-1)).source.config).toEqual({ columns: { Clé: 'key' } })
})

it('columns are given other names without a file, too', async () => {
  const { server } = await draw(country({ config: { columns: { Nom: 'name' } } }))
  await userEvent.click(await screen.findByText('One column becomes a property of another name'))
  await userEvent.type(screen.getByLabelText('Another column of the file'), 'Prix{Enter}')
  const property = screen.getByLabelText('Property of Prix')
  await userEvent.clear(property)
  await userEvent.type(property, 'price')
  await userEvent.click(screen.getByRole('button', { name: 'Remove Nom' }))
  await saveForm()
  await waitFor(() => expect(server.of('POST /pipelines')).toHaveLength(1))
  const [saved] = server.of('POST /pipelines').map(({ body }) => body as Pipeline)
  expect(saved?.dataSources[0]?.config).toEqual({ columns: { Prix: 'price' } })
})

it('a file that cannot be read says why, and one that is too large is not sent', async () => {
  const { server } = await draw(country({}), {
    'POST /pipelines/preview-source': () => {
      throw new RefusedCallError(40000, 'bikes.csv: its data is not base64')
    },
  })
  await choose()
  const rows = await panel()
  expect(await rows.findByRole('alert')).toHaveTextContent('bikes.csv: its data is not base64')
  const large = file('large.csv')
  Object.defineProperty(large, 'size', { value: 20 * 1024 * 1024 })
  await userEvent.upload(rows.getByLabelText('File'), large)
  expect(await rows.findByText('File must be under 20 MiB')).toBeVisible()
  expect(server.of('POST /pipelines/preview-source')).toHaveLength(1)
})

it('a source that nobody has named yet asks for its name first', async () => {
  await draw(country({ dataSubKind: '' }))
  expect(await screen.findByText('Name the source to see how its files are read.')).toBeVisible()
  const list = within(screen.getByRole('region', { name: 'What is missing' }))
  expect(list.getByRole('button', { name: 'Name data source 1 after an input of the component' })).toBeVisible()
})

const fetched = { connectorType: 'real-time', config: { method: 'GET', url: 'https://shop.example/rows' } } as const

it('a real-time source is tried: its first rows, or the cause', async () => {
  let fails = true
  const { server } = await draw(country(fetched), {
    'POST /pipelines/try-source': () => {
      if (fails) throw new RefusedCallError(40000, 'shop.example answered with status 404.')
      return examplePreview()
    },
  })
  const rows = await panel()
  await userEvent.click(rows.getByRole('button', { name: 'Try' }))
  expect(await rows.findByRole('alert')).toHaveTextContent('shop.example answered with status 404.')
  fails = false
  await userEvent.click(rows.getByRole('button', { name: 'Try' }))
  expect(await rows.findByText('3 records: 2 valid, 1 rejected')).toBeVisible()
  expect(rows.queryByRole('alert')).toBeNull()
  expect(asked(server.of('POST /pipelines/try-source')[0]).source).toMatchObject(fetched)
})

it('who may not change a pipeline sees its files read, and tries nothing', async () => {
  await draw(country({}, { vLocked: true, read_only: true }))
  await choose()
  const rows = await panel()
  expect(await rows.findByText('3 records: 2 valid, 1 rejected')).toBeVisible()
  expect(rows.queryByRole('button', { name: 'Keep what was detected' })).toBeNull()
  expect(rows.getByLabelText('What Clé becomes')).toBeDisabled()
})
