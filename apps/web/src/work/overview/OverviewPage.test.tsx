import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decideNavigation } from '../../routing/guard.ts'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { OverviewPage } from './OverviewPage.tsx'
import { busyOverview, pausedOverview, quietOverview } from './overview.examples.ts'

const at = '/overview'
const open = (answers: Answers) => {
  const server = fakeServer(answers)
  return { ...renderScreen(OverviewPage, { at, as: 'super-admin' }), server, user: userEvent.setup() }
}
const card = (name: string) => screen.findByRole('region', { name })
const linesOf = async (name: string) =>
  within(await card(name))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('overview', () => {
  it('is for super-admins alone, who land where everybody else does', () => {
    expect(decideNavigation(at, at, 'super-admin')).toEqual({ go: 'on' })
    for (const role of ['user', 'manager', 'admin'] as const) {
      expect(decideNavigation(at, at, role)).toMatchObject({ path: '/unauthorized/index' })
    }
    expect(decideNavigation('/login', '/login', 'super-admin')).toMatchObject({ path: '/import' })
  })

  it('says of each part that all is well', async () => {
    open({ 'GET /overview': quietOverview() })
    const texts = [
      ['Running imports', 'No import is running.'],
      ['Waiting imports', 'Nothing waits.'],
      ['Failed in the last 24 hours', 'No import has failed.'],
      ['Invalid files', 'The last file of every source is valid.'],
      ['Next plans', 'No import is planned.'],
      ['Workers', '0 of 4 places in use'],
      ['Server', 'all is well'],
    ] as const
    for (const [name, text] of texts) expect(within(await card(name)).getByText(text)).toBeVisible()
  })

  it('tells what runs, what waits and why, what failed and what was sent in vain', async () => {
    open({ 'GET /overview': busyOverview() })
    expect(await linesOf('Running imports')).toEqual([
      'Bikes fr-FR2026-11-20 16:58Running, attempt 2, by marc.manager',
      'EV catalogue de-DE2026-11-20 17:01Loading its inputs, by dana.dealer',
    ])
    expect(await linesOf('Waiting imports')).toEqual([
      'EV catalogue en-US2026-11-20 17:01Its turn comes after EV catalogue de-DE · Show it',
      'Dealers fr-FR2026-11-20 17:01All workers are busy',
    ])
    expect(within(await card('Waiting imports')).getByText('and 7 more')).toBeVisible()
    expect(await linesOf('Failed in the last 24 hours')).toEqual([
      'Best Buy stores en-US2026-11-20 07:15The table stores has no column opening_hours',
    ])
    expect(await linesOf('Invalid files')).toEqual([
      'EV catalogue2026-11-20 11:30ev-layers-raw.ndjson for layers, 54 findings',
    ])
    expect(within(await card('Invalid files')).getByText('2 files are being checked.')).toBeVisible()
    expect(await linesOf('Next plans')).toEqual(['Bikes it-IT2026-11-23 06:15Planned by marc.manager'])
    expect(await linesOf('Workers')).toEqual([
      'import-1, process 47112 of 4Running since 2026-11-18 06:00',
      'import-2, process 12silentNot seen since 2026-11-20 16:20',
    ])
    const server = await card('Server')
    expect(server).toHaveTextContent('3 to look at')
    expect(server).toHaveTextContent('3.2 GiB')
    expect(server).toHaveTextContent('The mail server: connect ECONNREFUSED 10.0.4.25:587')
    expect(server).toHaveTextContent('1 mail was given up in the last 7 days: 550 no such user.')
    expect(server).toHaveTextContent('Everybody knows the password of dana.dealer, sam.super.')
  })

  it.each([
    ['Bikes fr-FR', '/consult/import?import=i1'],
    ['Dealers fr-FR', '/consult/import?import=i4&time=future'],
    ['Show it', '/consult/import?import=i2'],
    ['All failed imports', '/consult/import?state=failed'],
    ['EV catalogue', '/consult/upload?pipeline=v-EV+catalogue&upload=u1'],
    ['Bikes it-IT', '/import/upload?pipeline=v-Bikes+it-IT&step=4'],
    ['Manage jobs', '/import/jobs'],
    ['sam.super', '/manage/users?q=sam.super'],
  ])('leads by %s to where it is handled', async (name, address) => {
    const { user, address: here } = open({ 'GET /overview': busyOverview() })
    await user.click(await screen.findByRole('link', { name }))
    await waitFor(() => expect(here()).toBe(address))
  })

  it('warns when nothing would run, and when files are refused', async () => {
    const disk = { freeBytes: 700 * 1024 ** 2, minFreeBytes: 1024 ** 3 }
    open({ 'GET /overview': quietOverview({ workers: [], disk }) })
    expect(within(await card('Workers')).getByText('none is running')).toBeVisible()
    expect(within(await card('Server')).getByText(/^No file is taken in below 1\.0 GiB/)).toBeVisible()
  })

  it('asks again every few seconds, and keeps what it has when that fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    let fails = false
    const { server } = open({
      'GET /overview': () => {
        if (fails) throw new RefusedCallError(50000, 'Something unexpected happened.')
        return quietOverview()
      },
    })
    await card('Workers')
    await vi.advanceTimersByTimeAsync(4000)
    expect(server.of('GET /overview')).toHaveLength(1)
    fails = true
    await vi.advanceTimersByTimeAsync(2000)
    expect(server.of('GET /overview')).toHaveLength(2)
    expect(await screen.findByText(/could not be brought up to date/)).toBeVisible()
    expect(await card('Workers')).toBeVisible()
    fails = false
    await vi.advanceTimersByTimeAsync(6000)
    await waitFor(() => expect(screen.queryByText(/could not be brought up to date/)).toBeNull())
  })

  it('can be asked again when it could not be read at first', async () => {
    const { server, user } = open({
      'GET /overview': () => {
        if (server.of('GET /overview').length === 1) throw new RefusedCallError(50000, 'Something unexpected happened.')
        return quietOverview()
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Retry' }))
    expect(await card('Workers')).toBeVisible()
  })

  it('pauses imports after asking why, tells who did, and resumes them', async () => {
    let paused = false
    const { user, server } = open({
      'GET /overview': () => (paused ? pausedOverview() : quietOverview()),
      'POST /imports/pause': () => {
        paused = true
        return pausedOverview().pause
      },
      'DELETE /imports/pause': () => {
        paused = false
        return null
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Pause imports' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Pause imports' }))
    const confirm = dialog.getByRole('button', { name: 'Pause imports' })
    expect(confirm).toBeDisabled()
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), ' The warehouse moves ')
    await user.click(confirm)
    expect(await screen.findByText(/^Imports are paused since/)).toHaveTextContent(
      'Imports are paused since 2026-11-20 16:50 by sam.super: The warehouse moves to the new server, until about 18:00',
    )
    expect(server.of('POST /imports/pause')[0]?.body).toEqual({ reason: 'The warehouse moves' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pause imports' })).toBeNull()
    expect((await linesOf('Waiting imports'))[0]).toMatch(/Imports are paused$/)
    await user.click(screen.getByRole('button', { name: 'Resume imports' }))
    expect(await screen.findByRole('button', { name: 'Pause imports' })).toBeVisible()
    expect(screen.queryByText(/^Imports are paused since/)).toBeNull()
  })

  it('keeps the reason when the pause is refused', async () => {
    const { user } = open({
      'GET /overview': quietOverview(),
      'POST /imports/pause': () => {
        throw new RefusedCallError(50000, 'Something unexpected happened.')
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Pause imports' }))
    const dialog = within(screen.getByRole('dialog', { name: 'Pause imports' }))
    await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'The warehouse moves{Enter}')
    expect(await dialog.findByText('Something unexpected happened.')).toBeVisible()
    expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('The warehouse moves')
  })
})
