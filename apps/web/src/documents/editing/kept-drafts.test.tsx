import 'fake-indexeddb/auto'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '../../access/sessions/session.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { findDrafts, keepDraft, type KeptDraft } from './kept-drafts.ts'
import { useKeptDrafts } from './use-kept-drafts.ts'

const userId = sessionInfo('manager').user._id
const base = { type: 'object' }

/** An editor of one text. */
function Editor({ versionId, madeFrom = [] }: { versionId: string; madeFrom?: string[] }) {
  const [value, setValue] = useState<unknown>(base)
  const [saved, setSaved] = useState<unknown>(base)
  const state = { versionId, madeFrom, base, sysVersion: 4, value, dirty: value !== saved }
  const { offered, take, discard } = useKeptDrafts(state)
  const change = (draft: KeptDraft) => {
    take(draft)
    setValue(draft.value)
  }
  return (
    <>
      <output aria-label="value">{JSON.stringify(value)}</output>
      <button type="button" onClick={() => setValue({ type: 'string', n: Math.random() })}>
        Edit
      </button>
      <button type="button" onClick={() => setSaved(value)}>
        Save
      </button>
      {offered.map((draft) => (
        <p key={draft.editor}>
          Offered {JSON.stringify(draft.value)} of {draft.sysVersion}
          <button type="button" onClick={() => change(draft)}>
            Take
          </button>
          <button type="button" onClick={() => discard(draft)}>
            Discard
          </button>
        </p>
      ))}
    </>
  )
}
const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit' }))
const value = () => screen.getByLabelText('value').textContent
const kept = async (versionId: string) => (await findDrafts(userId, [versionId])).map((draft) => draft.value)

let version = ''
beforeEach(() => {
  startSession(sessionInfo('manager'))
  version = crypto.randomUUID()
})

describe('unsaved changes', () => {
  it('are there again after the tab was gone, with what they began from', async () => {
    render(<Editor versionId={version} />)
    await edit()
    const changed = value()
    await waitFor(async () => expect(await kept(version)).toEqual([JSON.parse(changed ?? '')]))
    cleanup()
    render(<Editor versionId={version} />)
    expect(await screen.findByText(`Offered ${changed} of 4`)).toBeVisible()
    expect(value()).toBe(JSON.stringify(base))
    await userEvent.click(screen.getByRole('button', { name: 'Take' }))
    expect(value()).toBe(changed)
    expect(screen.queryByText(/Offered/)).toBeNull()
    // Taken, but still not saved.
    await waitFor(async () => expect(await kept(version)).toEqual([JSON.parse(changed ?? '')]))
  })

  it('are kept at once when the page goes', async () => {
    render(<Editor versionId={version} />)
    await edit()
    window.dispatchEvent(new Event('pagehide'))
    expect(await kept(version)).toEqual([JSON.parse(value() ?? '')])
  })

  it('are forgotten once they are saved or discarded', async () => {
    render(<Editor versionId={version} />)
    await edit()
    await waitFor(async () => expect(await kept(version)).toHaveLength(1))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await kept(version)).toEqual([]))
    await edit()
    await waitFor(async () => expect(await kept(version)).toHaveLength(1))
    cleanup()
    render(<Editor versionId={version} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(async () => expect(await kept(version)).toEqual([]))
  })

  it('are kept when the editor is left before they were written', async () => {
    render(<Editor versionId={version} />)
    await edit()
    const changed = value()
    cleanup()
    expect(await kept(version)).toEqual([JSON.parse(changed ?? '')])
  })

  it('of a version that was locked since go on in the draft made from it', async () => {
    render(<Editor versionId={version} />)
    await edit()
    cleanup()
    const [left] = await kept(version)
    const next = crypto.randomUUID()
    render(<Editor versionId={next} madeFrom={[version]} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Take' }))
    await waitFor(async () => expect(await kept(version)).toEqual([]))
    expect(await kept(next)).toEqual([left])
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(async () => expect(await kept(next)).toEqual([]))
  })

  it('left twice are both offered, the newest first, and editing on overwrites none of them', async () => {
    for (let left = 0; left < 2; left++) {
      render(<Editor versionId={version} />)
      await edit()
      await waitFor(async () => expect(await kept(version)).toHaveLength(left + 1))
      cleanup()
    }
    render(<Editor versionId={version} />)
    expect(await screen.findAllByText(/Offered/)).toHaveLength(2)
    await edit()
    await waitFor(async () => expect(await kept(version)).toHaveLength(3))
  })

  const day = 86_400_000
  const now = Date.parse('2026-11-23T12:00:00Z')
  const draft = (more: Partial<KeptDraft>): KeptDraft => ({
    editor: crypto.randomUUID(),
    userId,
    versionId: version,
    at: new Date(now).toISOString(),
    base,
    sysVersion: 1,
    value: 'left',
    ...more,
  })
  it.each<[string, () => Partial<KeptDraft>, number]>([
    ['of this person and version', () => ({}), 1],
    ['of another person', () => ({ userId: 'somebody else' }), 0],
    ['of another version', () => ({ versionId: 'another' }), 0],
    ['29 days old', () => ({ at: new Date(now - 29 * day).toISOString() }), 1],
    ['31 days old', () => ({ at: new Date(now - 31 * day).toISOString() }), 0],
  ])('%s', async (_, more, expected) => {
    await keepDraft(draft(more()))
    expect(await findDrafts(userId, [version], now)).toHaveLength(expected)
  })
})
