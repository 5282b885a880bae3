import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveAs } from '../../api/save-as.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { fakeServer } from '../../test-support/fake-server.ts'
import { Findings } from './Findings.tsx'
import { exampleFinding, exampleGroup, exampleUpload } from './uploads.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/save-as.ts', () => ({ saveAs: vi.fn() }))

const findings = { groups: [exampleGroup()], findings: [{ ...exampleFinding(), n: 1 }], totalCount: 40 }
const file = (name: string) => () =>
  new Response('bytes', { headers: { 'content-disposition': `attachment; filename="${name}"` } })
const button = (format: string) => screen.findByRole('button', { name: `Download rejected records as ${format}` })

beforeEach(() => {
  vi.mocked(saveAs).mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each(['CSV', 'XLSX'])('downloads the rejected records as %s under the name the server gives', async (format) => {
  const name = `bikes-rejected.${format.toLowerCase()}`
  const server = fakeServer({ 'GET /uploads/findings': findings, 'POST /uploads/rejected': file(name) })
  renderScreen(() => <Findings upload={exampleUpload()} />, { at: '/x' })
  await userEvent.click(await button(format))
  await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), name))
  expect(server.of('POST /uploads/rejected')[0]?.body).toEqual({ uploadId: 'u1', format: format.toLowerCase() })
  expect(await button(format)).toBeEnabled()
})

it('tells why there is no file', async () => {
  const refusal = { code: 40900, message: 'The upload has no rejected records', data: null }
  fakeServer({
    'GET /uploads/findings': findings,
    'POST /uploads/rejected': () => new Response(JSON.stringify(refusal), { status: 409 }),
  })
  renderScreen(() => <Findings upload={exampleUpload()} />, { at: '/x' })
  await userEvent.click(await button('CSV'))
  expect(await screen.findByText('The upload has no rejected records')).toBeVisible()
  expect(saveAs).not.toHaveBeenCalled()
})

it('is not offered without rejected records, nor to somebody who may not export', async () => {
  fakeServer({ 'GET /uploads/findings': findings })
  const unreadable = exampleUpload({ status: 'invalid', counts: { records: 5, valid: 5, rejected: 0 } })
  const first = renderScreen(() => <Findings upload={unreadable} />, { at: '/x' })
  await screen.findByRole('list', { name: 'Findings by cause' })
  expect(screen.queryByRole('group', { name: 'Download rejected records' })).toBeNull()
  first.unmount()
  renderScreen(() => <Findings upload={exampleUpload()} />, { at: '/x', as: 'admin' })
  await screen.findByRole('list', { name: 'Findings by cause' })
  expect(screen.queryByRole('group', { name: 'Download rejected records' })).toBeNull()
})
