import type { DocTags, Role, Tag } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { startSession } from '../../access/sessions/session.ts'
import { type Answers, type FakeRequest, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { exampleTag, exampleTags } from '../../access/badges/badges.examples.ts'
import { DocumentBadgesDialog, type TaggedNode } from './DocumentBadgesDialog.tsx'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const onClose = vi.fn()
const none: DocTags = { read: [], write: [] }
const noChange = { changes: [], gains: 0, loses: 0, people: 0, items: 0 }
const danaLoses = {
  changes: [
    {
      user: { _id: 'dana', userName: 'dana', firstName: 'Dana', lastName: 'Dealer', role: 'user' as const },
      item: { type: 'folder' as const, id: 'f', name: 'France', path: 'Pipelines / France' },
      read: 'loses' as const,
      write: null,
    },
  ],
  gains: 0,
  loses: 1,
  people: 1,
  items: 1,
}
const item = (over: Partial<TaggedNode['node']> = {}, type: TaggedNode['type'] = 'folder'): TaggedNode => ({
  type,
  node: { value: 'f', label: 'France', tags: none, inheritTags: [], ...over },
  above: ['Pipelines / Europe', 'Pipelines'],
})
const draw = (
  drawn: TaggedNode,
  { as = 'admin', holds = ['eu', 'dl'], answers = {} }: { as?: Role; holds?: string[]; answers?: Answers } = {},
) => {
  const server = fakeServer({
    'GET /tags/list': exampleTags(),
    'POST /permissions/preview-document': noChange,
    'POST /tags/update-document-tags': ({ body }: FakeRequest) => body,
    ...answers,
  })
  const info = sessionInfo(as)
  const project_tags: Tag[] = holds.map((id) => exampleTag(id, id))
  renderScreen(
    () => {
      startSession({ ...info, user: { ...info.user, project_tags } })
      return <DocumentBadgesDialog item={drawn} onClose={onClose} />
    },
    { at: '/manage/pipeline', as },
  )
  return server
}
const box = (name: 'Read' | 'Write') => screen.findByRole('region', { name })
const button = (name: string) => screen.getByRole('button', { name })
/** Picks a badge in a select of the dialog by its name. */
const pick = async (select: string, badge: string) => {
  const box = await screen.findByRole('combobox', { name: select })
  await userEvent.type(box, badge)
  const options = await waitFor(() => {
    const list = document.getElementById(box.getAttribute('aria-controls') ?? '')?.closest('.ant-select-dropdown')
    const found = [...(list?.querySelectorAll<HTMLElement>('.ant-select-item-option') ?? [])]
    expect(found.map(({ textContent }) => textContent)).toContain(badge)
    return found
  })
  const option = options.find(({ textContent }) => textContent === badge) as HTMLElement
  // Lists fade out and in again, which takes no pointer here.
  await userEvent.click(option, { pointerEventsCheck: PointerEventsCheckLevel.Never })
}

beforeEach(() => void onClose.mockReset())
afterEach(() => vi.unstubAllGlobals())

describe('the badges of a folder or document', () => {
  it('TAG-015/ui shows both rules as groups, in words', async () => {
    draw(item({ tags: { read: [['eu', 'dl'], ['am']], write: [['eu']] } }))
    const read = await box('Read')
    expect(within(read).getByRole('group', { name: 'Read group 1' })).toHaveTextContent('EuropeandDealers')
    expect(within(read).getByRole('group', { name: 'Read group 2' })).toHaveTextContent('Americas')
    expect(within(read).getByText('One of these groups')).toBeVisible()
    expect(read).toHaveTextContent('Read: people who hold Europe and Dealers, or Americas. Nobody else can see it.')
    expect(await box('Write')).toHaveTextContent('Write: people who hold Europe and may read it.')
  })

  it('explains the rules of the folders above, which are not edited here', async () => {
    draw(item({ inheritTags: [none, { read: [['eu']], write: [] }] }))
    const read = await box('Read')
    expect(read).toHaveTextContent('and the rule of the folder Pipelines: people who hold Europe.')
    expect(read).not.toHaveTextContent('Pipelines / Europe')
    expect(within(read).queryByRole('group')).toBeNull()
  })

  it('TAG-015/ui TAG-016/ui TAG-017/ui a group is made, grown and saved after the question', async () => {
    const server = draw(item())
    expect(await screen.findByRole('dialog', { name: 'Manage badges of France' })).toBeVisible()
    await box('Read')
    expect(button('Save')).toBeDisabled()
    await pick('Read: add a group', 'Europe')
    await pick('Read group 1: and another badge', 'Dealers')
    await pick('Read: add a group', 'Americas')
    await pick('Write: add a group', 'Europe')
    expect(await box('Read')).toHaveTextContent('Read: people who hold Europe and Dealers, or Americas.')
    await userEvent.click(button('Save'))
    expect(await screen.findByText('Do you want to save the current modifications?')).toBeVisible()
    await userEvent.click(button('No'))
    expect(server.of('POST /tags/update-document-tags')).toEqual([])
    await userEvent.click(button('Save'))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(server.of('POST /tags/update-document-tags').map(({ body }) => body)).toEqual([
      { id: 'f', tags: { read: [['eu', 'dl'], ['am']], write: [['eu']] }, type: 'folder' },
    ])
  })

  it.each(['pipeline', 'schema', 'component'] as const)('TAG-016/ui a %s has both rules, too', async (type) => {
    const server = draw(item({ tags: { read: [['eu']], write: [] } }, type))
    await box('Read')
    await userEvent.click(button('Remove Europe from Read group 1'))
    await userEvent.click(button('Save'))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() =>
      expect(server.of('POST /tags/update-document-tags').map(({ body }) => body)).toEqual([
        { id: 'f', tags: none, type },
      ]),
    )
  })

  it('a group goes with its last badge, so that none is empty', async () => {
    draw(item({ tags: { read: [['eu', 'dl']], write: [] } }))
    await box('Read')
    await userEvent.click(button('Remove Europe from Read group 1'))
    expect(screen.getByRole('group', { name: 'Read group 1' })).toHaveTextContent('Dealers')
    await userEvent.click(button('Remove Dealers from Read group 1'))
    expect(screen.queryByRole('group', { name: 'Read group 1' })).toBeNull()
    expect(await box('Read')).toHaveTextContent('Read: everybody.')
  })

  it('says what would change before it is saved', async () => {
    const server = draw(item(), { answers: { 'POST /permissions/preview-document': danaLoses } })
    expect(await screen.findByText('Nothing is changed yet.')).toBeVisible()
    expect(server.of('POST /permissions/preview-document')).toEqual([])
    await pick('Read: add a group', 'Europe')
    expect(await screen.findByText(/Dana Dealer loses the folder/)).toBeVisible()
    expect(server.of('POST /permissions/preview-document').map(({ body }) => body)).toEqual([
      { id: 'f', type: 'folder', tags: { read: [['eu']], write: [] } },
    ])
  })

  it('warns who would shut themselves out', async () => {
    draw(item(), { holds: ['dl'] })
    await box('Read')
    await pick('Write: add a group', 'Europe')
    expect(await screen.findByText(/you can no longer change France or its badges/)).toBeVisible()
    await pick('Read: add a group', 'Europe')
    expect(await screen.findByText(/you no longer see France/)).toBeVisible()
    await pick('Read: add a group', 'Dealers')
    await waitFor(() => expect(screen.queryByText(/you no longer see France/)).toBeNull())
  })

  it('says when a group lets nobody in whom another does not', async () => {
    draw(item({ tags: { read: [['eu', 'dl'], ['eu']], write: [] } }))
    expect(within(await screen.findByRole('group', { name: 'Read group 1' })).getByText(/Another group/)).toBeVisible()
  })

  it('hidden badges are offered to super-admins alone', async () => {
    const answers: Answers = {
      'GET /tags/list': { admin: [], project: [exampleTag('secret', 'Secret', { isHidden: true })] },
    }
    draw(item(), { as: 'admin', answers })
    await userEvent.click(await screen.findByRole('combobox', { name: 'Read: add a group' }))
    expect(await screen.findByText('No other project tag')).toBeInTheDocument()
    expect(screen.queryByTitle('Secret')).toBeNull()
  })

  it('ERR-025/ui a failed update is told in a red toast and keeps the edits', async () => {
    draw(item(), {
      answers: {
        'POST /tags/update-document-tags': () => {
          throw new RefusedCallError(40300, 'You are not allowed to do this.')
        },
      },
    })
    await box('Read')
    await pick('Read: add a group', 'Europe')
    await userEvent.click(button('Save'))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await screen.findByText('You are not allowed to do this.')).toBeVisible()
    expect(screen.getByRole('group', { name: 'Read group 1' })).toHaveTextContent('Europe')
    await waitFor(() => expect(button('Save')).toBeEnabled())
    expect(onClose).not.toHaveBeenCalled()
  })

  it('TAG-018/ui the boxes of the rules are 290 px high', async () => {
    draw(item())
    for (const name of ['Read', 'Write'] as const) expect((await box(name)).firstChild).toHaveStyle({ height: '290px' })
  })
})
