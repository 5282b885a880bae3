import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { JsonForm } from '../../forms/JsonForm.tsx'
import { fakeServer } from '../../test-support/fake-server.ts'
import { renderScreen } from '../../test-support/render-screen.tsx'
import { exampleTree } from '../explorer/explorer.examples.ts'
import { pickers } from './pickers.ts'
import { readReference, writeReference } from './schema-reference.ts'

const contoso = { _id: 'b2', name: 'Contoso' }
beforeEach(() => {
  fakeServer({
    'GET /folders/tree': exampleTree(),
    'GET /tags/list': { admin: [], project: [] },
    'GET /brands/list': [{ _id: 'b1', name: 'Northwind' }, contoso],
    'GET /locales/list': [{ _id: 'l1', name: 'French', language: 'fr', country: 'FR', label: 'fr-FR' }],
    'GET /productlines/list': [{ _id: 'p1', name: 'bikes', label: 'Bikes' }],
    'GET /datakinds/list': [{ _id: 'd1', name: 'dealer' }],
  })
})
afterEach(() => vi.unstubAllGlobals())

/** A form of one picker. @returns its newest value */
function draw(widget: string, type: string, f?: unknown, readOnly = false) {
  const now: { value: unknown } = { value: f === undefined ? {} : { f } }
  function Kept() {
    const [value, setValue] = useState(now.value)
    now.value = value
    return (
      <JsonForm
        schema={{ properties: { f: { type: [type, 'null'], title: 'F', ui: { widget } } } }}
        pickers={pickers}
        value={value}
        onChange={setValue}
        readOnly={readOnly}
      />
    )
  }
  renderScreen(Kept, { at: '/manage/schemas', as: 'super-admin' })
  return now
}
const box = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'F' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('pickers of entries (SCH-011, D-121)', () => {
  it.each([
    ['brand-picker', 'object', 'Contoso', contoso],
    ['brand-picker', 'string', 'Contoso', 'b2'],
    ['locale-picker', 'string', 'fr-FR', 'l1'],
    ['product-line-picker', 'object', 'Bikes', { _id: 'p1', name: 'bikes', label: 'Bikes' }],
    ['datakind-picker', 'object', 'dealer', { _id: 'd1', name: 'dealer' }],
  ])('SCH-011/ui %s keeps %s', async (widget, type, name, kept) => {
    const now = draw(widget, type)
    await userEvent.click(await screen.findByRole('combobox', { name: 'F' }))
    await userEvent.click(await within(document.body).findByTitle(name))
    expect(now.value).toEqual({ f: kept })
  })

  it('an entry that is gone stays in sight and in the value', async () => {
    const now = draw('brand-picker', 'object', { _id: 'gone', name: 'Fabrikam' })
    expect(await screen.findByText('Fabrikam')).toBeVisible()
    expect(now.value).toEqual({ f: { _id: 'gone', name: 'Fabrikam' } })
  })

  it('one that may only be read shows its name', async () => {
    draw('brand-picker', 'string', 'b2', true)
    await waitFor(async () => expect(await box()).toHaveValue('Contoso'))
    expect(await box()).toHaveAttribute('readonly')
  })
})

describe('pickers of documents', () => {
  const choose = async (name: string, version?: string) => {
    await press('Choose')
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(await within(dialog).findByText(name))
    if (version !== undefined) await userEvent.selectOptions(within(dialog).getByLabelText('Version'), version)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ok' }))
  }

  it.each([
    ['pipeline-picker', 'string', 'fr'],
    ['component-picker', 'string', 'fr'],
    ['schema-picker', 'string', 'importer://schema/id/fr'],
    ['schema-picker', 'object', { $ref: 'importer://schema/id/fr' }],
  ])('SCH-011/ui %s keeps a version that was chosen in its folder, as %s', async (widget, type, kept) => {
    const now = draw(widget, type)
    await choose('Bikes fr-FR', 'Version 3 (Prod)')
    expect(now.value).toEqual({ f: kept })
    expect(await box()).toHaveValue('Pipelines / Bikes / Bikes fr-FR, Version 3 (Prod)')
    await press('Clear')
    expect(Object.values(now.value as object)).not.toContainEqual(kept)
  })

  it('the dialog chooses, and offers no new folder', async () => {
    draw('pipeline-picker', 'string')
    await press('Choose')
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText('Bikes fr-FR')).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Refresh' })).toBeVisible()
    expect(dialog.queryByRole('button', { name: 'Create Folder' })).toBeNull()
  })

  it('the newest version is chosen unless another is', async () => {
    const now = draw('pipeline-picker', 'string')
    await choose('Bikes fr-FR')
    expect(now.value).toEqual({ f: 'fr4' })
  })

  it('a reference becomes one to a list, and back', async () => {
    const now = draw('schema-picker', 'object', { $ref: 'importer://schema/id/stores' })
    const list = await screen.findByRole('checkbox', { name: 'A list of it' })
    await userEvent.click(list)
    expect(now.value).toEqual({ f: { type: 'array', items: { $ref: 'importer://schema/id/stores' } } })
    await userEvent.click(list)
    expect(now.value).toEqual({ f: { $ref: 'importer://schema/id/stores' } })
  })

  it.each([
    ['a version that one does not see', 'importer://schema/id/none', /You do not have access to this schema/],
    ['a name', 'importer://schema/name/My%20model', /importer:\/\/schema\/name\/My model/],
  ])('%s is told, and stays', async (_what, address, words) => {
    const now = draw('schema-picker', 'object', { $ref: address })
    await waitFor(async () => expect((await box()).value).toMatch(words))
    expect(now.value).toEqual({ f: { $ref: address } })
  })

  it('a schema of its own is shown, and stays', async () => {
    const own = { type: 'object', properties: { a: {} } }
    const now = draw('schema-picker', 'object', own)
    expect((await box()).value).toMatch(/^A schema of its own: \{"type":"object"/)
    expect(now.value).toEqual({ f: own })
  })
})

it.each([
  [{ $ref: 'a' }, { address: 'a', isList: false }],
  [
    { type: 'array', items: { $ref: 'a' } },
    { address: 'a', isList: true },
  ],
  ['a', { address: 'a', isList: false }],
  [{ $ref: 'a', title: 'More' }, null],
  [{ type: 'array', items: { $ref: 'a' }, minItems: 1 }, null],
  [{ type: 'array' }, null],
  ['', null],
  [null, null],
])('%j is read as %j', (schema, reference) => {
  expect(readReference(schema)).toEqual(reference)
  if (reference !== null && typeof schema !== 'string')
    expect(writeReference(reference.address, reference.isList)).toEqual(schema)
})
