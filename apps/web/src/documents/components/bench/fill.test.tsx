import 'fake-indexeddb/auto'
import type { Upload } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import { exampleComponent, exampleComponentForm, exampleResult, exampleUsed } from '../components.examples.ts'
import { fillPayload, targetOf, wordsOfFile } from './fill.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
beforeEach(() => localStorage.setItem('section.component-bench', 'open'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const upload = (more: Partial<Upload>): Upload => ({
  _id: 'u1',
  pipelineId: 'p1',
  status: 'valid',
  enabled: true,
  originalFilename: 'bikes.csv',
  createdAt: '2026-11-20T10:00:00.000Z',
  dataSubKind: 'rows',
  from: 'source',
  size: 10,
  sha256: '',
  counts: { records: 120, valid: 117, rejected: 3 },
  detected: null,
  ...more,
})
const pipeline = { _id: 'p1', name: 'Bikes Germany', kind: null, dataSources: [] }

const drawn = async (answers: Answers = {}) => {
  const component = exampleComponent({ _id: `component-${Math.random()}`, testPayload: '{"local": [1]}' })
  const server = fakeServer({
    'GET /components/find': component,
    'GET /components': exampleUsed(),
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [], needed: false },
    'POST /components/test-cases': ({ body }: { body: unknown }) => body as never,
    'POST /components/{id}/execute': exampleResult(),
    'GET /users/pipelines': { pipelines: [pipeline], locales: [], brands: [], productLines: [], dataKinds: [] },
    'GET /uploads/last-all': [upload({}), upload({ _id: 'out', from: 'destination' })],
    'GET /uploads/records': { records: [{ sku: 'B7' }], read: 1, cut: false },
    'POST /uploads/toJson': [{ sku: 'B1' }, { sku: 'B2' }, { sku: 'B3' }],
    ...answers,
  } as unknown as Answers)
  renderScreen(() => <ComponentEditor id={component._id} onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Fill …' }))
  return { server, dialog: within(await screen.findByRole('dialog', { name: 'Fill the payload' })) }
}
const payload = () => {
  const { textContent } = screen.getByRole('textbox', { name: 'Payload (ctx.input)' })
  return JSON.parse(textContent ?? '') as unknown
}
const file = new File(['sku\nB1\n'], 'bikes.csv', { type: 'text/csv' })

describe('the payload is filled', () => {
  const rows = [{ sku: 'B1' }]
  it.each<[name: string, type: string, content: string, read: unknown, filled: object]>([
    ['bikes.json', 'application/json', '{"catalogue": [{"sku": "B1"}]}', { catalogue: rows }, { catalogue: rows }],
    ['bikes.csv', 'text/csv', 'sku\nB1\n', rows, { local: [1], catalogue: rows }],
    ['bikes.xlsx', 'application/vnd.ms-excel', 'PK\u0003\u0004', rows, { local: [1], catalogue: rows }],
  ])('CMP-016/ui from %s, which the server is sent as it is', async (name, type, content, read, filled) => {
    const { server, dialog } = await drawn({ 'POST /uploads/toJson': read } as Answers)
    await userEvent.upload(dialog.getByLabelText('File with records'), new File([content], name, { type }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Fill' })).toBeEnabled())
    expect(server.of('POST /uploads/toJson')[0]?.body).toEqual({ name, mimeType: type, data: btoa(content) })
    await userEvent.click(dialog.getByRole('button', { name: 'Fill' }))
    await waitFor(() => expect(payload()).toEqual(filled))
  })

  it('CMP-016/ui CMP-017/ui from a file that the server reads, onto an input', async () => {
    const { server, dialog } = await drawn()
    await userEvent.upload(dialog.getByLabelText('File with records'), file)
    expect(await dialog.findByText('3 records')).toBeVisible()
    expect(server.of('POST /uploads/toJson')[0]?.body).toMatchObject({ name: 'bikes.csv', mimeType: 'text/csv' })
    const count = dialog.getByRole('spinbutton', { name: 'Records, at most' })
    await userEvent.clear(count)
    await userEvent.type(count, '2')
    await userEvent.click(dialog.getByRole('button', { name: 'Fill' }))
    await waitFor(() => expect(payload()).toEqual({ local: [1], catalogue: [{ sku: 'B1' }, { sku: 'B2' }] }))
    // A test case tells where its payload comes from.
    await userEvent.click(screen.getByRole('button', { name: 'Run test' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Keep as test case' }))
    const kept = within(await screen.findByRole('dialog', { name: 'New test case' }))
    await userEvent.click(kept.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.of('POST /components/test-cases')).toHaveLength(1))
    expect(server.of('POST /components/test-cases')[0]?.body).toMatchObject({
      from: 'the first 2 of 3 records of bikes.csv',
    })
  })

  it('a file that cannot be read says why', async () => {
    const { dialog } = await drawn({
      'POST /uploads/toJson': () => {
        throw new RefusedCallError(40000, 'The file cannot be converted: Row 2: it has 3 cells')
      },
    } as Answers)
    await userEvent.upload(dialog.getByLabelText('File with records'), file)
    expect(await dialog.findByRole('alert')).toHaveTextContent('The file cannot be converted: Row 2: it has 3 cells')
    expect(dialog.getByRole('button', { name: 'Fill' })).toBeDisabled()
  })

  it('from the latest upload of a pipeline: first, random or rejected records', async () => {
    const { server, dialog } = await drawn()
    await userEvent.click(dialog.getByRole('tab', { name: 'From an upload' }))
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Pipeline' }), 'p1')
    const uploads = await dialog.findByRole('combobox', { name: 'Upload' })
    // What an import wrote is nothing to read.
    expect(within(uploads).getAllByRole('option')).toHaveLength(1)
    expect(uploads).toHaveTextContent('rows: bikes.csv, 120 records, 3 rejected')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Take' }), 'rejected')
    await userEvent.click(dialog.getByRole('button', { name: 'Fill' }))
    await waitFor(() => expect(payload()).toEqual({ local: [1], catalogue: [{ sku: 'B7' }] }))
    expect(server.of('GET /uploads/records')[0]?.query).toEqual({ id: 'u1', which: 'rejected', count: '10' })
  })

  it('an upload without rejected records offers none, and a pipeline without uploads says so', async () => {
    const { dialog } = await drawn({
      'GET /uploads/last-all': [upload({ counts: { records: 1, valid: 1, rejected: 0 } })],
      'GET /uploads/records': { records: [], read: 0, cut: false },
    })
    await userEvent.click(dialog.getByRole('tab', { name: 'From an upload' }))
    await userEvent.selectOptions(await dialog.findByRole('combobox', { name: 'Pipeline' }), 'p1')
    await dialog.findByRole('combobox', { name: 'Upload' })
    expect(dialog.getByRole('option', { name: 'rejected records' })).toBeDisabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Fill' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent('The upload has no such records.')
  })
})

it('a value goes onto its input, and a file that names the inputs is the whole payload', () => {
  expect(JSON.parse(fillPayload('{"a": 1, "b": 2}', 'b', [3]))).toEqual({ a: 1, b: [3] })
  expect(JSON.parse(fillPayload('no JSON', 'b', [3]))).toEqual({ b: [3] })
  expect(JSON.parse(fillPayload('{"a": 1}', '', [3]))).toEqual([3])
  expect(targetOf({ a: [], b: [] }, 'a', ['a', 'b'])).toBe('')
  expect(targetOf({ a: [], c: [] }, 'a', ['a', 'b'])).toBe('a')
  expect(targetOf([{ a: 1 }], 'a', ['a'])).toBe('a')
  expect(wordsOfFile('x.csv', [1, 2], 2)).toBe('x.csv')
})
