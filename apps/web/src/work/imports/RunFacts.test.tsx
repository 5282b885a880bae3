import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleEnded } from './imports.examples.ts'
import { RunFacts } from './RunFacts.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

it('the record that ended an import is kept from its details', async () => {
  const payload = { local: [{ key: 'k1' }] }
  const server = fakeServer({
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
