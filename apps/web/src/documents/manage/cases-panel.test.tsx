import 'fake-indexeddb/auto'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleTags } from '../../access/badges/badges.examples.ts'
import { type Answers, fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTestCase } from '../components/components.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { exampleTypes } from '../pipelines/pipelines.examples.ts'
import { PipelinesPage, SchemasPage } from './ManagePages.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const pages = { schemas: SchemasPage, pipeline: PipelinesPage }
const open = async (page: keyof typeof pages, answers: Answers) => {
  const server = fakeServer({
    'GET /folders/tree': exampleTree(),
    'GET /tags/list': exampleTags(),
    'GET /users/pipelines': { ...exampleTypes, pipelines: [] },
    ...answers,
  } as Answers)
  renderScreen(pages[page], { at: `/manage/${page}?id=fr4&view=cases`, as: 'manager' })
  expect(await screen.findByRole('heading', { name: 'Test cases of Bikes fr-FR' })).toBeVisible()
  return server
}
const button = (name: string) => screen.findByRole('button', { name })
const text = async (name: string) => (await screen.findByRole('textbox', { name })).textContent

describe('test cases of documents without an editor of cases', () => {
  it('a schema: a record that is tried, kept with what was found, and run', async () => {
    const found = { valid: false, findings: [{ path: '/sku', rule: 'required', message: 'sku is missing' }] }
    const server = await open('schemas', {
      'GET /schemas/test-cases': { cases: [exampleTestCase()], needed: true },
      'POST /schemas/test-cases/try': { output: found },
      'POST /schemas/test-cases': ({ body }: { body: unknown }) => ({ ...exampleTestCase(), ...(body as object) }),
      'POST /schemas/test-cases/run': [
        { _id: 'case1', name: 'Two bikes', state: 'green', message: null, differences: [], total: 0, ms: 5 },
      ],
    } as Answers)
    expect(await screen.findByRole('switch', { name: 'Lock only when all are green' })).toBeChecked()
    await userEvent.click(await button('New test case'))
    const dialog = within(await screen.findByRole('dialog', { name: 'New test case' }))
    expect(await text('Expected result: valid, findings')).toContain('"valid": true')
    expect(dialog.queryByRole('textbox', { name: /Context/ })).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Run and expect what comes out' }))
    expect(server.of('POST /schemas/test-cases/try')[0]?.body).toEqual({ id: 'fr4', payload: {} })
    await waitFor(async () => expect(await text('Expected result: valid, findings')).toContain('sku is missing'))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.of('POST /schemas/test-cases')[0]?.body).toMatchObject({
        id: 'fr4',
        name: 'Case',
        expected: found,
      }),
    )
    await userEvent.click(await button('Run all'))
    expect(await screen.findByText('1 of 1 green')).toBeVisible()
  })

  it('a pipeline: records by data source, and which case is red by field', async () => {
    const server = await open('pipeline', {
      'GET /pipelines/test-cases': { cases: [exampleTestCase()], needed: false },
      'POST /pipelines/test-cases/needed': { needed: true },
      'POST /pipelines/test-cases/run': [
        {
          _id: 'case1',
          name: 'Two bikes',
          state: 'red',
          message: null,
          differences: [{ pointer: '/output/out/0/price', expected: 2, actual: 3 }],
          total: 1,
          ms: 5,
        },
      ],
    } as Answers)
    await userEvent.click(await button('Run all'))
    expect(await screen.findByRole('table', { name: 'Differences of Two bikes' })).toHaveTextContent(
      '/output/out/0/price23',
    )
    await userEvent.click(screen.getByRole('switch', { name: 'Lock only when all are green' }))
    expect(server.of('POST /pipelines/test-cases/needed')[0]?.body).toEqual({ id: 'fr4', needed: true })
    await userEvent.click(await button('Edit Two bikes'))
    expect(await screen.findByRole('textbox', { name: 'Records by data source' })).toBeVisible()
  })
})
