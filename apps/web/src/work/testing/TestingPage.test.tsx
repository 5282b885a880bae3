import type { Role, Upload } from '@millrace/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CallError } from '../../api/call-error.ts'
import { uploadFiles } from '../../api/upload-files.ts'
import { exampleTree } from '../../documents/explorer/explorer.examples.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import {
  exampleMaster,
  examplePipeline,
  exampleSource,
  exampleTypes,
} from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { toast } from '../../state/toasts.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { TestingPage } from './TestingPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/upload-files.ts', () => ({ uploadFiles: vi.fn() }))

const send = vi.mocked(uploadFiles)
const pipeline = examplePipeline({
  dataSources: [
    exampleSource(),
    exampleSource({ dataSubKind: 'stock', contentType: 'json' }),
    exampleSource({ dataSubKind: 'feed', connectorType: 'real-time' }),
  ],
})
const hidden = examplePipeline({ _id: 'stores', name: 'Stores', brand: exampleTypes.brands[1] ?? null })
const draw = (path = '', answers: Answers = {}, as: Role = 'manager') => {
  const server = fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [exampleMaster(), pipeline] },
    'GET /pipelines': [exampleMaster(), pipeline, hidden],
    'GET /folders/tree': exampleTree(),
    'GET /uploads/last-all': [],
    ...answers,
  })
  return { server, ...renderScreen(TestingPage, { at: `/testing/index${path}`, as }) }
}
const sendButton = () => screen.findByRole('button', { name: 'Send' })
const file = (name: string) => new File(['x'], name)

beforeEach(() => {
  send.mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the testing view', () => {
  it('UPL-021/ui PIC-002/ui PIC-008/ui PIC-009/ui has the four filters, which narrow the explorer', async () => {
    const { address } = draw()
    await screen.findByRole('treeitem', { name: /Stores/ })
    const offered = [
      ['Brand', ['Adventure Works', 'OpenEV']],
      ['Locale', ['en-US', 'fr-FR']],
      ['Product line', ['Bikes']],
      ['Data kind', ['product', 'dealer']],
    ] as const
    for (const [name, labels] of offered) {
      await userEvent.click(screen.getByRole('combobox', { name }))
      for (const label of labels) {
        await screen.findByText(label, { selector: '.ant-select-item-option-content' })
      }
      await userEvent.keyboard('{Escape}')
    }
    await userEvent.click(screen.getByRole('combobox', { name: 'Brand' }))
    await userEvent.click(await screen.findByTitle('OpenEV'))
    await waitFor(() =>
      expect(screen.getAllByRole('treeitem').map(({ textContent }) => textContent)).toEqual(['Pipelines', 'Storesv2']),
    )
    expect(address()).toBe('/testing/index?brand=b2')
  })

  it('UPL-022/ui FLD-010/ui LIM-002/ui has the explorer of the pipeline folders at the left, 300 px wide', async () => {
    const { server, address } = draw()
    await userEvent.click(await screen.findByRole('treeitem', { name: /Bikes fr-FR/ }))
    expect(server.of('GET /folders/tree')[0]?.query).toEqual({ kind: 'pipeline' })
    expect(screen.getByRole('separator', { name: 'Resize the explorer' })).toHaveAttribute('aria-valuenow', '300')
    expect(address()).toBe('/testing/index?pipeline=fr')
    expect(screen.getByRole('button', { name: 'Create Folder' })).toBeEnabled()
  })

  it('UPL-023/ui UPL-004/ui has one input for each manual source named by its sub kind, Send and the logs', async () => {
    const { container } = draw('?pipeline=fr')
    expect(await screen.findByLabelText('File for local')).toBeEnabled()
    expect(screen.getByLabelText('File for stock')).toBeEnabled()
    expect(container.querySelectorAll('input[type=file]')).toHaveLength(2)
    expect(await sendButton()).toBeEnabled()
    expect(screen.getByText('There are no logs.')).toBeVisible()
  })

  it('UPL-023/ui sends the files and follows their logs, also after a reload', async () => {
    const sent = [
      exampleUpload({ _id: 'u7', status: 'validating' }),
      exampleUpload({ _id: 'u8', dataSubKind: 'stock' }),
    ]
    send.mockResolvedValue(sent)
    const { address } = draw('?pipeline=fr')
    await userEvent.upload(await screen.findByLabelText('File for local'), file('a.csv'))
    await userEvent.upload(screen.getByLabelText('File for stock'), file('s.json'))
    await userEvent.click(await sendButton())
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['u7', 'u8'] }]))
    expect(send.mock.lastCall?.[0].files.map(({ dataSubKind }) => dataSubKind)).toEqual(['local', 'stock'])
    expect(address()).toBe('/testing/index?pipeline=fr&sent=u7%2Cu8')
    expect(screen.queryByText(/sent with Send/)).toBeNull()
  })

  it('UPL-018/ui says so when there is nothing to send', async () => {
    draw('?pipeline=fr')
    await screen.findByLabelText('File for local')
    await userEvent.click(await sendButton())
    expect(await screen.findByRole('list', { name: 'Messages of this step' })).toHaveTextContent('no valid data')
    expect(send).not.toHaveBeenCalled()
  })

  it('UPL-016/ui ERR-004/ui writes a failure to its log and keeps the file', async () => {
    send.mockRejectedValue(new CallError('POST /uploads', null, 'error while uploading files'))
    draw('?pipeline=fr')
    await userEvent.upload(await screen.findByLabelText('File for local'), file('a.csv'))
    await userEvent.click(await sendButton())
    expect(await screen.findByRole('list', { name: 'Messages of this step' })).toHaveTextContent(
      'error while uploading files',
    )
    expect(screen.getByText('a.csv')).toBeVisible()
    expect(toast.shown()).toEqual([])
  })

  it('UPL-017/ui fetches real-time sources with Send', async () => {
    const fetched: Upload[] = [exampleUpload({ _id: 'f1', dataSubKind: 'feed' })]
    const { server } = draw('?pipeline=fr', { 'POST /uploads/fetchRealTime': fetched })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Fetch feed' }))
    await userEvent.click(await sendButton())
    await waitFor(() => expect(fakeLive.filters('logs')).toEqual([{ uploadId: ['f1'] }]))
    expect(server.of('POST /uploads/fetchRealTime')[0]?.body).toEqual({ pipeline: 'fr', dataSubKinds: ['feed'] })
    expect(send).not.toHaveBeenCalled()
  })

  it('UPL-008/ui is blocked for a pipeline that lacks a property', async () => {
    const lacking = { ...pipeline, brand: null, locale: null }
    draw('?pipeline=fr', { 'GET /users/pipelines': { ...exampleTypes, pipelines: [lacking] } })
    expect(await screen.findByText(/cannot be run because of missing properties: brand, locale/)).toBeVisible()
    expect(await sendButton()).toBeDisabled()
  })

  it('reaches a pipeline that pickers hide through the explorer (D-54)', async () => {
    draw()
    await userEvent.click(await screen.findByRole('treeitem', { name: /Stores/ }))
    expect(await screen.findByLabelText('File for local')).toBeEnabled()
  })

  it.each<Role>(['user', 'manager', 'admin', 'super-admin'])('PRM-006/ui serves %s', async (role) => {
    draw('?pipeline=fr', {}, role)
    expect(await screen.findByLabelText('File for local')).toBeEnabled()
    expect(await sendButton()).toBeEnabled()
    expect(screen.queryAllByRole('button', { name: 'Create Folder' })).toHaveLength(role === 'user' ? 0 : 1)
    expect(screen.queryAllByText('Version 3 (Prod)')).toHaveLength(role === 'user' ? 0 : 1)
  })

  it('says so when the address names a pipeline one is not offered', async () => {
    draw('?pipeline=other')
    expect(await screen.findByText('The pipeline of this address is not offered to you.')).toBeVisible()
  })
})
