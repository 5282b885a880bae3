import type { LivePresence } from '@millrace/contract'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { describePeople, EditingNotices } from './EditingNotices.tsx'
import type { KeptDraft } from './kept-drafts.ts'
import { MergeDialog } from './MergeDialog.tsx'

const person = (name: string, self = false) => ({ _id: name, name, since: '2026-11-23T10:00:00Z', self })
const presence = (more: Partial<LivePresence> = {}): LivePresence => ({
  _id: 'v1',
  sys_version: 3,
  savedAt: '2026-11-23T10:00:00Z',
  savedBy: 'Ann Lee',
  people: [],
  ...more,
})

describe('who else is there', () => {
  it.each([
    [[], ''],
    [[person('Ann Lee')], 'Ann Lee has this open, too.'],
    [[person('Ann Lee'), person('Bo Kim')], 'Ann Lee and Bo Kim have this open, too.'],
    [[person('Ann Lee'), person('Ann Lee')], 'Ann Lee has this open, too.'],
    [['A', 'B', 'C', 'D', 'E'].map((name) => person(name)), 'A, B, C and 2 more have this open, too.'],
    [[person('Me', true)], 'You have this open in another tab, too.'],
    [[person('Me', true), person('Ann Lee')], 'Ann Lee has this open, too. You have this open in another tab, too.'],
  ])('%j', (people, text) => expect(describePeople(presence({ people }))).toBe(text))
})

describe('the notices above an editor', () => {
  const draft = { editor: 'e', at: '2026-11-22T10:00:00Z' } as KeptDraft
  const drawn = (more: Partial<Parameters<typeof EditingNotices>[0]>) => {
    const events = { onTake: vi.fn(), onDiscard: vi.fn(), onCatchUp: vi.fn() }
    const props = { presence: presence(), sysVersion: 3, dirty: false, readOnly: null, offered: [], ...events, ...more }
    render(<EditingNotices {...props} />)
    return events
  }

  it('say nothing while there is nothing to say', () => {
    drawn({})
    drawn({ presence: null })
    expect(screen.queryByRole('status')).toBeNull()
  })

  it.each([
    [false, 'Show what was saved'],
    [true, 'Merge with my changes'],
  ])('tell of a save by somebody else, changes of one’s own: %s', async (dirty, label) => {
    const { onCatchUp } = drawn({ presence: presence({ sys_version: 4 }), dirty })
    expect(screen.getByText(/^Ann Lee saved this version at 2026-11-23/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: label }))
    expect(onCatchUp).toHaveBeenCalledOnce()
  })

  it('offer what was left unsaved', async () => {
    const { onTake, onDiscard } = drawn({ offered: [draft] })
    expect(screen.getByText(/^You left changes unsaved here on 2026-11-22/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Continue with them' }))
    expect(onTake).toHaveBeenCalledWith(draft)
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(onDiscard).toHaveBeenCalledWith(draft)
  })
})

describe('what was left unsaved of a version that cannot be changed now', () => {
  const value = { type: 'string' }
  it.each([
    ['locked' as const, /Unlock this version to continue with them in a new draft\.$/],
    ['not allowed' as const, /You may no longer change it\.$/],
  ])('%s: says what to do, and gives it as JSON', async (readOnly, text) => {
    userEvent.setup()
    const draft = { editor: 'e', at: '2026-11-22T10:00:00Z', value } as KeptDraft
    const events = { onTake: vi.fn(), onDiscard: vi.fn(), onCatchUp: vi.fn() }
    render(
      <EditingNotices {...{ presence: null, sysVersion: 3, dirty: false, readOnly, offered: [draft], ...events }} />,
    )
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Continue with them' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Copy as JSON' }))
    await expect.poll(() => navigator.clipboard.readText()).toBe(JSON.stringify(value, null, 2))
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(events.onDiscard).toHaveBeenCalledWith(draft)
  })
})

describe('merging', () => {
  const base = { type: 'object', properties: { price: { minimum: 0 }, name: { type: 'string' } } }
  const price = (minimum: number) => ({ ...base.properties, price: { minimum } })
  const drawn = (mine: unknown, theirs: unknown) => {
    const onMerged = vi.fn()
    const onCancel = vi.fn()
    render(
      <MergeDialog
        name="Bike"
        base={base}
        mine={mine}
        theirs={theirs}
        theirName="Ann Lee"
        onMerged={onMerged}
        onCancel={onCancel}
      />,
    )
    return { onMerged, onCancel }
  }

  it('takes both when nothing was changed in two ways, and says whose', async () => {
    const { onMerged } = drawn({ ...base, title: 'Bike' }, { ...base, properties: price(1) })
    expect(screen.getByText(/1 change of yours, 1 of Ann Lee, and nothing was changed in two ways/)).toBeVisible()
    await userEvent.click(screen.getByText('Taken from Ann Lee: 1'))
    expect(screen.getByText(/properties › price › minimum/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
    expect(onMerged).toHaveBeenCalledWith({ ...base, properties: price(1), title: 'Bike' })
  })

  it('asks for each that was changed in two ways before it merges', async () => {
    const { onMerged } = drawn(
      { ...base, properties: price(1), title: 'A' },
      { ...base, properties: price(2), title: 'B' },
    )
    expect(screen.getByRole('button', { name: 'Choose 2 more' })).toBeDisabled()
    const minimum = within(screen.getByRole('group', { name: 'properties › price › minimum' }))
    expect(minimum.getByText('0')).toBeVisible()
    await userEvent.click(minimum.getByRole('radio', { name: /^Mine/ }))
    expect(screen.getByRole('button', { name: 'Choose 1 more' })).toBeDisabled()
    await userEvent.click(within(screen.getByRole('group', { name: 'title' })).getByRole('radio', { name: /^Ann Lee/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
    expect(onMerged).toHaveBeenCalledWith({ ...base, properties: price(1), title: 'B' })
  })

  it.each([
    ['Mine for all', 1, 'A'],
    ['Ann Lee’s for all', 2, 'B'],
  ])('%s decides them together', async (label, minimum, title) => {
    const { onMerged } = drawn(
      { ...base, properties: price(1), title: 'A' },
      { ...base, properties: price(2), title: 'B' },
    )
    await userEvent.click(screen.getByRole('button', { name: label }))
    await userEvent.click(screen.getByRole('button', { name: 'Merge' }))
    expect(onMerged).toHaveBeenCalledWith({ ...base, properties: price(minimum), title })
  })

  it('shows 200 characters of a long value, and what is not there', async () => {
    const text = 'x'.repeat(500)
    drawn({ ...base, title: text }, { ...base, title: 'B' })
    expect(screen.getByText(`"${'x'.repeat(99)}…${'x'.repeat(99)}"`)).toBeVisible()
    expect(screen.getByText('not there')).toBeVisible()
  })

  it('leaves without a question while nothing is chosen', async () => {
    const { onCancel } = drawn({ ...base, title: 'A' }, { ...base, title: 'B' })
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
  })
})
