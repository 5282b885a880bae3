import type { DeployedEndpoint, Role } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { exampleEndpoint } from '../endpoints/endpoints.examples.ts'
import { exampleListener, examplePipelineDocument } from '../listeners/listeners.examples.ts'
import { PublishPanels } from './PublishPanels.tsx'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const draw = (answers: Answers = {}, { as = 'manager' as Role, dirty = false, over = {} } = {}) => {
  const server = fakeServer({
    'GET /pipelines/deployed-endpoint/{id}': null as never,
    'GET /pipelines/deployed-listener/{id}': null as never,
    'GET /pipelines/get-runtime-api-url': 'http://app.test/runtime/v1',
    ...answers,
  })
  const pipeline = examplePipelineDocument(over)
  return { server, ...renderScreen(() => <PublishPanels pipeline={pipeline} dirty={dirty} />, { at: '/x', as }) }
}
const panel = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement)
const answer = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('what of a pipeline is published', () => {
  it('PIP-020/ui endpoint and listener are each published or not', async () => {
    draw({ 'GET /pipelines/deployed-listener/{id}': exampleListener() })
    expect(await (await panel('Endpoint')).findByText('Not published')).toBeVisible()
    expect(await (await panel('Listener')).findByText('Published')).toBeVisible()
    expect((await panel('Listener')).getByText('Listening')).toBeVisible()
    expect((await panel('Listener')).getByRole('link')).toHaveAttribute('href', '/manage/listeners?open=l1')
  })

  it('DEP-001/ui PIP-021/ui PIP-022/ui publishes after a confirmation, says so, and offers to publish again', async () => {
    let deployed: DeployedEndpoint | null = null
    const { server } = draw({
      'GET /pipelines/deployed-endpoint/{id}': () => deployed,
      'POST /pipelines/publish-endpoint': () => (deployed = exampleEndpoint({ pipelineVersion: 4 })),
    })
    const endpoint = await panel('Endpoint')
    await userEvent.click(await endpoint.findByRole('button', { name: 'Publish' }))
    await answer('No')
    expect(server.of('POST /pipelines/publish-endpoint')).toHaveLength(0)
    await userEvent.click(endpoint.getByRole('button', { name: 'Publish' }))
    await answer('Yes')
    expect(await screen.findByText('Pipeline is successfully published')).toBeVisible()
    expect(await endpoint.findByRole('button', { name: 'Re-Publish' })).toBeVisible()
    expect(endpoint.getByText('POST http://app.test/runtime/v1/ev-price/v3/price')).toBeVisible()
    expect(server.of('POST /pipelines/publish-endpoint').map(({ body }) => body)).toEqual([{ id: 'v4' }])
  })

  it('PIP-021/ui takes the place of what is published after a question of its own', async () => {
    const { server } = draw({
      'GET /pipelines/deployed-endpoint/{id}': exampleEndpoint(),
      'POST /pipelines/publish-endpoint': exampleEndpoint({ pipelineVersion: 4 }),
    })
    const again = await (await panel('Endpoint')).findByRole('button', { name: 'Re-Publish' })
    await userEvent.click(again)
    expect(await screen.findByText(/^Do you want to re-publish the endpoint of pipeline \[/)).toBeVisible()
    await answer('No')
    expect(server.of('POST /pipelines/publish-endpoint')).toHaveLength(0)
    await waitFor(() => expect(again).toBeEnabled())
    await userEvent.click(again)
    await answer('Yes')
    await waitFor(() => expect(server.of('POST /pipelines/publish-endpoint')).toHaveLength(1))
  })

  it('PIP-024/ui a refused publishing shows the message of the server in a red toast', async () => {
    draw({
      'POST /pipelines/publish-endpoint': () => {
        throw new RefusedCallError(40000, 'Master pipeline must invoke a component')
      },
    })
    await userEvent.click(await (await panel('Endpoint')).findByRole('button', { name: 'Publish' }))
    await answer('Yes')
    const text = await screen.findByText('Master pipeline must invoke a component', { selector: '[role=alert] *' })
    expect(text).toBeVisible()
    expect((await panel('Endpoint')).getByText('Not published')).toBeVisible()
  })

  it('names the published version where another one is open', async () => {
    draw({ 'GET /pipelines/deployed-endpoint/{id}': exampleEndpoint() })
    expect(await (await panel('Endpoint')).findByText(/version 3,/)).toBeVisible()
  })

  it('un-publishes after the question', async () => {
    const { server } = draw({
      'GET /pipelines/deployed-endpoint/{id}': exampleEndpoint(),
      'DELETE /pipelines/deployed-endpoint': { deleted: 'e1' },
    })
    await userEvent.click(await (await panel('Endpoint')).findByRole('button', { name: 'Un publish' }))
    expect(await screen.findByText('Do you want to un-publish pipeline [EV price]')).toBeVisible()
    await answer('Yes')
    await waitFor(() => expect(server.of('DELETE /pipelines/deployed-endpoint')[0]?.query).toEqual({ id: 'e1' }))
  })

  it('with unsaved changes it says that they are to be saved first', async () => {
    draw({}, { dirty: true })
    const endpoint = await panel('Endpoint')
    expect(await endpoint.findByRole('button', { name: 'Publish' })).toBeDisabled()
    expect(endpoint.getByText(/^Save the pipeline first/)).toBeVisible()
  })

  it('a pipeline without either says what to do', async () => {
    draw({}, { over: { endpoints: [], listeners: [] } })
    expect(await screen.findByText('This pipeline has no endpoint: add one in the form above.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  })

  it('PRM-011/ui an admin is not offered what only others may do', async () => {
    draw({}, { as: 'admin' })
    expect(await (await panel('Endpoint')).findByText('Not published')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
  })
})
