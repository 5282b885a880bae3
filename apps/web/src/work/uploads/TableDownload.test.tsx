import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveAs } from '../../api/save-as.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { TableDownload } from './TableDownload.tsx'
import { exampleUpload } from './uploads.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/save-as.ts', () => ({ saveAs: vi.fn() }))

const output = (originalFilename: string | null = 'products.ndjson') =>
  exampleUpload({ _id: 'out', from: 'destination', originalFilename })
const file = (name: string) => () =>
  new Response('bytes', { headers: { 'content-disposition': `attachment; filename="${name}"` } })
const draw = (upload = output(), as: 'manager' | 'admin' = 'manager') =>
  renderScreen(() => <TableDownload upload={upload} />, { at: '/x', as })

beforeEach(() => {
  vi.mocked(saveAs).mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each(['CSV', 'XLSX'])('EXP-001/ui an output comes as %s under the name the server gives', async (format) => {
  const name = `products.${format.toLowerCase()}`
  const server = fakeServer({ 'POST /uploads/table': file(name) })
  draw()
  const button = await screen.findByRole('button', { name: `Download products.ndjson as ${format}` })
  await userEvent.click(button)
  await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), name))
  expect(server.of('POST /uploads/table')[0]?.body).toEqual({ uploadId: 'out', format: format.toLowerCase() })
  await waitFor(() => expect(button).toBeEnabled())
})

it('tells why it is no table', async () => {
  const why = 'The file cannot be converted: The file has no records, so there are no columns'
  fakeServer({
    'POST /uploads/table': () => {
      throw new RefusedCallError(40000, why)
    },
  })
  draw()
  await userEvent.click(await screen.findByRole('button', { name: /as CSV$/ }))
  expect(await screen.findByText(why)).toBeVisible()
  expect(saveAs).not.toHaveBeenCalled()
})

it.each<[string, string[]]>([
  ['a.json', ['CSV', 'XLSX']],
  ['a.xml', ['CSV', 'XLSX']],
  ['a.csv', ['XLSX']],
  ['a.xlsx', ['CSV']],
])('%s is offered in the other formats', async (name, formats) => {
  fakeServer({})
  draw(output(name))
  const offered = await screen.findAllByRole('button', { name: /^Download/ })
  expect(offered.map(({ textContent }) => textContent)).toEqual(formats)
})

it('is offered for no file that somebody sent, nor to somebody who may not export', async () => {
  fakeServer({})
  for (const drawn of [draw(exampleUpload()), draw(output(null)), draw(output(), 'admin')]) {
    await Promise.resolve()
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
    drawn.unmount()
  }
})
