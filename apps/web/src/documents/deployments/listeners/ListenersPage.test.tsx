import type { DeployedListener, ListenerMessage, Role } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, type FakeRequest, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { exampleListener, exampleListeners, exampleMessages, examplePipelineDocument } from './listeners.examples.ts'
import { ListenersPage } from './ListenersPage.tsx'
// Fetched here, not while a test waits for it.
import './ListenerDialog.tsx'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const open = (answers: Answers = {}, { at = '/manage/listeners', as = 'manager' as Role } = {}) => {
  const server = fakeServer({
    'GET /pipelines/deployed-listener': exampleListeners(),
    'GET /pipelines/deployed-listener/{id}/messages': { messages: [], totalCount: 0 },
    'GET /pipelines/id': examplePipelineDocument(),
    ...answers,
  })
  return { server, ...renderScreen(ListenersPage, { at, as }) }
}
const row = async (name: string) => (await screen.findByRole('button', { name })).closest('tr') as HTMLTableRowElement
const dialog = async () => within(await screen.findByRole('dialog'))

describe('published listeners', () => {
  it('DEP-008/ui has the columns of endpoints with state, listener and component', async () => {
    open()
    await row('prices')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'State',
      'Listener',
      'Pipeline',
      'Component',
      'Create date',
      'Created by',
      'Update date',
      'Updated by',
    ])
  })

  it.each([
    ['prices', 'Listening', 'ok'],
    ['orders', 'Error', 'error'],
    ['stock', 'Paused', 'warn'],
    ['returns', 'Stopped', 'quiet'],
  ])('DEP-008/ui %s: %s as dot and word', async (name, word, tone) => {
    open()
    expect(within(await row(name)).getByText(word)).toHaveAttribute('data-tone', tone)
  })

  it('PIP-024/ui a list that fails shows the message of the server in a red toast, and a way to try again', async () => {
    open({
      'GET /pipelines/deployed-listener': () => {
        throw new RefusedCallError(50000, 'Something unexpected happened.')
      },
    })
    expect(await screen.findByText('Something unexpected happened.', { selector: '[role=alert] *' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('DEP-008/ui says why one is in error, and marks one that is not valid', async () => {
    open()
    expect(within(await row('orders')).getByText(/^The broker does not answer/)).toBeVisible()
    expect(await row('orders')).not.toHaveAttribute('data-tone')
    const gone = await row('dealers')
    expect(gone).toHaveAttribute('data-tone', 'error')
    expect(within(gone).getByText('Err: NO PIPELINE')).toHaveClass('bad')
  })

  it('DEP-008/ui un-publishes selected ones after the question', async () => {
    const { server } = open({ 'DELETE /pipelines/deployed-listener': { deleted: 'l1' } })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'prices' }))
    await userEvent.click(screen.getByRole('button', { name: 'Un publish' }))
    expect(await screen.findByText('Do you want to un-publish pipeline [Price changes]')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(server.of('DELETE /pipelines/deployed-listener')[0]?.query).toEqual({ id: 'l1' }))
  })

  it('PRM-011/ui an admin sees how it fares and is offered neither pause nor messages', async () => {
    open({}, { at: '/manage/listeners?open=l1', as: 'admin' })
    expect(await (await dialog()).findByText('1,204')).toBeVisible()
    expect((await dialog()).queryByRole('tab')).toBeNull()
    expect((await dialog()).queryByRole('button', { name: 'Pause' })).toBeNull()
  })
})

describe('one listener', () => {
  it('is paused and goes on', async () => {
    let listener: DeployedListener = exampleListener()
    const { server } = open(
      {
        'GET /pipelines/deployed-listener': () => [listener],
        'POST /pipelines/deployed-listener/{id}/pause': ({ body }: FakeRequest) => {
          const { paused } = body as { paused: boolean }
          listener = { ...listener, paused, state: paused ? 'stopped' : 'listening' }
          return listener
        },
      },
      { at: '/manage/listeners?open=l1' },
    )
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Pause' }))
    await userEvent.click(await (await dialog()).findByRole('button', { name: 'Go on' }))
    expect(await (await dialog()).findByRole('button', { name: 'Pause' })).toBeVisible()
    const bodies = server.of('POST /pipelines/deployed-listener/{id}/pause').map(({ body }) => body)
    expect(bodies).toEqual([{ paused: true }, { paused: false }])
  })

  it('shows when, why and how held messages begin, and resumes the chosen ones', async () => {
    let messages: ListenerMessage[] = exampleMessages()
    const { server } = open(
      {
        'GET /pipelines/deployed-listener/{id}/messages': () => ({ messages, totalCount: messages.length }),
        'POST /pipelines/deployed-listener/{id}/messages/resume': ({ body }: FakeRequest) => {
          const { ids } = body as { ids: string[] }
          messages = messages.filter(({ _id }) => !ids.includes(_id))
          return { resumed: ids.length }
        },
      },
      { at: '/manage/listeners?open=l1' },
    )
    const held = await dialog()
    const first = (await held.findByText('price must be a number')).closest('tr') as HTMLElement
    expect(within(first).getByText('2026-11-20 17:58')).toBeVisible()
    expect(within(first).getByText('{"code":"EV-1","price":"n/a"}')).toBeVisible()
    await userEvent.click(held.getByRole('checkbox', { name: 'Message m1' }))
    await userEvent.click(held.getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(held.queryByText('price must be a number')).toBeNull())
    expect(server.of('POST /pipelines/deployed-listener/{id}/messages/resume')[0]).toMatchObject({
      params: { id: 'l1' },
      body: { ids: ['m1'] },
    })
    expect(server.of('GET /pipelines/deployed-listener/{id}/messages')[0]?.query).toMatchObject({ state: 'held' })
  })

  it('drops messages only after a question', async () => {
    const { server } = open(
      {
        'GET /pipelines/deployed-listener/{id}/messages': { messages: exampleMessages(), totalCount: 2 },
        'POST /pipelines/deployed-listener/{id}/messages/drop': { dropped: 2 },
      },
      { at: '/manage/listeners?open=l1&tab=dead' },
    )
    const dead = await dialog()
    await userEvent.click(await dead.findByRole('checkbox', { name: 'All messages' }))
    await userEvent.click(dead.getByRole('button', { name: 'Drop' }))
    expect(await screen.findByText('Do you want to drop 2 messages?')).toBeVisible()
    expect(server.of('POST /pipelines/deployed-listener/{id}/messages/drop')).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }))
    await waitFor(() =>
      expect(server.of('POST /pipelines/deployed-listener/{id}/messages/drop')[0]?.body).toEqual({ ids: ['m1', 'm2'] }),
    )
    expect(server.of('GET /pipelines/deployed-listener/{id}/messages')[0]?.query).toMatchObject({ state: 'dead' })
  })

  it('takes a held message along to be tried', async () => {
    open(
      { 'GET /pipelines/deployed-listener/{id}/messages': { messages: exampleMessages(), totalCount: 2 } },
      { at: '/manage/listeners?open=l1' },
    )
    const held = await dialog()
    await userEvent.click(await held.findByRole('button', { name: 'Try it: message m1' }))
    expect(await held.findByLabelText('Message')).toHaveValue('{"code":"EV-1","price":"n/a"}')
    // The second is told in part only: what is missing cannot be tried.
    await userEvent.click(held.getByRole('tab', { name: /^Held/ }))
    await held.findByRole('button', { name: 'Try it: message m1' })
    expect(held.queryByRole('button', { name: 'Try it: message m2' })).toBeNull()
  })

  it('keeps the selection where the server refuses', async () => {
    open(
      {
        'GET /pipelines/deployed-listener/{id}/messages': { messages: exampleMessages(), totalCount: 2 },
        'POST /pipelines/deployed-listener/{id}/messages/resume': () => {
          throw new RefusedCallError(40900, 'The listener is paused')
        },
      },
      { at: '/manage/listeners?open=l1' },
    )
    const held = await dialog()
    await userEvent.click(await held.findByRole('checkbox', { name: 'Message m2' }))
    await userEvent.click(held.getByRole('button', { name: 'Resume' }))
    expect(await screen.findByText('The listener is paused')).toBeVisible()
    expect(held.getByRole('checkbox', { name: 'Message m2' })).toBeChecked()
  })

  it('tries a message with the newest version, or an older one, and shows findings and output', async () => {
    const finding = {
      row: 1,
      line: null,
      column: null,
      path: '/price',
      rule: 'type',
      value: 'n/a',
      message: 'price must be a number',
    }
    const { server } = open(
      {
        'POST /pipelines/deployed-listener/try': ({ body }: FakeRequest) =>
          (body as { id: string }).id === 'v4'
            ? { ok: false, findings: [finding], records: 1, output: null, error: null }
            : { ok: true, findings: [], records: 1, output: { price: 1 }, error: null },
      },
      { at: '/manage/listeners?open=l1&tab=try' },
    )
    const tries = await dialog()
    await userEvent.type(await tries.findByLabelText('Message'), '{{"price":"n/a"}')
    await userEvent.click(tries.getByRole('button', { name: 'Try it' }))
    expect(await tries.findByText('Not accepted')).toBeVisible()
    expect(tries.getByRole('cell', { name: 'record 1 /price' })).toBeVisible()
    await userEvent.selectOptions(tries.getByRole('combobox'), 'Version 3 (Prod)')
    await userEvent.click(tries.getByRole('button', { name: 'Try it' }))
    expect(await tries.findByText('Accepted: 1 record')).toBeVisible()
    expect(tries.getByLabelText('Output')).toHaveTextContent('{ "price": 1 }')
    expect(server.of('POST /pipelines/deployed-listener/try').map(({ body }) => body)).toEqual([
      { id: 'v4', message: '{"price":"n/a"}' },
      { id: 'v3', message: '{"price":"n/a"}' },
    ])
  })
})
