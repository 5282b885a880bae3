import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { toast } from '../../state/toasts.ts'
import { KeepRecord } from './KeepRecord.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const payload = { rows: [{ key: 'k1', price: 'dear' }] }
const output = { rejected: { rows: [{ record: 1, path: '/price', rule: 'type' }] }, output: { out: [] } }
const draw = (answers: Answers = {}, as: 'manager' | 'user' | 'admin' = 'manager') => {
  const server = fakeServer({
    'GET /uploads/payload': { pipeline: 'p3', from: 'row 2 of stores.csv', payload },
    'POST /pipelines/test-cases/try': { output },
    'POST /pipelines/test-cases': ({ body }: { body: unknown }) => ({ _id: 'c1', ...(body as object) }),
    ...answers,
  } as Answers)
  renderScreen(() => <KeepRecord uploadId="u1" place={{ n: 2 }} />, { at: '/x', as })
  return server
}

it('a record is kept in two clicks, with what comes of it now as what is expected', async () => {
  const server = draw()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep as test case' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New test case' }))
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Row 2 of stores.csv')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.of('GET /uploads/payload')[0]?.query).toEqual({ id: 'u1', n: '2' })
  expect(server.of('POST /pipelines/test-cases/try')[0]?.body).toEqual({ id: 'p3', payload })
  expect(server.of('POST /pipelines/test-cases')[0]?.body).toEqual({
    id: 'p3',
    name: 'Row 2 of stores.csv',
    from: 'row 2 of stores.csv',
    payload,
    rt_context: {},
    expected: output,
    ignored: [],
  })
  expect(toast.shown()).toMatchObject([
    { tone: 'success', text: 'Test case Row 2 of stores.csv added to the pipeline' },
  ])
})

it('a record that cannot be read or run is told, and nothing opens', async () => {
  draw({
    'POST /pipelines/test-cases/try': () => {
      throw new RefusedCallError(40000, 'Module left-pad is not allowed')
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Keep as test case' }))
  await waitFor(() => expect(toast.shown()).toMatchObject([{ tone: 'error', text: 'Module left-pad is not allowed' }]))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('button', { name: 'Keep as test case' })).toBeEnabled()
})

it.each(['user', 'admin'] as const)('%s keeps no test cases', (as) => {
  draw({}, as)
  expect(screen.queryByRole('button')).toBeNull()
})
