import type { AuditEntry } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { decideNavigation } from '../../routing/guard.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { AuditPage } from './AuditPage.tsx'
import { readAuditPlace, writeAuditPlace } from './audit-place.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
const saved = vi.hoisted(() => vi.fn())
vi.mock('../../api/save-as.ts', () => ({ saveAs: saved }))

const entry = (over: Partial<AuditEntry>): AuditEntry => ({
  _id: 'e1',
  at: '2026-11-20T16:02:00.000Z',
  user: { _id: 'sam', userName: 'sam.super' },
  kind: 'user',
  id: 'u1',
  name: 'marc.manager',
  action: 'save',
  before: { email: 'old@x.test', role: 'user', note: 'same' },
  after: { email: 'new@x.test', role: 'manager', note: 'same' },
  ...over,
})
const entries = [
  entry({}),
  entry({ _id: 'e2', kind: 'badge', name: 'France', action: 'create', before: null, after: { name: 'France' } }),
  entry({ _id: 'e3', kind: 'session', action: 'login', before: null, after: null }),
  entry({ _id: 'e4', name: 'lena', before: { text: 'a' }, after: { text: `${'long '.repeat(100)}end` } }),
]
const serve = (answers: Answers = {}) =>
  fakeServer({
    'GET /audit': { entries, totalCount: 120 },
    'GET /audit/filters': { kinds: ['badge', 'user'], actions: ['create', 'reset password'] },
    ...answers,
  })
const at = '/manage/audit'
const open = (path = at) => ({ ...renderScreen(AuditPage, { at: path, as: 'super-admin' }), user: userEvent.setup() })
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Audit' }))
    .getAllByRole('row')
    .slice(1)

beforeEach(() => saved.mockClear())
afterEach(() => vi.unstubAllGlobals())

describe('audit', () => {
  it('is for super-admins alone', () => {
    expect(decideNavigation(at, at, 'super-admin')).toEqual({ go: 'on' })
    for (const role of ['user', 'manager', 'admin'] as const) {
      expect(decideNavigation(at, at, role)).toMatchObject({ path: '/unauthorized/index' })
    }
  })

  it('lists who did what to which object, newest first, with the change in short', async () => {
    const server = serve()
    open()
    const listed = await rows()
    const cells = within(listed[0] as HTMLElement).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      '2026-11-20 17:02',
      'sam.super',
      'save',
      'user marc.manager',
      'email, role',
    ])
    expect(listed).toHaveLength(4)
    expect(screen.getByText('120 entries')).toBeVisible()
    expect(server.of('GET /audit')[0]?.query).toEqual({ pageNumber: '1', nbItemsPerPage: '50' })
  })

  it('unfolds an entry, which the address keeps: changed fields, the others folded', async () => {
    serve()
    const { user, address } = open()
    await rows()
    const fold = screen.getByRole('button', { name: 'What changed: save user marc.manager' })
    expect(fold).toHaveAttribute('aria-expanded', 'false')
    await user.click(fold)
    await waitFor(() => expect(address()).toBe('/manage/audit?open=e1'))
    const table = await screen.findByRole('table', { name: 'Changes of marc.manager' })
    const texts = () =>
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent)
    expect(texts()).toEqual(['FieldBeforeAfter', 'emailold@x.testnew@x.test', 'roleusermanager'])
    await user.click(screen.getByRole('button', { name: '1 unchanged' }))
    expect(texts()).toContain('notesamesame')
    await user.click(screen.getByRole('button', { name: 'What changed: save user marc.manager' }))
    await waitFor(() => expect(address()).toBe('/manage/audit'))
  })

  it('what was made has no before, what only happened says so, long values are cut', async () => {
    serve()
    const { user } = open(`${at}?open=e2`)
    const made = await screen.findByRole('table', { name: 'Changes of France' })
    expect(
      within(made)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['Field', 'After'])
    await user.click(screen.getByRole('button', { name: /login session/ }))
    expect(await screen.findByText('Only the action was recorded.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /save user lena/ }))
    const long = await screen.findByRole('table', { name: 'Changes of lena' })
    expect(long).not.toHaveTextContent('end')
    await user.click(within(long).getByRole('button', { name: 'Show all' }))
    expect(long).toHaveTextContent(/long end/)
  })

  it('filters from the address go to the call, days as instants of the platform zone', async () => {
    const server = serve()
    const { user, address } = open(
      `${at}?user=sam&kind=user&action=save&text=marc&from=2026-11-20&to=2026-11-20&page=2`,
    )
    await rows()
    expect(server.of('GET /audit')[0]?.query).toEqual({
      pageNumber: '2',
      nbItemsPerPage: '50',
      user: 'sam',
      kind: 'user',
      action: 'save',
      text: 'marc',
      from: '2026-11-19T23:00:00.000Z',
      to: '2026-11-20T22:59:59.999Z',
    })
    expect(screen.getByRole('searchbox', { name: 'Person' })).toHaveValue('sam')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe(at))
    expect(screen.getByRole('searchbox', { name: 'Person' })).toHaveValue('')
  })

  it('a typed filter is asked for when the typing rests, and starts at page 1', async () => {
    const server = serve()
    const { user, address } = open(`${at}?page=3&open=e1`)
    await rows()
    await user.type(screen.getByRole('searchbox', { name: 'Object' }), 'France')
    await waitFor(() => expect(address()).toBe('/manage/audit?text=France'))
    expect(server.of('GET /audit').map(({ query }) => query.text)).toEqual([undefined, 'France'])
  })

  it('leads to everything about the object and by the person', async () => {
    serve()
    const { user, address } = open(`${at}?open=e1`)
    await user.click(await screen.findByRole('button', { name: 'All of this user' }))
    await waitFor(() => expect(address()).toBe('/manage/audit?kind=user&text=marc.manager'))
    await user.click(screen.getByRole('button', { name: 'What changed: save user marc.manager' }))
    await user.click(await screen.findByRole('button', { name: 'All by sam.super' }))
    await waitFor(() => expect(address()).toBe('/manage/audit?user=sam.super'))
  })

  it.each(['CSV', 'XLSX', 'NDJSON'])('exports everything the filters let pass as %s', async (label) => {
    const file = () =>
      new Response('x', { headers: { 'content-disposition': `attachment; filename="audit.${label.toLowerCase()}"` } })
    const server = serve({ 'POST /audit/export': file })
    const { user } = open(`${at}?kind=user&page=2`)
    await rows()
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: label }))
    await waitFor(() => expect(saved).toHaveBeenCalledOnce())
    expect(server.of('POST /audit/export')[0]?.body).toEqual({ format: label.toLowerCase(), kind: 'user' })
  })

  it('says when there is nothing, when nothing matches, and when it failed', async () => {
    const none = { entries: [], totalCount: 0 }
    serve({ 'GET /audit': none })
    const first = open()
    expect(await screen.findByText(/^Nothing has been recorded yet/)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export' })).toBeDisabled()
    first.unmount()
    const second = open(`${at}?kind=badge`)
    expect(await screen.findByText('Nothing matches these filters')).toBeVisible()
    second.unmount()
    const failing = serve({
      'GET /audit': () => {
        if (failing.of('GET /audit').length === 1) throw new RefusedCallError(50000, 'Something unexpected happened.')
        return { entries, totalCount: 4 }
      },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(4)
  })
})

describe('place of the audit', () => {
  it.each([
    [{ page: '0', from: 'yesterday', to: '2026-02-30', kind: '' }, { page: 1 }],
    [
      { page: '7', user: 'a', other: 'x' },
      { page: 7, user: 'a' },
    ],
  ])('%j is read as %j', (search, place) => expect(readAuditPlace(search)).toEqual(place))
  it('survives writing and reading', () => {
    const place = {
      page: 3,
      user: 'a',
      kind: 'b',
      action: 'c',
      text: 'd',
      from: '2026-01-01',
      to: '2026-01-02',
      open: 'e',
    }
    expect(readAuditPlace(writeAuditPlace(place) as Record<string, string>)).toEqual(place)
  })
})
