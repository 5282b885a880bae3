import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Role } from '@millrace/contract'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetSession } from '../access/sessions/session.ts'
import { call } from '../api/call.ts'
import { fakeServer } from '../test-support/fake-server.ts'
import { sessionInfo } from '../test-support/sessions.ts'
import { progress } from './progress.ts'
import { createAppRouter } from './router.tsx'
import { SidebarList } from './Sidebar.tsx'
import { rememberedOpen, sidebar } from './sidebar-state.ts'
import { resizeDebounceMs } from './use-sidebar-auto-close.ts'

const width = (value: number) => Object.defineProperty(window, 'innerWidth', { configurable: true, value })

beforeEach(() => {
  forgetSession()
  document.cookie = 'sidebarStatus=; max-age=0'
  width(1440)
  sidebar.restore()
  localStorage.setItem('token', 'stored')
  localStorage.setItem('tokenExpireAt', '2999-01-01T00:00:00.000Z')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function open(path: string, role: Role = 'super-admin') {
  const server = fakeServer({ 'GET /users/info': sessionInfo(role), 'POST /users/logout': null })
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  const view = render(<RouterProvider router={router} />)
  await screen.findByRole('navigation', { name: 'Breadcrumbs' }, { timeout: 15_000 })
  return { ...view, server, router, user: userEvent.setup(), at: () => router.state.location.href }
}
const frame = (container: HTMLElement) => container.querySelector('[data-open]') as HTMLElement

describe('frame', () => {
  it('NAV-001/ui surrounds a page with sidebar and top bar', async () => {
    await open('/manage/users')
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeInTheDocument()
    expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Users' })).toBeInTheDocument()
  })

  it('NAV-026/ui a page shows its title', async () => {
    await open('/manage/endpoints')
    const heading = await within(screen.getByRole('main')).findByRole('heading', { name: 'Manage endpoints' })
    expect(heading).toBeVisible()
  })

  it('NAV-050/ui breadcrumbs are route titles, the last of them no link', async () => {
    await open('/manage/users')
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumbs' })
    expect(
      within(crumbs)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Manage', 'Users'])
    expect(
      within(crumbs)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Manage'])
  })

  it.each([
    ['super-admin', '/manage/users', 'Users'],
    ['super-admin', '/import/jobs', 'Manage jobs'],
    ['admin', '/import/jobs', 'Manage jobs'],
    ['user', '/export/index', 'Download latest files'],
  ] as const)('says once to %s at %s which page is open', async (role, path, title) => {
    const { container } = await open(path, role)
    expect([...container.querySelectorAll('[aria-current]')].map(({ textContent }) => textContent)).toEqual([title])
  })

  it('NAV-051/ui shows first and last name with the role in brackets', async () => {
    await open('/manage/users', 'manager')
    expect(screen.getByText('Lena Maier (manager)')).toBeInTheDocument()
  })

  it('shows the initials where the person has no picture, and says nothing of them to screen readers', async () => {
    await open('/manage/users', 'manager')
    expect(screen.getByText('LM')).toHaveAttribute('aria-hidden', 'true')
    expect(screen.getByRole('button', { name: 'Lena Maier (manager)' })).toBeInTheDocument()
  })

  it('NAV-052/ui NAV-053/ui offers Home and Log Out, which leads to /login with the full path', async () => {
    const { user, at, server, router } = await open('/manage/users', 'admin')
    await user.click(screen.getByText('Lena Maier (admin)'))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Home', 'Log Out'])
    await user.click(items[0] as HTMLElement)
    await waitFor(() => expect(at()).toBe('/manage/pipeline'))
    router.history.push('/manage/users?user=7')
    await waitFor(() => expect(at()).toBe('/manage/users?user=7'))
    await user.click(screen.getByText('Lena Maier (admin)'))
    await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
    await waitFor(() => expect(at()).toBe('/login?redirect=%2Fmanage%2Fusers%3Fuser%3D7'))
    expect(server.of('POST /users/logout')).toHaveLength(1)
    expect(localStorage.getItem('token')).toBeNull()
  })

  it('NAV-052/ui asks nothing after Log Out, whatever the page that goes away still polls', async () => {
    const { user, at, server } = await open('/manage/users', 'admin')
    let release: () => void = () => undefined
    const held = new Promise<void>((go) => (release = go))
    fakeServer({
      'POST /users/logout': async () => {
        await held
        return null
      },
    })
    const after = vi.mocked(fetch)
    await user.click(screen.getByText('Lena Maier (admin)'))
    await user.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
    await waitFor(() => expect(after).toHaveBeenCalledTimes(1))
    const before = server.requests.length
    await expect(call('GET /users')).rejects.toMatchObject({ name: 'AbortError' })
    release()
    await waitFor(() => expect(at()).toContain('/login'))
    await expect(call('GET /users')).rejects.toMatchObject({ name: 'AbortError' })
    expect(after).toHaveBeenCalledTimes(1)
    expect(server.requests).toHaveLength(before)
    expect(screen.queryByRole('dialog')).toBeNull()
    // Signed in again, also by another tab, it asks.
    localStorage.setItem('token', 'stored')
    await call('GET /users', { quiet: true }).catch(() => undefined)
    expect(after).toHaveBeenCalledTimes(2)
  })

  it('NAV-033/ui titles the window with route and application', async () => {
    await open('/manage/users')
    await waitFor(() => expect(document.title).toBe('Users - Millrace'))
  })

  it('NAV-032/ui starts the progress line on a navigation and ends it after', async () => {
    const start = vi.spyOn(progress, 'start')
    const done = vi.spyOn(progress, 'done')
    const { user, at } = await open('/manage/users')
    start.mockClear()
    done.mockClear()
    await user.click(screen.getByRole('link', { name: 'Data Models' }))
    await waitFor(() => expect(at()).toBe('/manage/schemas'))
    expect(start).toHaveBeenCalled()
    await waitFor(() => expect(done).toHaveBeenCalled())
    expect(start.mock.invocationCallOrder[0]).toBeLessThan(done.mock.invocationCallOrder[0] as number)
  })

  it('NAV-027/ui begins a new page at its top, and with its focus', async () => {
    const { user, at } = await open('/manage/users')
    const main = screen.getByRole('main')
    const scrolled = vi.fn()
    main.scrollTo = scrolled
    await user.click(screen.getByRole('link', { name: 'Data Models' }))
    await waitFor(() => expect(at()).toBe('/manage/schemas'))
    await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 0))
    expect(main).toHaveFocus()
  })
})

describe('sidebar', () => {
  it('NAV-048/ui NAV-049/ui the hamburger folds it, and a cookie remembers', async () => {
    const { container, user } = await open('/manage/users')
    const toggle = screen.getByRole('button', { name: 'Menu' })
    expect(frame(container).dataset.open).toBe('true')
    await user.click(toggle)
    expect(frame(container).dataset.open).toBe('false')
    expect(document.cookie).toContain('sidebarStatus=0')
    expect(rememberedOpen()).toBe(false)
    await user.click(toggle)
    expect(rememberedOpen()).toBe(true)
  })

  it.each([
    ['sidebarStatus=0', false],
    ['sidebarStatus=1', true],
  ])('NAV-048/ui begins as the cookie %s says', async (cookie, opened) => {
    document.cookie = cookie
    vi.resetModules()
    const fresh = await import('./sidebar-state.ts')
    expect(fresh.sidebar.get().open).toBe(opened)
    sidebar.restore()
    expect(sidebar.get().open).toBe(opened)
  })

  it('NAV-045/ui NAV-047/ui below 992 px it is a drawer that the backdrop closes', async () => {
    width(991)
    sidebar.closeAtOnce()
    const { container, user } = await open('/manage/users')
    expect(frame(container).dataset).toMatchObject({ mobile: 'true', open: 'false' })
    await user.click(screen.getByRole('button', { name: 'Menu' }))
    await user.click(screen.getByRole('button', { name: 'Close the menu' }))
    expect(frame(container).dataset.open).toBe('false')
    expect(screen.queryByRole('button', { name: 'Close the menu' })).not.toBeInTheDocument()
  })

  it('NAV-045/ui at 992 px it is none', async () => {
    width(992)
    const { container } = await open('/manage/users')
    expect(frame(container).dataset.mobile).toBe('false')
  })

  it('NAV-046/ui on a phone a route change and a resize close it without animation', async () => {
    width(800)
    sidebar.closeAtOnce()
    const { container, user, at } = await open('/manage/users')
    const openIt = () => user.click(screen.getByRole('button', { name: 'Menu' }))
    await openIt()
    expect(frame(container).dataset).toMatchObject({ open: 'true', animated: 'true' })
    await user.click(screen.getByRole('link', { name: 'Data Models' }))
    await waitFor(() => expect(at()).toBe('/manage/schemas'))
    await waitFor(() => expect(frame(container).dataset).toMatchObject({ open: 'false', animated: 'false' }))
    await openIt()
    width(700)
    fireEvent(window, new Event('resize'))
    await waitFor(() => expect(frame(container).dataset).toMatchObject({ open: 'false', animated: 'false' }))
  })

  it('LIM-004/ui a resize counts once it has rested for 66 ms', async () => {
    width(800)
    sidebar.closeAtOnce()
    await open('/manage/users')
    const close = vi.spyOn(sidebar, 'closeAtOnce')
    vi.useFakeTimers()
    width(790)
    fireEvent(window, new Event('resize'))
    vi.advanceTimersByTime(65)
    fireEvent(window, new Event('resize'))
    vi.advanceTimersByTime(65)
    expect(close).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(close).toHaveBeenCalledOnce()
    expect(resizeDebounceMs).toBe(66)
    vi.useRealTimers()
  })

  it('NAV-043/ui an external link opens in a new tab', () => {
    const entry = { path: '/docs', title: 'Handbook', href: 'https://handbook.test/' }
    render(<SidebarList items={[{ entry, links: [entry] }]} path="/" folded={false} />)
    const link = screen.getByRole('link', { name: 'Handbook' })
    expect(link).toHaveAttribute('target', '_blank')
    expect(link).toHaveAttribute('href', 'https://handbook.test/')
  })
})

describe('public pages', () => {
  it('NAV-025/ui the 404 page says Wrong page...', async () => {
    localStorage.clear()
    fakeServer({})
    const router = createAppRouter(createMemoryHistory({ initialEntries: ['/404'] }))
    render(<RouterProvider router={router} />)
    expect(await screen.findByText('Wrong page...')).toBeInTheDocument()
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  it.each([
    ['/login', 'Login'],
    ['/404', 'Wrong page...'],
    ['/create-password?t=1&un=a', 'Create your password'],
    ['/forgotten', 'Forgotten password'],
  ])('NAV-003/ui %s is open without a token and without the layout', async (path, title) => {
    localStorage.clear()
    fakeServer({})
    const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
    render(<RouterProvider router={router} />)
    expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
    expect(router.state.location.href).toBe(path)
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })

  it('NAV-024/ui any other path redirects to /404', async () => {
    fakeServer({ 'GET /users/info': sessionInfo('user') })
    const router = createAppRouter(createMemoryHistory({ initialEntries: ['/no/such/page'] }))
    render(<RouterProvider router={router} />)
    await waitFor(() => expect(router.state.location.href).toBe('/404'))
  })
})
