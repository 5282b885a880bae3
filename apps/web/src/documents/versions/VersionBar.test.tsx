import type { DocKind, Role } from '@millrace/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer, RefusedCallError } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { toast } from '../../state/toasts.ts'
import type { ShownDocument } from './shown-document.ts'
import { VersionBar } from './VersionBar.tsx'
import { exampleDocument, exampleVersions } from './versions.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))

const onOpened = vi.fn<(id: string | null) => void>()
const onSave = vi.fn<() => void>()
type Draw = { kind?: DocKind; as?: Role; answers?: Answers; dirty?: boolean; document?: Partial<ShownDocument> }
const draw = ({ kind = 'schema', as = 'super-admin', answers = {}, dirty = false, document = {} }: Draw = {}) => {
  const server = fakeServer(answers)
  const shown = exampleDocument(document)
  renderScreen(() => <VersionBar kind={kind} document={shown} dirty={dirty} onSave={onSave} onOpened={onOpened} />, {
    at: '/manage/schemas',
    as,
  })
  return server
}
const locked = { _id: 'v2', version: 2, vLocked: true, read_only: true } as const
const buttons = async () => {
  const bar = await screen.findByRole('group', { name: 'Version of Bike' })
  return within(bar)
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => ['Unlock', 'Lock', 'Update', 'Delete', 'Save'].includes(name))
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const answer = async (asked: string, reply: 'Yes' | 'No') => {
  const dialog = await screen.findByRole('dialog', { name: /Confirmation/ })
  expect(dialog).toHaveTextContent(asked)
  await userEvent.click(within(dialog).getByRole('button', { name: reply }))
}

beforeEach(() => {
  onOpened.mockReset()
  onSave.mockReset()
})
afterEach(() => vi.unstubAllGlobals())

describe('which buttons there are', () => {
  it.each<[string, Draw, string[]]>([
    ['a draft', {}, ['Update', 'Lock', 'Delete', 'Save']],
    ['a draft, read only', { document: { read_only: true } }, []],
    ['a locked version, super-admin', { document: locked }, ['Unlock', 'Update']],
    ['a locked version, manager', { document: locked, as: 'manager' }, []],
    ['a locked version that comes with the product', { document: { ...locked, writes: false } }, []],
    ['a draft, admin, who opens no contents', { as: 'admin' }, []],
  ])('VER-001/ui VER-016/ui VER-017/ui VER-014/ui VER-015/ui %s', async (_case, shown, expected) => {
    draw(shown)
    expect(await buttons()).toEqual(expected)
  })

  it.each([{ _id: '' }, { version: 0 }])('VER-020/ui fails without id or version: %o', (document) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => VersionBar({ kind: 'schema', document: exampleDocument(document), onOpened })).toThrow(
      /an id and a version/,
    )
    vi.restoreAllMocks()
  })
})

describe('who else has it open', () => {
  it.each([undefined, '', 'Ann Lee has this open, too.'])(
    'is told in room that is there anyway: %o',
    async (others) => {
      renderScreen(
        () => <VersionBar kind="schema" document={exampleDocument()} others={others} onOpened={onOpened} />,
        {
          at: '/manage/schemas',
        },
      )
      const bar = await screen.findByRole('group', { name: 'Version of Bike' })
      expect(within(bar).queryByRole('status')?.textContent).toBe(others)
    },
  )
})

describe('Lock', () => {
  it('VER-021/ui VER-018/ui VER-024/ui asks by the words of what goes along; a master takes its countries', async () => {
    const server = draw({
      kind: 'pipeline',
      document: { isMaster: true },
      answers: { 'POST /pipelines/version/lock': { _id: 'v4', version: 4, vLocked: true, locked: [] } },
    })
    await press('Lock')
    const dialog = await screen.findByRole('dialog', { name: /Confirmation/ })
    expect(within(dialog).getByText('Do you want to lock pipeline version 4')).toBeVisible()
    await userEvent.click(within(dialog).getByLabelText('Recursive lock & Countries pipelines lock'))
    await answer('Do you want to lock pipeline version 4 + force child lock + force lock countries pipelines', 'Yes')
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith('v4'))
    expect(server.of('POST /pipelines/version/lock')[0]?.body).toEqual({ id: 'v4', force: true, country: true })
    expect(toast.shown()).toMatchObject([{ tone: 'success', text: 'Version 4 locked' }])
  })

  it.each<[DocKind, Partial<ShownDocument>]>([
    ['schema', {}],
    ['component', {}],
    ['pipeline', { isMaster: false }],
  ])('VER-018/ui %s: no countries', async (kind, document) => {
    draw({ kind, document })
    await press('Lock')
    await userEvent.click(await screen.findByLabelText('Recursive lock'))
    expect(screen.queryByLabelText(/Countries/)).toBeNull()
    await answer(`Do you want to lock ${kind} version 4 + force child lock`, 'No')
  })

  it('VER-026/ui VER-007/ui a refusal is a red toast and stays in the dialog', async () => {
    const refusal = 'Cannot lock: schema Wheel version 2 is not locked'
    draw({
      answers: {
        'POST /schemas/version/lock': () => {
          throw new RefusedCallError(40900, refusal)
        },
      },
    })
    await press('Lock')
    await answer('Do you want to lock schema version 4', 'Yes')
    await waitFor(() => expect(toast.shown()).toMatchObject([{ tone: 'error', text: refusal }]))
    expect(screen.getByRole('dialog', { name: /Confirmation/ })).toHaveTextContent(refusal)
    expect(onOpened).not.toHaveBeenCalled()
  })

  it('waits for what is not saved', async () => {
    draw({ dirty: true })
    expect(await screen.findByRole('button', { name: 'Lock' })).toBeDisabled()
  })
})

describe('Unlock, Delete and Save', () => {
  it('VER-009/ui VER-022/ui VER-024/ui Unlock makes a draft and opens it', async () => {
    const server = draw({
      document: locked,
      answers: { 'POST /schemas/version/new': { _id: 'v5', version: 5, vLocked: false } },
    })
    await press('Unlock')
    await answer('Do you want to create an unlocked copy of schema version 2?', 'Yes')
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith('v5'))
    expect(server.of('POST /schemas/version/new')[0]?.body).toEqual({ id: 'v2' })
    expect(toast.shown()).toMatchObject([{ tone: 'success', text: 'Version 5 created' }])
  })

  it.each([
    ['v4', 4, 'v3'],
    ['v3', 3, 'v2'],
  ])('VER-011/ui VER-023/ui VER-024/ui after %s is deleted, %s opens', async (_id, version, next) => {
    const left = exampleVersions().filter((record) => record._id !== _id)
    draw({
      document: { _id, version },
      answers: { 'POST /schemas/version/delete': { deleted: _id, versions: left } },
    })
    await press('Delete')
    await answer(`Do you want to delete schema version ${version}?`, 'Yes')
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith(next))
    expect(toast.shown()).toMatchObject([{ tone: 'success', text: `Version ${version} deleted` }])
  })

  it('VER-011/ui the last version takes the document with it', async () => {
    draw({
      document: { versions: exampleVersions().slice(0, 1) },
      answers: { 'POST /schemas/version/delete': { deleted: 'v4', versions: [] } },
    })
    await press('Delete')
    await answer('Do you want to delete schema version 4?', 'Yes')
    await waitFor(() => expect(onOpened).toHaveBeenCalledWith(null))
  })

  it.each([
    ['POST /schemas/version/delete', 'Delete', {}],
    ['POST /schemas/version/new', 'Unlock', locked],
  ] as const)('VER-026/ui a refused %s is a red toast, and nothing else opens', async (call, name, document) => {
    draw({
      document,
      answers: {
        [call]: () => {
          throw new RefusedCallError(40900, 'Document is used by Wheel')
        },
      },
    })
    await press(name)
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(toast.shown()).toMatchObject([{ tone: 'error', text: 'Document is used by Wheel' }]))
    expect(onOpened).not.toHaveBeenCalled()
  })

  it('ERR-024/ui Save asks first, and is there to press once something was changed', async () => {
    draw({ dirty: true })
    await press('Save')
    await answer('Do you want to save the current modifications?', 'No')
    expect(onSave).not.toHaveBeenCalled()
    await press('Save')
    await answer('Do you want to save the current modifications?', 'Yes')
    expect(onSave).toHaveBeenCalledOnce()
  })
})
