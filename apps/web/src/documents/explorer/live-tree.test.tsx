import type { LiveDocument } from '@millrace/contract'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { Explorer } from './Explorer.tsx'
import { exampleFolder } from './explorer.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

beforeEach(() => fakeLive.begin('live'))

it('a tree on screen is asked again, once, when somebody else changed something in it', async () => {
  let label = 'All schemas'
  const server = fakeServer({ 'GET /folders/tree': () => [exampleFolder('root', label, [])] })
  const Shown = () => <Explorer kind="schema" title="Data Models" selected={undefined} onSelect={() => {}} />
  renderScreen(Shown, { at: '/x' })
  await screen.findByText('All schemas')
  expect(fakeLive.filters('documents')).toEqual([{ kind: 'schema' }])
  label = 'Renamed by somebody'
  const changed: LiveDocument = { _id: 'root', name: label, version: 0, vLocked: false, type: 'folder', folder: null }
  act(() => {
    for (let time = 0; time < 5; time++) fakeLive.push('documents', changed)
  })
  await waitFor(() => expect(screen.getByText('Renamed by somebody')).toBeVisible())
  expect(server.of('GET /folders/tree')).toHaveLength(2)
})
