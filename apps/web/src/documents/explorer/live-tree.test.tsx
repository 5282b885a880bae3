import type { LiveDocument } from '@millrace/contract'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { fakeLive } from '../../test-support/fake-live.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { Explorer } from './Explorer.tsx'
import { exampleFolder } from './explorer.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

beforeEach(() => fakeLive.begin('live'))

const rootAs = (name: string): LiveDocument => ({
  ...{ _id: 'root', version: 0, vLocked: false, type: 'folder', folder: null },
  name,
})

/** Two parts of a screen that show the tree, which may be gone; what the server calls the root can be changed. */
async function renderTwo() {
  const root = { label: 'All schemas' }
  const server = fakeServer({ 'GET /folders/tree': () => [exampleFolder('root', root.label, [])] })
  const explorer = (title: string) => <Explorer kind="schema" title={title} selected={undefined} onSelect={() => {}} />
  const Shown = () => {
    const [isShown, setShown] = useState(true)
    return (
      <>
        <button type="button" onClick={() => setShown(!isShown)}>
          other page
        </button>
        {isShown && explorer('Data Models')}
        {isShown && explorer('Others')}
      </>
    )
  }
  renderScreen(Shown, { at: '/x' })
  expect(await screen.findAllByText('All schemas')).toHaveLength(2)
  expect(fakeLive.filters('documents')).toEqual([{ kind: 'schema' }, { kind: 'schema' }])
  const begin = (name: string) => act(() => fakeLive.beginWith('documents', [rootAs(name)]))
  const asked = () => server.of('GET /folders/tree').length
  return { root, begin, asked }
}
const isRenamed = () => waitFor(() => expect(screen.getAllByText('Renamed by somebody')).toHaveLength(2))
/** Longer than changes are waited for. */
const aMoment = () => act(() => new Promise((resolve) => setTimeout(resolve, 400)))

it('a tree that two parts of a screen show is asked again, once, when somebody else changed something in it', async () => {
  const { root, asked } = await renderTwo()
  root.label = 'Renamed by somebody'
  act(() => {
    for (let time = 0; time < 5; time++) fakeLive.push('documents', rootAs(root.label))
  })
  await isRenamed()
  expect(asked()).toBe(2)
})

it('a tree is not asked again when its changes begin to be told and it is the same', async () => {
  const { begin, asked } = await renderTwo()
  begin('All schemas')
  // As for a dialog that shows it, too.
  begin('All schemas')
  await aMoment()
  expect(asked()).toBe(1)
})

it('what changed while the connection was lost is shown', async () => {
  const { root, begin, asked } = await renderTwo()
  begin('All schemas')
  act(() => fakeLive.turn('lost'))
  root.label = 'Renamed by somebody'
  begin('All schemas')
  await isRenamed()
  expect(asked()).toBe(2)
})

it('a tree that could not be loaded is asked again by hand alone', async () => {
  const server = fakeServer({ 'GET /folders/tree': () => new Response('') })
  renderScreen(() => <Explorer kind="schema" title="Data Models" selected={undefined} onSelect={() => {}} />, {
    at: '/x',
  })
  await screen.findByText('This could not be loaded.')
  act(() => fakeLive.beginWith('documents', [rootAs('All schemas')]))
  await aMoment()
  expect(server.of('GET /folders/tree')).toHaveLength(1)
})

it('what changed between the answer and the beginning of the changes is shown', async () => {
  const { root, begin, asked } = await renderTwo()
  root.label = 'Renamed by somebody'
  begin(root.label)
  await isRenamed()
  expect(asked()).toBe(2)
})

it('what changed on another page is shown on the way back', async () => {
  const { root, begin, asked } = await renderTwo()
  begin('All schemas')
  const elsewhere = screen.getByRole('button', { name: 'other page' })
  await userEvent.click(elsewhere)
  root.label = 'Renamed by somebody'
  await userEvent.click(elsewhere)
  expect(screen.getAllByText('All schemas')).toHaveLength(2)
  begin('All schemas')
  await isRenamed()
  expect(asked()).toBe(2)
})
