import type { Role } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, type FakeRequest, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { exampleEndpoints } from './endpoints.examples.ts'
import { EndpointsPage } from './EndpointsPage.tsx'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const open = (answers: Answers = {}, { at = '/manage/endpoints', as = 'manager' as Role } = {}) => {
  const server = fakeServer({
    'GET /pipelines/deployed-endpoint': exampleEndpoints(),
    'GET /pipelines/get-runtime-api-url': null,
    ...answers,
  })
  return { server, ...renderScreen(EndpointsPage, { at, as }) }
}
const row = async (path: string) =>
  (await screen.findByRole('button', { name: path })).closest('tr') as HTMLTableRowElement
const tick = async (path: string) => userEvent.click(await screen.findByRole('checkbox', { name: path }))
const unPublish = () => screen.getByRole('button', { name: 'Un publish' })

describe('published endpoints', () => {
  it('DEP-004/ui lists path, pipeline, component, exposed route, and who made and changed them', async () => {
    open()
    await row('/ev-price/v3')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '',
      'Path',
      'Pipeline',
      'Component',
      'Exposed route',
      'Create date',
      'Created by',
      'Update date',
      'Updated by',
    ])
    const cells = within(await row('/ev-price/v3')).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual([
      '/ev-price/v3Copy',
      'EV pricev3',
      'Price of a vehicle v2',
      '/price',
      '2026-11-18 09:12',
      'marc.manager',
      '2026-11-20 17:02',
      'sam.super',
    ])
  })

  it('DEP-005/ui marks rows that are not valid, with an icon and the reason', async () => {
    open()
    const invalid = await row('/stock-levels/v1')
    expect(invalid).toHaveAttribute('data-tone', 'error')
    expect(within(invalid).getByText(/^Version 5 of the component .* was deleted/)).toBeVisible()
    expect(await row('/ev-price/v3')).not.toHaveAttribute('data-tone')
  })

  it('DEP-006/ui says so in red where the pipeline is missing', async () => {
    open()
    expect(within(await row('/dealers/v2')).getByText('Err: NO PIPELINE')).toHaveClass('bad')
    expect(within(await row('/ev-price/v3')).queryByText('Err: NO PIPELINE')).toBeNull()
  })

  it('DEP-002/ui searches, refreshes, and un-publishes only what is selected', async () => {
    const { server, address } = open()
    await row('/ev-price/v3')
    expect(unPublish()).toBeDisabled()
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search endpoints' }), 'STOCK dealer')
    await waitFor(() => expect(screen.queryByRole('button', { name: '/ev-price/v3' })).toBeNull())
    expect(screen.getByText('1 of 3 endpoints')).toBeVisible()
    expect(address()).toContain('q=STOCK')
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(server.of('GET /pipelines/deployed-endpoint')).toHaveLength(2))
    await tick('/stock-levels/v1')
    expect(unPublish()).toBeEnabled()
  })

  it('a search that hides a selected row keeps it out of un-publishing', async () => {
    open()
    await tick('/ev-price/v3')
    await userEvent.type(screen.getByRole('searchbox'), 'stock')
    await waitFor(() => expect(unPublish()).toBeDisabled())
  })

  it('DEP-003/ui asks with the names, un-publishes each, and keeps those that are refused', async () => {
    let left = exampleEndpoints()
    const { server } = open({
      'GET /pipelines/deployed-endpoint': () => left,
      'DELETE /pipelines/deployed-endpoint': ({ query }: FakeRequest) => {
        if (query.id === 'e2') throw new RefusedCallError(40300, 'You are not allowed to do this.')
        left = left.filter(({ _id }) => _id !== query.id)
        return { deleted: query.id }
      },
    })
    await tick('/ev-price/v3')
    await tick('/stock-levels/v1')
    await userEvent.click(unPublish())
    expect(await screen.findByText('Do you want to un-publish pipeline [EV price, Stock levels]')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'No' }))
    expect(server.of('DELETE /pipelines/deployed-endpoint')).toHaveLength(0)
    await userEvent.click(unPublish())
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: '/ev-price/v3' })).toBeNull())
    expect(server.of('DELETE /pipelines/deployed-endpoint').map(({ query }) => query.id)).toEqual(['e1', 'e2'])
    expect(screen.getByText('Stock levels is still published: You are not allowed to do this.')).toBeVisible()
    expect(screen.getByRole('checkbox', { name: '/stock-levels/v1' })).toBeChecked()
  })

  it('PIP-024/ui a list that fails shows the message of the server in a red toast, and a way to try again', async () => {
    open({
      'GET /pipelines/deployed-endpoint': () => {
        throw new RefusedCallError(50000, 'Something unexpected happened.')
      },
    })
    expect(await screen.findByText('Something unexpected happened.', { selector: '[role=alert] *' })).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('says what to do where nothing is published', async () => {
    open({ 'GET /pipelines/deployed-endpoint': [] })
    expect(await screen.findByText(/^No endpoint is published\. Open a pipeline/)).toBeVisible()
  })

  it('PRM-011/ui an admin opens a row and is offered neither calls, keys nor the try-out', async () => {
    open({}, { at: '/manage/endpoints?open=e1', as: 'admin' })
    const dialog = within(await screen.findByRole('dialog', { name: 'Endpoint /ev-price/v3' }))
    expect(await dialog.findByText('Price of a vehicle', { exact: false })).toBeVisible()
    expect(dialog.queryByRole('tab')).toBeNull()
  })
})
