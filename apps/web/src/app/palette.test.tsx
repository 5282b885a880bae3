import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { forgetSession } from '../access/sessions/session.ts'
import { fakeServer } from '../test-support/fake-server.ts'
import { sessionInfo } from '../test-support/sessions.ts'
import { createAppRouter } from './router.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  forgetSession()
})

it('Ctrl K offers the pages of the role; typing and Enter lead there', async () => {
  localStorage.setItem('token', 'stored')
  const nothing = { locales: [], brands: [], datakinds: [], productLines: [], pipelines: [] }
  fakeServer({ 'GET /users/info': sessionInfo('admin'), 'GET /users/pipelines': nothing })
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/manage/users'] }))
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()
  await screen.findByRole('navigation', { name: 'Main' }, { timeout: 15_000 })
  await user.keyboard('{Control>}k{/Control}')
  const palette = async () => within(await screen.findByRole('dialog', { name: 'Go to' }, { timeout: 15_000 }))
  const input = await (await palette()).findByRole('combobox')
  expect(input).toHaveFocus()
  expect(screen.queryByRole('option', { name: 'Upload new file' })).not.toBeInTheDocument()
  await user.keyboard('listen{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/manage/listeners'))
  expect(screen.queryByRole('dialog', { name: 'Go to' })).not.toBeInTheDocument()
  await user.keyboard('{Control>}k{/Control}')
  await (await palette()).findByRole('combobox')
  await user.keyboard('the keys{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Keyboard' })).toBeInTheDocument()
})
