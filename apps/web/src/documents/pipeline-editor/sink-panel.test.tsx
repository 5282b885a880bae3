import 'fake-indexeddb/auto'
import type { DataSink, Pipeline } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, RefusedCallError } from '../../test-support/fake-server.ts'
import { exampleConnection } from '../connections/connections.examples.ts'
import { drawEditor, saveForm } from './editor.fixtures.tsx'
import { exampleRefusedSink, exampleSinkCheck, exampleTableSink, exampleTargetTables } from './panels.examples.ts'
import { exampleEditedCountry } from './pipeline-editor.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let made = 0
const country = (sink: DataSink) => exampleEditedCountry({ _id: `sink-${++made}`, dataSinks: [sink] })
const draw = (sink: DataSink, answers: Answers = {}) =>
  drawEditor(country(sink), {
    'GET /database-connections/usable': [exampleConnection()],
    'GET /database-connections/tables': { tables: exampleTargetTables(), more: false },
    'POST /pipelines/check-sink': exampleSinkCheck(),
    ...answers,
  })
const pick = async (field: string, title: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: field }))
  const options = () => screen.getAllByTitle(title).find((one) => one.matches('.ant-select-item-option'))
  await waitFor(() => expect(options()).toBeDefined())
  await userEvent.click(options()!)
}
const missing = () => within(screen.getByRole('region', { name: 'What is missing' }))
const panel = async () => within(await screen.findByRole('region', { name: 'Check of products' }))

it('a sink writes a file alone until a table is chosen, with its keys from the connection', async () => {
  const { server } = await draw({ name: 'products', format: 'ndjson' })
  await pick('Kind of Target', 'Table')
  expect(screen.getByRole('combobox', { name: 'Kind of Target' })).toHaveFocus()
  expect((await panel()).getByText('Choose a connection first.')).toBeVisible()
  await pick('Connection', 'warehouse')
  await pick('Table', 'product')
  expect(screen.queryByTitle('prices')).toBeNull()
  expect(await screen.findByText("The data sink 'products' has no keys: they tell which row a record is")).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Use the primary key: key, locale' }))
  expect(screen.getByText('key is text, locale is text')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'What is missing' })).toBeNull())
  await saveForm()
  await waitFor(() => expect(server.of('POST /pipelines')).toHaveLength(1))
  const [saved] = server.of('POST /pipelines').map(({ body }) => body as Pipeline)
  expect(saved?.dataSinks).toEqual([exampleTableSink()])
})

it('PIP-006/ui a byte order mark is switched on with a sentence about it, and not offered for a workbook', async () => {
  const { server } = await draw({ name: 'products', format: 'csv' })
  const mark = await screen.findByRole('switch', { name: 'Byte order mark' })
  expect(mark).not.toBeChecked()
  expect(mark).toHaveAccessibleDescription(
    'Switch it on for CSV that is opened in Excel, which shows accents right only then.',
  )
  await userEvent.click(mark)
  await saveForm()
  await waitFor(() => expect(server.of('POST /pipelines')).toHaveLength(1))
  const [saved] = server.of('POST /pipelines').map(({ body }) => body as Pipeline)
  expect(saved?.dataSinks).toEqual([{ name: 'products', format: 'csv', byteOrderMark: true }])
  await pick('Format', 'xlsx')
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'Byte order mark' })).toBeNull())
})

it('a table without keys is not saved: its line leads to the field', async () => {
  const { server } = await draw(exampleTableSink({ keys: [] }))
  const line = "The data sink 'products' has no keys: they tell which row a record is"
  expect(missing().getByRole('status')).toHaveTextContent('missing before this pipeline can be saved and run')
  await userEvent.click(missing().getByRole('button', { name: line }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Keys' })).toHaveFocus())
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' })[0]!, '!')
  await saveForm()
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(await toasts.findByText(line)).toBeVisible()
  expect(server.of('POST /pipelines')).toEqual([])
})

it('a dry run shows which column takes which property', async () => {
  const { server } = await draw(exampleTableSink())
  const checked = await panel()
  expect(checked.getByText(/Nothing is written, nothing is sent/)).toBeVisible()
  await userEvent.click(checked.getByRole('button', { name: 'Check' }))
  expect(await checked.findByText('The table takes these records.')).toBeVisible()
  expect(within(checked.getByRole('row', { name: /^price/ })).getByText('numeric')).toBeVisible()
  expect(checked.getByText('These columns get no value: changed_on.')).toBeVisible()
  expect(server.of('POST /pipelines/check-sink')[0]?.body).toMatchObject({
    component: 'toProducts',
    sink: exampleTableSink(),
  })
})

it('what a dry run finds stands at its field, until the sink is changed', async () => {
  await draw(exampleTableSink(), { 'POST /pipelines/check-sink': exampleRefusedSink() })
  const checked = await panel()
  await userEvent.click(checked.getByRole('button', { name: 'Check' }))
  const sentence = "The table 'product' has no primary key or unique index on exactly 'key'"
  expect(await screen.findByText(sentence, { selector: '[id$="/target/keys:faults"] p' })).toBeVisible()
  expect(checked.getByText('The table has no such column')).toBeVisible()
  expect(checked.getByText('These columns get no value: sku (needed).')).toBeVisible()
  await userEvent.click(checked.getByRole('button', { name: sentence }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Keys' })).toHaveFocus())
  await pick('Table', 'dealer')
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(checked.getByText('The sink changed since: check it again.')).toBeVisible()
})

it('a check that fails says why', async () => {
  await draw(exampleTableSink(), {
    'POST /pipelines/check-sink': () => {
      throw new RefusedCallError(42900, 'Too many requests, please try again later')
    },
  })
  const checked = await panel()
  await userEvent.click(checked.getByRole('button', { name: 'Check' }))
  expect(await checked.findByRole('alert')).toHaveTextContent('Too many requests')
})

it('an address that is no allowed host is told at its field', async () => {
  const message = 'The host shop.example is not allowed'
  await draw(
    { name: 'products', target: { kind: 'http', url: 'https://shop.example/in', batchSize: 500 } },
    {
      'POST /pipelines/check-sink': exampleSinkCheck({ ok: false, problems: [{ field: 'url', message }], columns: [] }),
    },
  )
  await userEvent.click((await panel()).getByRole('button', { name: 'Check' }))
  expect(await screen.findByText(message, { selector: '[id$="/target/url:faults"] p' })).toBeVisible()
})

it('a connection that is not this person’s stays in sight, and is said to be missing', async () => {
  await draw(exampleTableSink({ connection: 'other' }))
  expect(await screen.findByTitle('A connection that you may not use')).toBeVisible()
  expect(await screen.findByText("The connection of 'products' is gone, or it is not yours to use")).toBeVisible()
})
