import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { saveAs } from '../../api/save-as.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { examplePipeline, exampleTypes } from '../../documents/pipelines/pipelines.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { ExportPage } from './ExportPage.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
vi.mock('../../api/save-as.ts', () => ({ saveAs: vi.fn() }))

const input = exampleUpload({ _id: 'in', originalFilename: 'bikes-fr-FR.csv' })
const nameless = exampleUpload({
  _id: 'no',
  originalFilename: null,
  status: 'invalid',
  createdAt: '2026-11-19T16:02:00.000Z',
})
const output = exampleUpload({
  _id: 'out',
  from: 'destination',
  dataSubKind: 'products',
  originalFilename: 'products.ndjson',
})
const file = (name: string) => () =>
  new Response(`bytes of ${name}`, { headers: { 'content-disposition': `attachment; filename="${name}"` } })
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /users/pipelines': { ...exampleTypes, pipelines: [examplePipeline()] },
    'GET /uploads/last-all': [input, nameless, output],
    ...answers,
  })
/** What the person was given. */
const savedText = () => (vi.mocked(saveAs).mock.lastCall as [Blob, string])[0].text()
const at = '/export/index?pipeline=fr'
const exportButton = () => screen.findByRole('button', { name: 'Export' })

beforeEach(() => {
  vi.mocked(saveAs).mockReset()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the export screen', () => {
  it('EXP-002/ui has the filters and a pipeline list; the choice is in the address', async () => {
    serve()
    const { address } = renderScreen(ExportPage, { at: '/export/index' })
    await userEvent.click(await screen.findByRole('radio', { name: /Bikes fr-FR/ }))
    await waitFor(() => expect(address()).toBe('/export/index?pipeline=fr'))
    expect(screen.getByRole('combobox', { name: 'Locale' })).toBeInTheDocument()
  })

  it('UPL-020/ui EXP-003/ui, EXP-004/ui lists input and output files with kind, status, date and filename or [Unknown]', async () => {
    serve()
    renderScreen(ExportPage, { at })
    const cells = async (name: string) =>
      within(await screen.findByRole('table', { name }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .slice(1)
            .map(({ textContent }) => textContent),
        )
    expect(await cells('Input files')).toEqual([
      ['local', 'valid', '2026-11-20 17:02', expect.stringMatching(/^bikes-fr-FR\.csv .*KiB, 197 records$/)],
      ['local', 'invalid', '2026-11-19 17:02', expect.stringMatching(/^\[Unknown\] /)],
    ])
    expect(await cells('Output files')).toEqual([
      ['products', 'valid', '2026-11-20 17:02', expect.stringMatching(/^products\.ndjson /)],
    ])
  })

  it('EXP-005/ui Export is disabled with nothing selected; EXP-006/ui one file comes under its own name', async () => {
    const server = serve({ 'POST /uploads/export': file('products.ndjson') })
    renderScreen(ExportPage, { at })
    expect(await exportButton()).toBeDisabled()
    await userEvent.click(screen.getByRole('checkbox', { name: 'products products.ndjson' }))
    expect(await exportButton()).toBeEnabled()
    await userEvent.click(await exportButton())
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), 'products.ndjson'))
    expect(await savedText()).toBe('bytes of products.ndjson')
    expect(server.of('POST /uploads/export')[0]?.body).toEqual({ uploadIds: ['out'] })
  })

  it('EXP-007/ui several files come as export.zip', async () => {
    const server = serve({ 'POST /uploads/export': file('export.zip') })
    const { address } = renderScreen(ExportPage, { at })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All input files' }))
    expect(await screen.findByText(/^2 files selected, .*, they come as export\.zip$/)).toBeVisible()
    expect(address()).toBe(`${at}&files=in%2Cno`)
    await userEvent.click(await exportButton())
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), 'export.zip'))
    expect(await savedText()).toBe('bytes of export.zip')
    expect(server.of('POST /uploads/export')[0]?.body).toEqual({ uploadIds: ['in', 'no'] })
  })

  it('EXP-001/ui input and output files can be taken together', async () => {
    const server = serve({ 'POST /uploads/export': file('export.zip') })
    renderScreen(ExportPage, { at })
    await userEvent.click(await screen.findByRole('checkbox', { name: 'local bikes-fr-FR.csv' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'products products.ndjson' }))
    await userEvent.click(await exportButton())
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), 'export.zip'))
    expect(server.of('POST /uploads/export')[0]?.body).toEqual({ uploadIds: ['in', 'out'] })
  })

  it('EXP-001/ui an output comes in another format from its own row, which that does not select', async () => {
    const server = serve({ 'POST /uploads/table': file('products.xlsx') })
    renderScreen(ExportPage, { at })
    const outputs = within(await screen.findByRole('table', { name: 'Output files' }))
    await userEvent.click(outputs.getByRole('button', { name: 'Download products.ndjson as XLSX' }))
    await waitFor(() => expect(saveAs).toHaveBeenCalledWith(expect.anything(), 'products.xlsx'))
    expect(server.of('POST /uploads/table')[0]?.body).toEqual({ uploadId: 'out', format: 'xlsx' })
    expect(outputs.getByRole('checkbox', { name: 'products products.ndjson' })).not.toBeChecked()
    await userEvent.click(outputs.getByText('products.ndjson'))
    expect(outputs.getByRole('checkbox', { name: 'products products.ndjson' })).toBeChecked()
    const inputs = within(screen.getByRole('table', { name: 'Input files' }))
    expect(inputs.queryByRole('button', { name: /as (CSV|XLSX)$/ })).toBeNull()
  })

  it('ERR-013/ui a failed export is told and leaves the selection', async () => {
    serve({ 'POST /uploads/export': () => new Response('', { status: 502 }) })
    renderScreen(ExportPage, { at })
    const box = await screen.findByRole('checkbox', { name: 'products products.ndjson' })
    await userEvent.click(box)
    await userEvent.click(await exportButton())
    expect(await screen.findByText('cannot export selected uploads')).toBeVisible()
    expect(box).toBeChecked()
    expect(saveAs).not.toHaveBeenCalled()
  })

  it('says what is missing where a pipeline has no files yet', async () => {
    serve({ 'GET /uploads/last-all': [] })
    renderScreen(ExportPage, { at })
    expect(await screen.findByText('No output files yet: they come with the first import.')).toBeVisible()
    expect(await exportButton()).toBeDisabled()
  })
})
