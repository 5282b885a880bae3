import type { ExplainStep, Explanation, User } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { exampleTag } from '../../access/badges/badges.examples.ts'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { type Answers, type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { ExplainDialog } from './ExplainDialog.tsx'
import type { ExplainedItem } from './explained-item.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const europe = exampleTag('eu', 'Europe')
const dealers = exampleTag('dl', 'Dealers')
const person = (_id: string, firstName: string, over: Partial<User> = {}): User => ({
  _id,
  firstName,
  lastName: 'Dealer',
  userName: firstName.toLowerCase(),
  email: `${firstName}@millrace.test`,
  service: '',
  avatar: null,
  roles: [{ name: 'user' }],
  role: 'user',
  isActive: true,
  unrestrictedUpload: false,
  lastSeenDate: null,
  pipelinePermissions: {},
  admin_tags: [],
  project_tags: [europe],
  tfa: 'off',
  invitation: { state: 'accepted', at: null },
  ...over,
})
const failing: ExplainStep = {
  about: 'read',
  rule: 'This person lacks read badges of the folder Pipelines / France.',
  passed: false,
  groups: [{ tags: [europe, dealers], held: false }],
}
const refused: Explanation = {
  allowed: false,
  rule: failing.rule,
  groups: failing.groups,
  steps: [{ about: 'account', rule: 'The account is active.', passed: true, groups: [] }, failing],
}
const item: ExplainedItem = { type: 'pipeline', id: 'fr', name: 'Dealers fr-FR', path: 'Pipelines / Dealers fr-FR' }
const draw = (props: { userId?: string; item?: ExplainedItem }, answers: Answers = {}) => {
  const server = fakeServer({
    'GET /users': [person('dana', 'Dana'), person('zoe', 'Zoe')],
    'GET /folders/tree': exampleTree(),
    'GET /permissions/explain': refused,
    ...answers,
  })
  renderScreen(() => <ExplainDialog {...props} onClose={() => undefined} />, { at: '/manage/pipeline', as: 'admin' })
  return server
}
const pick = async (select: string, text: string) => {
  await userEvent.type(await screen.findByRole('combobox', { name: select }), text)
  const option = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].filter(({ textContent }) =>
      textContent.includes(text),
    )
    expect(found.length).toBeGreaterThan(0)
    return found.at(-1) as HTMLElement
  })
  await userEvent.click(option, { pointerEventsCheck: PointerEventsCheckLevel.Never })
}
const rules = async () => within(await screen.findByRole('list', { name: 'Rules' })).getAllByRole('listitem')

afterEach(() => vi.unstubAllGlobals())

describe('Why can this person not see it?', () => {
  it('names the failing rule with its groups, what is lacking, and what would help', async () => {
    const server = draw({ userId: 'dana', item })
    expect(await screen.findByText('Dana Dealer may not see Dealers fr-FR.')).toBeVisible()
    expect((await rules()).map(({ textContent }) => textContent)).toEqual([
      'Passed: The account is active.',
      'Failed: This person lacks read badges of the folder Pipelines / France.EuropeDealerslacks Dealers',
    ])
    expect(screen.getByRole('group', { name: 'What would help' })).toHaveTextContent('Give Dana the badge Dealers.')
    expect(server.of('GET /permissions/explain').map(({ query }) => query)).toEqual([
      { userId: 'dana', kind: 'pipeline', id: 'fr', action: 'read' },
    ])
    // It tells, and changes nothing.
    expect(new Set(server.requests.map(({ call }) => call.split(' ')[0]))).toEqual(new Set(['GET']))
  })

  it('asks for the person, who is found by name, and for other actions', async () => {
    const server = draw({ item })
    expect(await screen.findByText('Choose a person to see which rules decide.')).toBeVisible()
    await pick('Person', 'Zoe')
    expect(await screen.findByText('Zoe Dealer may not see Dealers fr-FR.')).toBeVisible()
    await pick('Action', 'Start its imports')
    expect(await screen.findByText('Zoe Dealer may not start imports of Dealers fr-FR.')).toBeVisible()
    expect(server.of('GET /permissions/explain').at(-1)?.query).toEqual({
      userId: 'zoe',
      kind: 'pipeline',
      id: 'fr',
      action: 'import',
    })
  })

  it('asks for the item where it comes from a person', async () => {
    const server = draw({ userId: 'dana' })
    expect(await screen.findByText('Choose an item.')).toBeVisible()
    await pick('Item', 'Bikes fr-FR')
    expect(await screen.findByText('Dana Dealer may not see Bikes fr-FR.')).toBeVisible()
    expect(server.of('GET /permissions/explain').at(-1)?.query).toMatchObject({ kind: 'pipeline', id: 'fr4' })
  })

  it('says why somebody may, too, without advice', async () => {
    const passed: ExplainStep = {
      about: 'assignment',
      rule: 'The pipeline is assigned to this person.',
      passed: true,
      groups: [],
    }
    draw(
      { userId: 'dana', item },
      { 'GET /permissions/explain': { allowed: true, rule: passed.rule, groups: [], steps: [passed] } },
    )
    expect(await screen.findByText('Dana Dealer may see Dealers fr-FR.')).toBeVisible()
    expect(screen.queryByText('What would help')).toBeNull()
  })

  it('tells a failure and asks again', async () => {
    let broken = true
    draw(
      { userId: 'dana', item },
      {
        'GET /permissions/explain': (_request: FakeRequest) => {
          if (broken) throw new RefusedCallError(40400, 'Document not found')
          return refused
        },
      },
    )
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getByText('Document not found')).toBeVisible()
    broken = false
    await userEvent.click(retry)
    expect(await screen.findByText('Dana Dealer may not see Dealers fr-FR.')).toBeVisible()
  })
})
