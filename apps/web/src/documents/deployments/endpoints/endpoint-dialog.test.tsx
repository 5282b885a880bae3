import type { EndpointKey } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { saveAs } from '../../../api/save-as.ts'
import { type Answers, fakeServer, type FakeRequest, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { exampleCalls, exampleEndpoints, exampleKeys } from './endpoints.examples.ts'
import { EndpointsPage } from './EndpointsPage.tsx'
// Fetched here, not while a test waits for it.
import './EndpointDialog.tsx'

vi.mock('../../../api/save-as.ts', () => ({ saveAs: vi.fn() }))
vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const open = async (tab: string, answers: Answers = {}, id = 'e1') => {
  const server = fakeServer({
    'GET /pipelines/deployed-endpoint': exampleEndpoints(),
    'GET /pipelines/get-runtime-api-url': 'http://app.test/runtime/v1',
    'GET /pipelines/deployed-endpoint/{id}/calls': exampleCalls(),
    'GET /pipelines/deployed-endpoint/{id}/keys': exampleKeys(),
    ...answers,
  })
  const drawn = renderScreen(EndpointsPage, { at: `/manage/endpoints?open=${id}&tab=${tab}`, as: 'manager' })
  const dialog = within(await screen.findByRole('dialog'))
  return { server, dialog, ...drawn }
}
const fromEndpoint = (call: string, status: number, body: unknown): Answers =>
  ({ [call]: () => new Response(JSON.stringify(body), { status }) }) as Answers

describe('the calls of an endpoint', () => {
  it('shows how many, how quick, and what went wrong last', async () => {
    const { dialog } = await open('calls')
    expect(await dialog.findByText('18,204')).toBeVisible()
    expect(dialog.getByText('1.24 s')).toBeVisible()
    const errors = within(dialog.getByRole('table', { name: 'Last errors' }))
    expect(errors.getByText('The call took longer than 5 seconds')).toBeVisible()
  })

  it('draws the last hour, says it in a sentence and lists it', async () => {
    const minutes = [
      { at: '2026-11-20T16:00:00.000Z', calls: 2, errors: 0 },
      { at: '2026-11-20T16:01:00.000Z', calls: 0, errors: 0 },
      { at: '2026-11-20T16:02:00.000Z', calls: 5, errors: 1 },
    ]
    const { dialog } = await open('calls', {
      'GET /pipelines/deployed-endpoint/{id}/calls': exampleCalls({ minutes }),
    })
    const words = 'Last 60 minutes: 7 calls, 1 error; most at 17:02 with 5.'
    const chart = await dialog.findByRole('img', { name: words })
    const heights = [...chart.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')))
    // The highest is as high as the chart; others are measured by it.
    expect(heights.map((height) => Math.round(height * 10) / 10)).toEqual([28.8, 0, 0, 0, 72, 14.4])
    await userEvent.click(dialog.getByText('Minute by minute'))
    const rows = within(dialog.getByRole('table', { name: 'Calls minute by minute' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['MinuteCallsErrors', '17:0251', '17:0020'])
  })

  it('goes from one tab to the next, and the address holds it', async () => {
    const { dialog, address } = await open('calls')
    await userEvent.click(await dialog.findByRole('tab', { name: 'Keys' }))
    expect(await dialog.findByText('Web shop')).toBeVisible()
    expect(address()).toContain('tab=keys')
    await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe('/manage/endpoints')
  })
})

describe('the keys of an endpoint', () => {
  it('lists them, marks the expired one, and revokes after a question', async () => {
    let keys: EndpointKey[] = exampleKeys()
    const { server, dialog } = await open('keys', {
      'GET /pipelines/deployed-endpoint/{id}/keys': () => keys,
      'DELETE /pipelines/deployed-endpoint/{id}/key': ({ query }: FakeRequest) => {
        keys = keys.filter(({ _id }) => _id !== query.keyId)
        return { deleted: query.keyId }
      },
    })
    const expired = (await dialog.findByText('Partner portal')).closest('tr') as HTMLElement
    expect(within(expired).getByText('Expired')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke Web shop' }))
    expect(server.of('DELETE /pipelines/deployed-endpoint/{id}/key')).toHaveLength(0)
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(dialog.queryByText('Web shop')).toBeNull())
    expect(server.of('DELETE /pipelines/deployed-endpoint/{id}/key')[0]).toMatchObject({
      params: { id: 'e1' },
      query: { keyId: 'k1' },
    })
  })

  it('makes one with name, expiry and calls per minute, and shows its text once', async () => {
    const { server, dialog } = await open('keys', {
      'POST /pipelines/deployed-endpoint/{id}/key': { key: 'mr_secret', _id: 'k9' },
    })
    await userEvent.click(await dialog.findByRole('button', { name: 'New key' }))
    expect(dialog.getByText('Please input name')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Name/), ' Kiosk ')
    await userEvent.type(dialog.getByLabelText('Expires'), '2090-03-01')
    await userEvent.type(dialog.getByLabelText('Calls per minute'), '60')
    await userEvent.click(dialog.getByRole('button', { name: 'New key' }))
    expect(await dialog.findByText('mr_secret')).toBeVisible()
    expect(server.of('POST /pipelines/deployed-endpoint/{id}/key')[0]?.body).toEqual({
      name: 'Kiosk',
      // The end of the day in the platform zone, Berlin.
      expireAt: '2090-03-01T22:59:59.999Z',
      perMinute: 60,
    })
    await userEvent.click(dialog.getByRole('tab', { name: 'Calls' }))
    expect(await dialog.findByText('18,204')).toBeVisible()
    expect(dialog.getByText('mr_secret')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'I have kept it' }))
    expect(dialog.queryByText('mr_secret')).toBeNull()
  })

  it('keeps what was typed where the server refuses, and says why', async () => {
    const { dialog } = await open('keys', {
      'POST /pipelines/deployed-endpoint/{id}/key': () => {
        throw new RefusedCallError(40000, 'There is a key of this name already')
      },
    })
    await userEvent.type(await dialog.findByLabelText(/^Name/), 'Web shop')
    await userEvent.click(dialog.getByRole('button', { name: 'New key' }))
    expect(await dialog.findByText('There is a key of this name already')).toBeVisible()
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Web shop')
  })
})

describe('trying an endpoint', () => {
  it('sends the example of its schema with the session, and shows status, time and body', async () => {
    const call = 'POST /runtime/v1/ev-price/v3/price'
    const { server, dialog } = await open('try', fromEndpoint(call, 200, { price: 39_900 }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Send' }))
    expect(await dialog.findByText('200')).toBeVisible()
    expect(dialog.getByLabelText('Body of the answer')).toHaveTextContent('{ "price": 39900 }')
    expect(server.of(call as never)[0]).toMatchObject({ body: { code: 'EV-1', pieces: 1 } })
    expect(server.of(call as never)[0]?.token).toBe(null)
  })

  it('shows what is wrong at its place', async () => {
    const finding = {
      row: null,
      line: null,
      column: null,
      path: '/pieces',
      rule: 'minimum',
      value: '0',
      message: 'pieces must be at least 1',
    }
    const refusal = { code: 40000, message: 'The body does not fit', data: { findings: [finding] } }
    const { dialog } = await open('try', fromEndpoint('POST /runtime/v1/ev-price/v3/price', 400, refusal))
    await userEvent.click(await dialog.findByRole('button', { name: 'Send' }))
    const found = within(await dialog.findByRole('table', { name: 'What is wrong' }))
    expect(found.getByRole('cell', { name: '/pieces' })).toBeVisible()
    expect(found.getByRole('cell', { name: 'pieces must be at least 1' })).toBeVisible()
  })

  it('sends a key where the endpoint asks for one', async () => {
    const call = 'POST /runtime/v1/stock-levels/v1/stock'
    const { server, dialog } = await open('try', fromEndpoint(call, 200, {}), 'e2')
    await userEvent.type(await dialog.findByLabelText('Key'), 'mr_secret')
    await userEvent.click(await dialog.findByRole('button', { name: 'Send' }))
    expect(await dialog.findByText('200')).toBeVisible()
    const headers = new Headers(server.fetch.mock.calls.at(-1)?.[1]?.headers)
    expect(headers.get('x-api-key')).toBe('mr_secret')
  })

  it('says where nothing answers', async () => {
    const dead = () => {
      throw new TypeError('Failed to fetch')
    }
    const { dialog } = await open('try', { 'POST /runtime/v1/ev-price/v3/price': dead } as Answers)
    await userEvent.click(await dialog.findByRole('button', { name: 'Send' }))
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      'Nothing answers at http://app.test/runtime/v1/ev-price/v3/price: Failed to fetch',
    )
  })

  it('says what is missing where endpoints are not served', async () => {
    const { dialog } = await open('try', { 'GET /pipelines/get-runtime-api-url': null })
    expect(await dialog.findByText(/^Endpoints are not served now/)).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Send' })).toBeNull()
  })

  it('gives the description for programs as a file, or says why there is none', async () => {
    const described = 'GET /runtime/v1/ev-price/v3/openapi-3.json'
    let answer = new Response(JSON.stringify({ openapi: '3.1.0' }))
    const { server, dialog } = await open('calls', { [described]: () => answer } as Answers)
    const button = await dialog.findByRole('button', { name: 'OpenAPI document' })
    await userEvent.click(button)
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.any(Blob), 'ev-price-v3-openapi-3.json'))
    expect(server.of(described as never)).toHaveLength(1)
    answer = new Response(JSON.stringify({ code: 40400, message: 'Nothing is there' }), { status: 404 })
    await userEvent.click(button)
    expect(await screen.findByText('Nothing is there')).toBeVisible()
    expect(saveAs).toHaveBeenCalledTimes(1)
  })
})
