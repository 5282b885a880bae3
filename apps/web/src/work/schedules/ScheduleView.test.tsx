import type { Role, ScheduledJob } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exampleJob } from '../imports/imports.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { fakeServer, type FakeRequest, RefusedCallError } from '../../test-support/fake-server.ts'
import { ScheduleView } from './ScheduleView.tsx'
import { usePlanDraft } from './use-plan-draft.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
// Choices are typed letter by letter.
vi.setConfig({ testTimeout: 90_000 })

const ten = Array.from({ length: 10 }, (_, n) => new Date(Date.UTC(2026, 10, 23 + 7 * n, 5, 15)).toISOString())

function draw({
  job = null,
  as = 'manager',
  at = '/import/upload',
  lock = null,
}: {
  job?: ScheduledJob | null
  as?: Role
  at?: string
  lock?: string | null
} = {}) {
  const Screen = () => {
    const draft = usePlanDraft('fr', job)
    return (
      <>
        <ScheduleView draft={draft} job={job} lock={lock} nowSentence="At once." />
        <ul aria-label="Reasons">
          {draft.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
        <output aria-label="Planned">{JSON.stringify(draft.planned)}</output>
      </>
    )
  }
  return renderScreen(Screen, { at, as })
}
// The radio inside lies under its label, which is what a person clicks.
const choose = async (name: string) => userEvent.click(await screen.findByText(name, { selector: 'label *' }))
const kind = (name: string) => screen.getByRole('radio', { name })
const options = () => [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')]
/** Types into a choice and takes the option of exactly that text, if there is one. */
const pick = async (label: string, text: string) => {
  const box = await screen.findByRole('combobox', { name: label })
  await userEvent.type(box, text)
  const option = options().find(({ textContent }) => textContent === text)
  if (option !== undefined) await userEvent.click(option)
  await userEvent.clear(box)
}
const reasons = () =>
  within(screen.getByRole('list', { name: 'Reasons' }))
    .queryAllByRole('listitem')
    .map((row) => row.textContent)
const planned = () => JSON.parse(screen.getByLabelText('Planned').textContent ?? '') as unknown
const runs = () => within(screen.getByRole('list', { name: 'Next runs' })).getAllByRole('listitem')
const asked = (server: ReturnType<typeof fakeServer>) => server.of('POST /imports/plan').map(({ body }) => body)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the schedule selector', () => {
  const serve = (answer: unknown = { sentence: 'as said', nextRuns: ten }) =>
    fakeServer({ 'POST /imports/plan': typeof answer === 'function' ? (answer as () => never) : () => answer })

  it('IMP-015/ui offers Now, Later and Repeat; IMP-018/ui Now is always valid', async () => {
    serve()
    draw()
    expect(
      (await screen.findAllByRole('radio')).map((radio) => (radio as HTMLInputElement).closest('label')?.textContent),
    ).toEqual(['Now', 'Later', 'Repeat'])
    expect(kind('Now')).toBeChecked()
    expect(reasons()).toEqual([])
    expect(planned()).toEqual({ kind: 'immediate' })
    expect(screen.getByText('At once.')).toBeVisible()
  })

  it('IMP-032/ui PRM-018/ui role user does not see Repeat; every other role does', async () => {
    serve()
    const { unmount } = draw({ as: 'user' })
    expect(await screen.findAllByRole('radio')).toHaveLength(2)
    expect(screen.queryByRole('radio', { name: 'Repeat' })).toBeNull()
    unmount()
    for (const as of ['manager', 'admin', 'super-admin'] as const) {
      const drawn = draw({ as })
      expect(await screen.findByText('Repeat')).toBeVisible()
      drawn.unmount()
    }
  })

  it('role user sees a repeat somebody else planned, may not save it, and may choose otherwise', async () => {
    serve()
    draw({ as: 'user', job: exampleJob({ kind: 'repeat', repeatPattern: '15 6 * * 1' }) })
    expect(await screen.findByText('Every Monday at 06:15')).toBeVisible()
    expect(reasons()).toEqual(['Choose Now or Later'])
    expect(screen.queryByRole('combobox')).toBeNull()
    await choose('Later')
    expect(reasons()).toEqual(['Choose a date', 'Choose a time'])
  })

  it('IMP-019/ui Later needs a date and a time, IMP-017/ui and starts empty each time', async () => {
    const server = serve()
    draw()
    await choose('Later')
    expect(reasons()).toEqual(['Choose a date', 'Choose a time'])
    expect(screen.getByText('The plan is not complete yet.')).toBeVisible()
    await userEvent.type(await screen.findByRole('textbox', { name: 'Date' }), '2026-12-01{Enter}')
    expect(reasons()).toEqual(['Choose a time'])
    await pick('Time', '06:15')
    expect(reasons()).toEqual([])
    expect(planned()).toEqual({ kind: 'scheduled', scheduledDate: '2026-12-01', scheduledTime: '06:15' })
    expect(screen.getByText('On 2026-12-01 at 06:15')).toBeVisible()
    await waitFor(() =>
      expect(asked(server)).toEqual([
        {
          pipelineId: 'fr',
          restartOnError: true,
          kind: 'scheduled',
          scheduledDate: '2026-12-01',
          scheduledTime: '06:15',
        },
      ]),
    )
    await choose('Now')
    await choose('Later')
    expect(reasons()).toEqual(['Choose a date', 'Choose a time'])
    expect(screen.getByRole('textbox', { name: 'Date' })).toHaveValue('')
  })

  it('IMP-026/ui the date picker disables dates before yesterday', async () => {
    serve()
    draw()
    await choose('Later')
    await userEvent.click(await screen.findByRole('textbox', { name: 'Date' }))
    const cell = (day: string) => document.querySelector(`td[title="${day}"]`)
    await waitFor(() => expect(cell('2026-11-19')).toHaveClass('ant-picker-cell-disabled'))
    expect(cell('2026-11-20')).not.toHaveClass('ant-picker-cell-disabled')
    expect(cell('2026-11-21')).not.toHaveClass('ant-picker-cell-disabled')
    // Weeks begin on Monday, as the weekdays of a plan do.
    expect(document.querySelector('.ant-picker-content thead th')).toHaveTextContent(/^Mo/)
  })

  it('IMP-027/ui the time picker runs from 00:00 to 23:45 in quarter hours', async () => {
    serve()
    draw()
    await choose('Later')
    await pick('Time', '00:00')
    expect(planned()).toBeNull()
    expect(reasons()).toEqual(['Choose a date'])
    await pick('Time', '23:45')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Date' }), '2026-12-01{Enter}')
    expect(planned()).toMatchObject({ scheduledTime: '23:45' })
    // No other value is to be had.
    await pick('Time', '23:46')
    expect(planned()).toMatchObject({ scheduledTime: '23:45' })
    for (const time of ['12:15', '12:30']) {
      await pick('Time', time)
      expect(planned()).toMatchObject({ scheduledTime: time })
    }
  })

  it('IMP-020/ui IMP-021/ui IMP-025/ui each kind of repeat has its inputs', async () => {
    serve()
    draw()
    await choose('Repeat')
    expect(reasons()).toEqual(['Choose how often it repeats'])
    await pick('How often', 'Minutely')
    expect(reasons()).toEqual(['Choose the minutes'])
    await pick('Minutes', '20')
    expect(planned()).toBeNull()
    await pick('Minutes', '45')
    expect(planned()).toEqual({ kind: 'repeat', repeatPattern: 'M 45' })
    expect(screen.getByText('counted from the moment it is saved')).toBeVisible()
    await pick('How often', 'Hourly')
    expect(planned()).toBeNull()
    await pick('Hours', '23')
    expect(planned()).toEqual({ kind: 'repeat', repeatPattern: 'H 23' })
    await pick('How often', 'Daily')
    await pick('Time', '06:15')
    expect(planned()).toEqual({ kind: 'repeat', repeatPattern: '15 6 * * *' })
    await pick('How often', 'Weekly')
    expect(reasons()).toEqual(['Choose a weekday', 'Choose a time'])
    await pick('Weekday', 'Sunday')
    await pick('Time', '06:15')
    expect(planned()).toEqual({ kind: 'repeat', repeatPattern: '15 6 * * 0' })
    expect(screen.getByText('Every Sunday at 06:15')).toBeVisible()
  })

  it.each([
    ['IMP-028/ui', '31', 'The import job will only run in a month where month ends with 31st.'],
    ['IMP-029/ui', '30', 'The import job will not run in February month.'],
    ['IMP-030/ui', '29', 'The import job will not run in February month, except leap year.'],
    ['', '28', null],
  ])('%s monthly on day %s warns', async (_, day, warning) => {
    serve()
    draw()
    await choose('Repeat')
    await pick('How often', 'Monthly')
    await pick('Day of the month', day)
    if (warning === null) expect(screen.queryByText(/The import job will/)).toBeNull()
    else expect(screen.getByText(warning)).toBeVisible()
  })

  it('IMP-024/ui reads an existing job into the form', async () => {
    serve()
    draw({ job: exampleJob({ kind: 'repeat', repeatPattern: '45 17 31 * *', timeZone: 'Europe/Berlin' }) })
    const view = await screen.findByRole('group', { name: 'Schedule' })
    expect(kind('Repeat')).toBeChecked()
    expect(view).toHaveTextContent(/Monthly.*31.*17:45/)
    expect(screen.getByText('Once a month on day 31 at 17:45')).toBeVisible()
    expect(reasons()).toEqual([])
  })
})

describe('the plan as a sentence', () => {
  it('shows three runs and unfolds to ten; IMP-006/ui on another route it can only be read', async () => {
    fakeServer({ 'POST /imports/plan': { sentence: 'x', nextRuns: ten } })
    draw({
      at: '/elsewhere',
      job: exampleJob({ kind: 'repeat', repeatPattern: '15 6 * * 1', timeZone: 'Europe/Berlin' }),
    })
    expect(await screen.findByText('Every Monday at 06:15')).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(await screen.findByText('2026-11-23 06:15')).toBeVisible()
    expect(runs()).toHaveLength(3)
    await userEvent.click(screen.getByRole('button', { name: 'Show 10' }))
    expect(runs()).toHaveLength(10)
    expect(runs()[0]).toHaveTextContent('Mon 2026-11-23 06:15')
  })

  it('IMP-006/ui the route named import import enables editing', async () => {
    fakeServer({ 'POST /imports/plan': { sentence: 'x', nextRuns: ten } })
    draw({ at: '/import/upload', job: exampleJob({ kind: 'repeat', repeatPattern: '15 6 * * 1' }) })
    expect(await screen.findByRole('radio', { name: 'Repeat' })).toBeEnabled()
  })

  it('never shows the runs of the choice before, and asks only once it rests', async () => {
    let release: () => void = () => undefined
    const server = fakeServer({
      'POST /imports/plan': async ({ body }: FakeRequest) => {
        if ((body as { repeatPattern: string }).repeatPattern !== 'M 15')
          await new Promise<void>((go) => (release = go))
        return {
          sentence: 'x',
          nextRuns: (body as { repeatPattern: string }).repeatPattern === 'M 15' ? ten.slice(0, 3) : ten.slice(3, 6),
        }
      },
    })
    draw()
    await choose('Repeat')
    await pick('How often', 'Minutely')
    await pick('Minutes', '15')
    expect(await screen.findByText('2026-11-23 06:15')).toBeVisible()
    await pick('Minutes', '30')
    expect(screen.queryByText('2026-11-23 06:15')).toBeNull()
    await waitFor(() => expect(asked(server)).toHaveLength(2))
    expect(screen.queryByText('2026-11-23 06:15')).toBeNull()
    act(() => release())
    expect(await screen.findByText('2026-12-14 06:15')).toBeVisible()
    expect(screen.queryByText('2026-11-23 06:15')).toBeNull()
  })

  it('says what the server has against the plan, which then cannot be confirmed', async () => {
    fakeServer({
      'POST /imports/plan': () => {
        throw new RefusedCallError(40000, 'The scheduled date is in the past')
      },
    })
    draw()
    await choose('Later')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Date' }), '2026-11-20{Enter}')
    await pick('Time', '06:15')
    await waitFor(() => expect(reasons()).toEqual(['The scheduled date is in the past']))
  })

  it('a repeat of so many minutes counts on from its next run, in the zone it was made in', async () => {
    const server = fakeServer({})
    draw({
      job: exampleJob({
        kind: 'repeat',
        repeatPattern: 'M 45',
        timeZone: 'Asia/Tokyo',
        nextImport: { _id: 'i2', scheduledAt: '2026-11-21T10:10:00.000Z' },
      }),
    })
    expect(await screen.findByText('2026-11-21 11:10')).toBeVisible()
    expect(screen.getByText('2026-11-21 11:55')).toBeVisible()
    expect(screen.getByText('Asia/Tokyo')).toBeVisible()
    expect(asked(server)).toEqual([])
  })

  it('says why nothing can be changed for now', async () => {
    fakeServer({})
    draw({ lock: 'Cannot edit the import. An import is already running.' })
    expect(await screen.findByText('Cannot edit the import. An import is already running.')).toBeVisible()
    for (const radio of screen.getAllByRole('radio')) expect(radio).toBeDisabled()
  })
})
