import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleUpload } from '../uploads/uploads.examples.ts'
import { exampleEnded, exampleRunning } from './imports.examples.ts'
import { RunFacts } from './RunFacts.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

it('the record that ended an import is kept from its details', async () => {
  const payload = { local: [{ key: 'k1' }] }
  const server = fakeServer({
    'GET /uploads/import': [],
    'GET /uploads/payload': { pipeline: 'p3', from: 'row 4 of bikes.csv', payload },
    'POST /pipelines/test-cases/try': { output: { rejected: {}, error: 'odd' } },
  })
  const imp = exampleEnded({
    state: 'failed',
    success: false,
    problem: 'Bikes / Row, record 2: Error: odd (row 4 of local)',
  })
  renderScreen(() => <RunFacts imp={imp} />, { at: '/x', as: 'manager' })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep row 4 as test case' }))
  expect(await screen.findByRole('dialog', { name: 'New test case' })).toBeVisible()
  const upload = imp.ranWith?.uploads.find(({ dataSubKind }) => dataSubKind === 'local')
  expect(server.of('GET /uploads/payload')[0]?.query).toEqual({ id: upload?._id, row: '4' })
})

const file = exampleUpload({ _id: 'in', originalFilename: 'bikes.csv' })
const output = exampleUpload({ _id: 'out', from: 'destination', originalFilename: 'bikes.ndjson' })

it('begins with the state and the output, then tells the counts; what it ran with is folded', async () => {
  fakeServer({ 'GET /uploads/import': [file, output] })
  renderScreen(() => <RunFacts imp={exampleEnded()} />, { at: '/x', as: 'manager' })
  await screen.findByRole('button', { name: 'Download bikes.ndjson' })
  const inOrder = [
    screen.getByText('Completed, 40 left out'),
    screen.getByRole('list', { name: 'Output files' }),
    screen.getByRole('table', { name: 'Records' }),
    screen.getByText('Started at'),
    screen.getByRole('list', { name: 'Input files' }),
    screen.getByText('What it ran with'),
  ]
  for (const [index, element] of inOrder.slice(1).entries()) {
    const before = inOrder[index] as HTMLElement
    expect(before.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  }
  const technical = screen.getByRole('group', { name: '' })
  expect(technical).not.toHaveAttribute('open')
  await userEvent.click(screen.getByText('What it ran with'))
  expect(technical).toHaveAttribute('open')
  expect(within(technical).getByText('7c1e55aa90b3')).toBeVisible()
  expect(within(technical).getByText('i1')).toBeVisible()
})

it('says above the counts why 701 became 40', async () => {
  const counts = {
    sources: { dealers: { read: 701, rejected: 0, written: 701 } },
    sinks: { dealers: { read: 40, rejected: 0, written: 40 } },
  }
  fakeServer({ 'GET /uploads/import': [] })
  renderScreen(() => <RunFacts imp={exampleEnded({ counts })} />, { at: '/x', as: 'user' })
  expect(
    await screen.findByText(
      '701 records of dealers were read. The component Enrich bikes made 40 records for dealers of these 701: it drops the others, or puts several into one.',
    ),
  ).toBeVisible()
})

describe('while it runs', () => {
  const counts = (read: number, total?: number) => ({
    sources: { local: { read, rejected: 0, written: read, ...(total === undefined ? {} : { total }) } },
    sinks: { products: { read, rejected: 0, written: read } },
  })

  it('says how many records of all were read', async () => {
    fakeServer({ 'GET /uploads/import': [] })
    renderScreen(() => <RunFacts imp={exampleRunning({ counts: counts(12_000, 46_839) })} />, { at: '/x', as: 'user' })
    expect(await screen.findByText('12,000 of 46,839 records')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Read so far' })).toHaveAttribute('aria-valuenow', '25')
  })

  it('says nothing where the total is not known, nor of one that ended', async () => {
    fakeServer({ 'GET /uploads/import': [] })
    const known = counts(9, 10)
    const Screen = () => (
      <>
        <RunFacts imp={exampleRunning({ counts: counts(9) })} />
        <RunFacts imp={exampleEnded({ counts: known })} />
        <RunFacts imp={exampleEnded({ state: 'failed', counts: known })} />
      </>
    )
    renderScreen(Screen, { at: '/x', as: 'user' })
    expect(await screen.findAllByRole('table', { name: 'Records' })).toHaveLength(3)
    expect(screen.queryByRole('progressbar')).toBeNull()
  })
})
