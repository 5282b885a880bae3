import 'fake-indexeddb/auto'
import type { Schema } from '@millrace/contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createStore, entries } from 'idb-keyval'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeServer } from '../../test-support/fake-server.ts'
import { sessionInfo } from '../../test-support/sessions.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { keepDraft, type KeptDraft } from '../editing/kept-drafts.ts'
import { SchemaEditor } from './SchemaEditor.tsx'
import { exampleSchema } from './schemas.examples.ts'

vi.mock('../../api/live.ts', () => import('../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  ['alone', false],
  ['after another edit', true],
])('SCH-031/ui Ctrl S saves what stands in a field that is being typed into, %s', async (_, edited) => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  const schema = exampleSchema({ _id: `typed-${edited}` })
  const server = fakeServer({
    'GET /schemas/find': schema,
    'GET /schemas/list': [],
    'GET /folders/tree': [],
    'POST /schemas': ({ body }: { body: unknown }) => ({ ...schema, ...(body as Partial<Schema>), sys_version: 5 }),
  })
  renderScreen(() => <SchemaEditor id={schema._id} onOpened={() => undefined} />, {
    at: '/manage/schemas',
    as: 'manager',
  })
  await userEvent.click(await screen.findByRole('treeitem', { name: /^Bike/ }))
  if (edited) await userEvent.click(screen.getByRole('button', { name: 'Whole number' }))
  await userEvent.click(screen.getByRole('treeitem', { name: /^sku/ }))
  const field = screen.getByRole('textbox', { name: 'minLength' })
  field.focus()
  fireEvent.change(field, { target: { value: '3' } })
  fireEvent.keyDown(field, { key: 's', ctrlKey: true })
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(server.of('POST /schemas')).toHaveLength(1))
  expect(server.of('POST /schemas')[0]?.body).toMatchObject({ jsonSchema: { properties: { sku: { minLength: 3 } } } })
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull())
})

it('unsaved changes are still offered after their merge was cancelled, and gone once they are merged', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
  const schema = exampleSchema({ _id: 'left' })
  const value = { ...schema.jsonSchema, title: 'Left unsaved' }
  const draft = {
    editor: 'gone',
    userId: sessionInfo('manager').user._id,
    versionId: 'left',
    at: new Date().toISOString(),
  }
  await keepDraft({ ...draft, base: schema.jsonSchema, sysVersion: schema.sys_version - 1, value })
  fakeServer({ 'GET /schemas/find': schema, 'GET /schemas/list': [], 'GET /folders/tree': [] })
  renderScreen(() => <SchemaEditor id="left" onOpened={() => undefined} />, { at: '/manage/schemas', as: 'manager' })
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  await press('Continue with them')
  await press('Cancel')
  await press('Continue with them')
  await press('Merge')
  expect(await screen.findByRole('button', { name: 'Undo' })).toBeEnabled()
  expect(screen.queryByRole('button', { name: 'Continue with them' })).toBeNull()
})

it.each([
  ['of another time', 1],
  ['of this save', 0],
])(
  'unsaved changes %s that were saved otherwise already leave nothing to save, and are not offered again',
  async (_, behind) => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
    const schema = exampleSchema({ _id: `same-${behind}` })
    const { title: _title, ...base } = schema.jsonSchema
    const draft = {
      editor: 'gone',
      userId: sessionInfo('manager').user._id,
      versionId: schema._id,
      at: new Date().toISOString(),
    }
    await keepDraft({
      ...draft,
      base,
      sysVersion: schema.sys_version - behind,
      value: structuredClone(schema.jsonSchema),
    })
    fakeServer({ 'GET /schemas/find': schema, 'GET /schemas/list': [], 'GET /folders/tree': [] })
    renderScreen(() => <SchemaEditor id={schema._id} onOpened={() => undefined} />, {
      at: '/manage/schemas',
      as: 'manager',
    })
    const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
    await press('Continue with them')
    if (behind > 0) await press('Merge')
    expect(await screen.findByText(/nothing to save|is what is here already/)).toBeVisible()
    expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull()
    const left = async () =>
      (await entries<string, KeptDraft>(createStore('millrace-drafts', 'drafts'))).filter(
        ([, { versionId }]) => versionId === schema._id,
      )
    await waitFor(async () => expect(await left()).toEqual([]))
  },
)

it('what stands in a field that was not left is kept as well, after a pause', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(900)
  const schema = exampleSchema({ _id: crypto.randomUUID() })
  fakeServer({ 'GET /schemas/find': schema, 'GET /schemas/list': [], 'GET /folders/tree': [] })
  renderScreen(() => <SchemaEditor id={schema._id} onOpened={() => undefined} />, {
    at: '/manage/schemas',
    as: 'manager',
  })
  await userEvent.click(await screen.findByRole('treeitem', { name: /^sku/ }))
  const field = screen.getByRole('textbox', { name: 'pattern' })
  field.focus()
  fireEvent.change(field, { target: { value: '^T' } })
  const kept = async () =>
    (await entries<string, KeptDraft>(createStore('millrace-drafts', 'drafts'))).map(([, draft]) => draft)
  await waitFor(async () =>
    expect((await kept()).filter(({ versionId }) => versionId === schema._id).map(({ value }) => value)).toMatchObject([
      { properties: { sku: { pattern: '^T' } } },
    ]),
  )
  expect(field).toHaveFocus()
})
