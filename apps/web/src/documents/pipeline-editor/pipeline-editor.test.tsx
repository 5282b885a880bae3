import 'fake-indexeddb/auto'
import type { Pipeline } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTypes } from '../pipelines/pipelines.examples.ts'
import { drawEditor as drawn, saveForm as save } from './editor.fixtures.tsx'
import { exampleEditedCountry, exampleEditedMaster } from './pipeline-editor.examples.ts'
import { PipelineEditor } from './PipelineEditor.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

let made = 0
const country = (over: Partial<Pipeline> = {}) => exampleEditedCountry({ _id: `country-${++made}`, ...over })
const master = (over: Partial<Pipeline> = {}) =>
  exampleEditedMaster({ _id: `master-${++made}`, vLocked: false, read_only: false, ...over })
const sent = (server: ReturnType<typeof fakeServer>) => server.of('POST /pipelines')[0]?.body as Pipeline
it('PIP-008/ui PIP-009/ui PIP-019/ui the form of rt-pipeline shows a country and saves what was changed', async () => {
  const { server } = await drawn(country())
  expect(server.of('GET /schemas/byname')[0]?.query).toEqual({ name: 'rt-pipeline' })
  expect(screen.getByRole('heading', { name: 'Country Pipeline [Bikes fr-FR]' })).toBeVisible()
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' })[0]!, ' 2')
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('title', 'Undo change of name (Ctrl Z)')
  await save()
  expect(await screen.findByText('Pipeline saved')).toBeVisible()
  expect(sent(server)).toMatchObject({ sys_version: 4, name: 'Bikes fr-FR 2', brand: 'b1', masterPipeline: 'master' })
})

it.each([
  [true, []],
  [false, [false, true]],
])('PIP-010/ui a version bar, and Save above and below the form unless it is locked: %s', async (vLocked, saves) => {
  await drawn(master({ vLocked, read_only: vLocked }))
  expect(screen.getByRole('heading', { name: 'MASTER Pipeline [Bikes catalogue]' })).toBeVisible()
  const bar = within(screen.getByRole('group', { name: 'Version of Bikes catalogue' }))
  expect(bar.getByText(`Version 1 (${vLocked ? 'Prod' : 'Draft'})`)).toBeVisible()
  const buttons = screen.queryAllByRole('button', { name: 'Save' })
  const form = screen.getByRole('group', { name: 'Form of Bikes catalogue' })
  const isBelow = (button: HTMLElement) => (form.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING) > 0
  expect(buttons.map(isBelow)).toEqual(saves)
})

it('PIP-014/ui PIP-015/ui choosing a master copies what it has, clearing empties it, and Undo takes both back', async () => {
  const { server } = await drawn(
    country({ masterPipeline: null, component: null, brand: null, datakind: null, dataSources: [], dataSinks: [] }),
  )
  expect(screen.getByText(texts.countryNeedsMaster)).toBeVisible()
  await userEvent.click(screen.getByRole('combobox', { name: 'Master' }))
  await userEvent.click(await screen.findByTitle('Bikes catalogue, Version 1 (Prod)'))
  expect(await screen.findByRole('tab', { name: 'catalogue' })).toBeVisible()
  // What is missing follows the draft a moment later.
  await waitFor(() => expect(screen.queryByText(texts.countryNeedsMaster)).toBeNull())
  expect(screen.getByText('From Bikes catalogue', { selector: '[id$="/brand:mark"]' })).toBeVisible()
  await save()
  const { dataSources, dataSinks } = exampleEditedMaster()
  await waitFor(() =>
    expect(sent(server)).toMatchObject({
      ...{ masterPipeline: 'master', component: 'toProducts', dataSources, dataSinks },
      ...{ brand: 'b1', locale: 'l1', productLine: 'p1', datakind: 'd1' },
    }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(texts.countryNeedsMaster)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Redo' }))
  expect(await screen.findByRole('tab', { name: 'catalogue' })).toBeVisible()
})

it('PIP-015/ui clearing the master empties what was copied', async () => {
  const { container } = await drawn(country())
  const choice = screen.getByRole('combobox', { name: 'Master' }).closest('.ant-select')
  await userEvent.click(choice!.querySelector('.ant-select-clear')!)
  expect(await screen.findByText(texts.countryNeedsMaster)).toBeVisible()
  expect(screen.queryAllByRole('tab')).toHaveLength(0)
  expect(screen.getAllByText('No items')).toHaveLength(2)
  expect(container.textContent).not.toContain('Adventure Works')
})

it('a value of its own is named beside the master’s, and goes back to it', async () => {
  await drawn(country({ dataSources: [...exampleEditedMaster().dataSources], brand: exampleTypes.brands[1]! }))
  expect(
    await screen.findByText(
      /^Besides the locale one value is its own, everything else is from Bikes catalogue, Version 1/,
    ),
  ).toBeVisible()
  expect(screen.getByText('Its own: Bikes catalogue has Adventure Works')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: "Use the master's Brand" }))
  expect(await screen.findByText(/Everything but the locale is as in Bikes catalogue/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveAttribute('title', "Undo the master's brand (Ctrl Z)")
})

it('PIP-018/ui a pipeline whose master is an empty text is saved with none', async () => {
  const { server } = await drawn(master({ masterPipeline: '' }))
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' })[0]!, '!')
  await save()
  await waitFor(() => expect(sent(server)).toMatchObject({ isMaster: true, masterPipeline: null }))
})

it('a value of its own within a source says so beside its field, and goes back there', async () => {
  await drawn(country())
  await userEvent.click(await screen.findByRole('tab', { name: 'catalogue' }))
  const mark = await screen.findByText(/^Its own: Bikes catalogue has nothing/)
  expect(mark.id).toMatch(/delimiter:mark$/)
  expect(screen.getByText('From Bikes catalogue, but for 2 values of its own')).toBeVisible()
  await userEvent.click(within(mark).getByRole('button', { name: 'Use the master’s Delimiter' }))
  await waitFor(() => expect(screen.queryByText(/^Its own: Bikes catalogue has nothing/)).toBeNull())
  expect(screen.getByText('From Bikes catalogue, but for one value of its own')).toBeVisible()
})

it.each([
  ['PIP-016/ui', country({ masterPipeline: null }), texts.countryNeedsMaster],
  ['PIP-017/ui', master({ component: null }), texts.masterNeedsComponent],
] as const)('%s a save that would be refused is told before it is asked', async (_, pipeline, sentence) => {
  const { server } = await drawn(pipeline)
  await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' })[0]!, '!')
  await save()
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(await toasts.findByText(sentence)).toBeVisible()
  expect(server.of('POST /pipelines')).toEqual([])
})

it('what is missing leads to its field, also in a tab that is not open', async () => {
  const sources = exampleEditedCountry().dataSources
  await drawn(country({ dataSources: [...sources, { ...sources[0]!, dataSubKind: 'strange' }], brand: null }))
  const list = within(screen.getByRole('region', { name: 'What is missing' }))
  expect(list.getByRole('status')).toHaveTextContent('2 things are missing before this pipeline can run:')
  const line = "The data source 'strange' is no input of the component (catalogue, local)"
  await userEvent.click(list.getByRole('button', { name: line }))
  await waitFor(() => expect(document.activeElement).toHaveValue('strange'))
  await userEvent.click(list.getByRole('button', { name: /^Choose a brand/ }))
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Brand' })).toHaveFocus())
})

it('PIP-011/ui production and staging are compared in a dialog over the whole window', async () => {
  await drawn(country())
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600)
  await userEvent.click(screen.getByRole('button', { name: 'Production and staging' }))
  const dialog = await screen.findByRole('dialog', {
    name: /^Difference between DataStream production and staging/,
  })
  expect(await within(dialog).findByText('2 lines added, 1 line removed')).toBeVisible()
})

it.each([
  ['load', 'GET /pipelines/id'],
  ['save', 'POST /pipelines'],
] as const)('PIP-024/ui a failed %s shows what the server says', async (_, call) => {
  const pipeline = country()
  const refused = () => {
    throw new RefusedCallError(40000, 'The database is being moved')
  }
  if (call === 'GET /pipelines/id') {
    fakeServer({ [call]: refused } as Answers)
    renderScreen(() => <PipelineEditor id="x" onOpened={() => undefined} />, { at: '/manage/pipeline', as: 'manager' })
  } else {
    await drawn(pipeline, { [call]: refused } as Answers)
    await userEvent.type(screen.getAllByRole('textbox', { name: 'Name' })[0]!, '!')
    await save()
  }
  const toasts = within(await screen.findByRole('region', { name: 'Notifications' }))
  expect(await toasts.findByText('The database is being moved')).toBeVisible()
})
