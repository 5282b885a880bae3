import 'fake-indexeddb/auto'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type EditedKind, useDocumentEditing } from './use-document-editing.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const documentAt = (sys_version: number, text: string) => ({
  _id: 'd',
  name: 'Bike',
  vLocked: false,
  read_only: false,
  sys_version,
  versions: [],
  text,
})
type Text = ReturnType<typeof documentAt>

/** An editor of a text whose questions are answered when the test says so. */
async function draw() {
  const answers: ((found: Text) => void)[] = []
  const kind: EditedKind<Text, string, null> = {
    contentOf: ({ text }) => text,
    nothing: null,
    find: () => new Promise((resolve) => answers.push(resolve)),
    save: async ({ sys_version }, value) => documentAt(sys_version + 1, value),
    saved: (_, sent) => sent,
    savedText: 'Saved',
    refresh: async () => {},
  }
  const first = documentAt(1, 'first')
  function Editor() {
    const { value, base, merging, apply, save, catchUp } = useDocumentEditing(kind, first)
    return (
      <>
        <output aria-label="state">
          {value} of {base.sys_version}
          {merging !== null && `, merging ${merging.theirs.text}`}
        </output>
        <button type="button" onClick={() => apply({ name: 'edit', value: `${value} edited`, selected: null })}>
          Edit
        </button>
        <button type="button" onClick={() => void save()}>
          Save
        </button>
        <button type="button" onClick={() => void catchUp()}>
          Catch up
        </button>
      </>
    )
  }
  fakeServer({})
  renderScreen(Editor, { at: '/manage/schemas', as: 'manager' })
  await screen.findByLabelText('state')
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const answer = (question: number, found: Text) => act(async () => answers[question]?.(found))
  return { press, answer, state: () => screen.getByLabelText('state').textContent }
}

describe('what somebody else saved', () => {
  it('is shown as it is newest, whichever answer comes last', async () => {
    const { press, answer, state } = await draw()
    await press('Catch up')
    await press('Catch up')
    await answer(1, documentAt(3, 'newest'))
    await answer(0, documentAt(2, 'older'))
    expect(state()).toBe('newest of 3')
  })

  it('does not take the place of what was saved here while it was asked for', async () => {
    const { press, answer, state } = await draw()
    await press('Catch up')
    await press('Edit')
    await press('Save')
    await waitFor(() => expect(state()).toBe('first edited of 2'))
    await answer(0, documentAt(1, 'first'))
    expect(state()).toBe('first edited of 2')
  })

  it('is merged with what was edited while it was asked for', async () => {
    const { press, answer, state } = await draw()
    await press('Catch up')
    await press('Edit')
    await answer(0, documentAt(2, 'theirs'))
    expect(state()).toBe('first edited of 1, merging theirs')
  })
})
