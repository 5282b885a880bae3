import 'fake-indexeddb/auto'
import type { LockedComparison } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import { exampleComponent, exampleComponentForm, exampleUsed } from '../components.examples.ts'
import { exampleComparison, exampleDraftOfLocked, examplePayload } from './comparison.examples.ts'
import { whatDiffers } from './comparison-words.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const compareCall = 'POST /components/{id}/compareLocked'
/** The question before version 2 is locked. */
async function lockDialog(comparison: Answers[typeof compareCall], hasLocked = true) {
  const _id = `component-${Math.random()}`
  const component = exampleComponent({ _id, ...(hasLocked && { versions: exampleDraftOfLocked(_id) }) })
  const server = fakeServer({
    'GET /components/find': component,
    'GET /components': exampleUsed(),
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [], needed: false },
    [compareCall]: comparison,
  } as Answers)
  renderScreen(() => <ComponentEditor id={_id} onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Lock' }))
  const dialog = within(await screen.findByRole('dialog', { name: /Confirmation/ }))
  return { server, dialog }
}
const same = (records: number) => examplePayload({ name: `Shop ${records}`, records })
const found = (payloads: LockedComparison['payloads']) => ({ locked: { _id: 'catalogue1', version: 1 }, payloads })

describe('what changes if a draft is locked', () => {
  it('is nothing, in so many records', async () => {
    const { dialog } = await lockDialog(found([same(400), same(12)]))
    expect(await dialog.findByText('Nothing differs in 412 records.')).toBeVisible()
    expect(dialog.getByRole('heading', { name: 'What changes from version 1' })).toBeVisible()
    expect(dialog.queryByRole('table')).toBeNull()
  })

  it('is told by field, with records as old → new, and with what no longer runs or was not compared', async () => {
    const { dialog } = await lockDialog(exampleComparison())
    expect(await dialog.findByText('12 of 402 records differ: 11 changed, 1 left out.')).toBeVisible()
    const rows = within(dialog.getByRole('table', { name: 'Fields that differ' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'FieldRecords that differ',
      '/products/*/price11',
      '/products/*/sizes/*3',
    ])
    expect(dialog.getByText('Bikes fr-FR no longer runs: no price in record 3')).toBeVisible()
    expect(dialog.getByText('No local texts runs again. With version 1 it failed: local is not a list')).toBeVisible()
    expect(dialog.getByText('Bikes it-IT: There is no valid upload for rows.')).toBeVisible()
    await userEvent.click(dialog.getByText('Bikes de-DE', { selector: 'b' }))
    const [first, second] = within(
      dialog.getByRole('list', { name: 'Records of Bikes de-DE that differ' }),
    ).getAllByRole('listitem')
    expect(first).toHaveTextContent('products, record 12/products/11/price499→499.99/products/11/sizes/2XL→nothing')
    expect(first).toHaveTextContent('and 2 more fields')
    expect(second).toHaveTextContent('products, record 40 is left out')
  })

  it('is waited for, can be stopped, and is asked again', async () => {
    let calls = 0
    const { server, dialog } = await lockDialog(() => {
      calls += 1
      return calls === 1 ? new Promise(() => undefined) : found([same(3)])
    })
    expect(await dialog.findByText(/Running both over the test cases/)).toBeVisible()
    // Locking waits for nothing.
    expect(dialog.getByRole('button', { name: 'Yes' })).toBeEnabled()
    await userEvent.click(dialog.getByRole('button', { name: 'Stop' }))
    expect(dialog.getByText('The comparison was stopped.')).toBeVisible()
    await waitFor(() => expect(server.fetch.mock.calls.at(-1)?.[1]?.signal?.aborted).toBe(true))
    await userEvent.click(dialog.getByRole('button', { name: 'Compare again' }))
    expect(await dialog.findByText('Nothing differs in 3 records.')).toBeVisible()
  })

  it('failed: says why and tries again', async () => {
    let answers: () => unknown = () => {
      throw new RefusedCallError(42900, 'Too many attempts, please try again later')
    }
    const { dialog } = await lockDialog((() => answers()) as Answers[typeof compareCall])
    expect(await dialog.findByText(/It could not be compared: Too many attempts/)).toBeVisible()
    answers = () => found([])
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    expect(await dialog.findByText(/There is nothing to compare with/)).toBeVisible()
  })

  it('is not asked for the first version', async () => {
    const { server, dialog } = await lockDialog(found([]), false)
    expect(dialog.queryByRole('region', { name: 'What changes' })).toBeNull()
    expect(server.of(compareCall)).toEqual([])
  })
})

it.each([
  [{ records: 1, changed: 0, added: 0, removed: 0, moved: 0 }, 'Nothing differs in 1 record'],
  [{ records: 9, changed: 0, added: 1, removed: 0, moved: 0 }, '1 of 9 records differs: 1 added'],
  [{ records: 9, changed: 0, added: 0, removed: 0, moved: 2 }, 'The order of 9 records differs: 2 at another place'],
])('words of %o', (counts, words) => expect(whatDiffers(counts)).toBe(words))
