import 'fake-indexeddb/auto'
import type { Component } from '@millrace/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ComponentEditor } from '../ComponentEditor.tsx'
import { exampleComponentForm } from '../components.examples.ts'
import { exampleMapFields, exampleMapped, exampleMapping } from './mapper.examples.ts'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const opened = async (more: Partial<Component> = {}, answers: Answers = {}) => {
  const component = exampleMapping({ _id: `component-${Math.random()}`, ...more })
  const server = fakeServer({
    'GET /components/find': component,
    'GET /components': [exampleMapFields()],
    'GET /schemas/byname': exampleComponentForm(),
    'GET /folders/tree': [],
    'GET /components/test-cases': { cases: [], needed: false },
    'POST /components/{id}/execute': exampleMapped(),
    'POST /components': ({ body }: { body: unknown }) => ({ ...component, ...(body as object), sys_version: 5 }),
    ...answers,
  } as Answers)
  renderScreen(() => <ComponentEditor id={component._id} onOpened={() => undefined} />, {
    at: '/manage/components',
    as: 'manager',
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Mapping of convert' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mapping of convert' }))
  return { server, dialog, component }
}
type Dialog = Awaited<ReturnType<typeof opened>>['dialog']
const sourceOf = (dialog: Dialog, path: string) => dialog.getByRole('combobox', { name: `Source of ${path}` })
const press = (dialog: Dialog, name: string) => userEvent.click(dialog.getByRole('button', { name }))
type Saved = { instances: { values: { settings: { fields: object[]; whenWrong?: string } } }[] }
const settingsAfterSave = async ({ server, dialog }: Awaited<ReturnType<typeof opened>>) => {
  await press(dialog, 'Apply')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
  await waitFor(() => expect(server.of('POST /components')).toHaveLength(1))
  return (server.of('POST /components')[0]?.body as Saved | undefined)?.instances[0]?.values.settings
}

describe('the mapper', () => {
  it('shows the fields of both sides, values of a record, and what is required and filled by nothing', async () => {
    const { dialog, server } = await opened()
    const sources = within(dialog.getByRole('region', { name: 'Source fields' }))
    expect(sources.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'SKUtextB-1',
      'NametextRoad bike',
      'ListPricetext1.999,50 €',
      'Start datetext31.12.2024',
      'ColortextRot',
    ])
    const targets = within(dialog.getByRole('region', { name: 'Target fields' }))
    expect(targets.getAllByRole('combobox').map((field) => field.getAttribute('aria-label'))).toEqual(
      ['sku', 'name', 'brand', 'price', 'startDate', 'attributes', 'attributes.color'].map(
        (path) => `Source of ${path}`,
      ),
    )
    expect(targets.getAllByRole('img', { name: 'required' })).toHaveLength(3)
    expect(dialog.getByText('Required, and nothing fills them: sku, name, brand')).toBeVisible()
    expect(targets.getByText('as number, written for de-DE')).toBeVisible()
    // The record is mapped by the block itself.
    expect(await targets.findByText('1999.5')).toBeVisible()
    expect(server.of('POST /components/{id}/execute')[0]).toMatchObject({
      params: { id: 'map2' },
      body: { payload: { records: [{ SKU: 'B-1' }], settings: { fields: [{ to: 'price' }, {}] } } },
    })
  })

  it('joins fields of the same name by a press, and keeps what is mapped already', async () => {
    const drawn = await opened()
    await press(drawn.dialog, 'Match by name')
    expect(drawn.dialog.getByText('3 fields joined.')).toBeVisible()
    expect(drawn.dialog.getByText('Required, and nothing fills it: brand')).toBeVisible()
    expect((await settingsAfterSave(drawn))?.fields).toEqual([
      { to: 'price', from: 'ListPrice', as: 'number', locale: 'de-DE' },
      { to: 'attributes.color', from: 'Color', replace: [{ from: 'Rot', to: 'red' }] },
      { to: 'sku', from: 'SKU' },
      { to: 'name', from: 'Name' },
      { to: 'startDate', from: 'Start date', as: 'date' },
    ])
  })

  it('joins by choice and by drag; a field dropped on a template is added to it', async () => {
    const drawn = await opened()
    const { dialog } = drawn
    await userEvent.selectOptions(sourceOf(dialog, 'sku'), 'SKU')
    const drag = (source: string, target: string) => {
      const dataTransfer = { setData: () => undefined, effectAllowed: '' }
      const from = within(dialog.getByRole('region', { name: 'Source fields' }))
        .getByText(source)
        .closest('li')!
      const to = sourceOf(dialog, target).closest('li')!
      fireEvent.dragStart(from, { dataTransfer })
      fireEvent.dragOver(to, { dataTransfer })
      fireEvent.drop(to, { dataTransfer })
      fireEvent.dragEnd(from, { dataTransfer })
    }
    drag('ListPrice', 'startDate')
    await userEvent.selectOptions(sourceOf(dialog, 'name'), 'Template')
    drag('Name', 'name')
    drag('Color', 'name')
    expect(dialog.getByRole('textbox', { name: 'Template' })).toHaveValue('{Name}{Color}')
    expect((await settingsAfterSave(drawn))?.fields.slice(2)).toEqual([
      { to: 'sku', from: 'SKU' },
      { to: 'startDate', from: 'ListPrice', as: 'date' },
      { to: 'name', template: '{Name}{Color}' },
    ])
  })

  it('sets a fixed value, replacements and formats; what does not fit the type goes', async () => {
    const drawn = await opened()
    const { dialog } = drawn
    await userEvent.selectOptions(sourceOf(dialog, 'brand'), 'Fixed value')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Value' }), 'Acme')
    await press(dialog, 'Options of brand')
    await press(dialog, 'Options of price')
    expect(dialog.getByRole('textbox', { name: 'Locale' })).toHaveValue('de-DE')
    await userEvent.click(dialog.getByRole('combobox', { name: 'As' }))
    await userEvent.click(within(document.querySelector('.ant-select-dropdown') as HTMLElement).getByText('text'))
    expect(dialog.queryByRole('textbox', { name: 'Locale' })).toBeNull()
    await press(dialog, 'Add to Replacements')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Value of Replacements 1' }), 'x')
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'When a value cannot be converted' }), 'empty')
    const settings = await settingsAfterSave(drawn)
    expect(settings?.whenWrong).toBe('empty')
    expect(settings?.fields).toEqual([
      { to: 'price', from: 'ListPrice', as: 'text', replace: [{ from: 'x' }] },
      { to: 'attributes.color', from: 'Color', replace: [{ from: 'Rot', to: 'red' }] },
      { to: 'brand', value: 'Acme' },
    ])
  })

  it('takes a field away, and adds one that the schema does not name', async () => {
    const drawn = await opened()
    await userEvent.selectOptions(sourceOf(drawn.dialog, 'price'), 'nothing')
    await userEvent.type(drawn.dialog.getByRole('textbox', { name: 'Further field' }), 'attributes.size{Enter}')
    await userEvent.selectOptions(sourceOf(drawn.dialog, 'attributes.size'), 'From the run')
    await userEvent.type(drawn.dialog.getByRole('textbox', { name: 'From the run' }), 'locale.label')
    expect((await settingsAfterSave(drawn))?.fields).toEqual([
      { to: 'attributes.color', from: 'Color', replace: [{ from: 'Rot', to: 'red' }] },
      { to: 'attributes.size', fromContext: 'locale.label' },
    ])
  })

  it('steps through the records and says what goes wrong with one', async () => {
    const { dialog } = await opened({}, {
      'POST /components/{id}/execute': ({ body }: { body: { payload: { records: { SKU: string }[] } } }) =>
        body.payload.records[0]?.SKU === 'B-1'
          ? exampleMapped()
          : { output: { error: 'Map fields: record 1, price: x is not a number' }, logs: [], rt_context: {} },
    } as Answers)
    expect(dialog.getByText('Record 1 of 2')).toBeVisible()
    await press(dialog, 'Next')
    expect(dialog.getByText('Record 2 of 2')).toBeVisible()
    expect(dialog.getByText('City bike')).toBeVisible()
    expect(await dialog.findByText('Map fields: record 1, price: x is not a number')).toBeVisible()
    await press(dialog, 'Random')
    expect(dialog.getByText('Record 1 of 2')).toBeVisible()
    expect(await dialog.findByText('1999.5')).toBeVisible()
  })

  it('changes nothing in a locked component, and nothing without Apply', async () => {
    const { dialog } = await opened({ vLocked: true, read_only: true })
    expect(sourceOf(dialog, 'sku')).toBeDisabled()
    expect(dialog.queryByRole('button', { name: 'Match by name' })).toBeNull()
    await press(dialog, 'Close')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.queryByRole('img', { name: 'Not saved' })).toBeNull()
  })

  it('is turned into a component of its own, which takes the place of the block', async () => {
    const { dialog, server, component } = await opened({ folder: 'bikes' })
    await press(dialog, 'Turn into code')
    const code = within(await screen.findByRole('dialog', { name: 'The mapping as code' }))
    expect(code.getByLabelText('Code of the mapping')).toHaveTextContent('function isEmpty(value)')
    await userEvent.type(code.getByRole('textbox', { name: 'Name of the component' }), ' 2')
    await press(code, 'Make a component')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const made = server.of('POST /components')[0]?.body as Component
    expect(made).toMatchObject({ name: 'Bikes convert 2', folder: 'bikes', kind: 'function' })
    expect(made.jsCode).toContain('put(mapped, "price", isEmpty(value) ? undefined : value)')
    expect(made.inputs[0]).toEqual({ name: 'records', inputSchema: component.inputs[0]?.inputSchema })
    expect(made.outputs[0]).toEqual({ name: 'records', outputSchema: component.outputs[0]?.outputSchema })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(server.of('POST /components')).toHaveLength(2))
    expect(server.of('POST /components')[1]?.body).toMatchObject({
      instances: [{ name: 'convert', instanceOf: component._id }],
    })
  })

  it('of the first version of the block is not turned into code, which would take wrong values otherwise', async () => {
    const block = exampleMapFields()
    const first = { ...block, outputs: block.outputs.slice(0, 1) }
    const { dialog } = await opened({}, { 'GET /components': [first] })
    expect(dialog.getByRole('button', { name: 'Turn into code' })).toBeDisabled()
  })
})
