import { EditorView } from '@codemirror/view'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { FormPreview } from '../FormPreview.tsx'
import { PartCodeDialog } from './PartCodeDialog.tsx'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const part = { type: 'object', properties: { sku: { type: 'string' } } }
const button = (name: string) => screen.getByRole('button', { name })

async function drawn() {
  const events = { onApply: vi.fn(), onClose: vi.fn() }
  const check = (value: unknown) =>
    JSON.stringify(value).includes('text') ? [{ pointer: '/type', message: 'text is no type' }] : []
  renderScreen(() => <PartCodeDialog name="maker" part={part} check={check} {...events} />, { at: '/manage/schemas' })
  await screen.findByRole('dialog', { name: 'Code of maker' })
  return events
}

/** Writes as if typed, once the editor is there. */
async function type(text: string): Promise<void> {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name: 'Code of maker' }))
  if (view === null) throw new Error('no editor')
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }))
}

const changed = '{"type": "object", "properties": {"sku": {"type": "string"}, "price": {"type": "number"}}}'
const spans = () =>
  [...document.querySelectorAll<HTMLElement>('dialog [style*="--span"]')].map((element) =>
    Number(element.style.getPropertyValue('--span')),
  )

describe('the code of a part', () => {
  it('SCH-015/ui stands beside the schemas of input and output, 14, 5 and 5 columns wide, alone 24', async () => {
    await drawn()
    expect(screen.getByRole('region', { name: 'Input schema' })).toBeVisible()
    expect(screen.getByRole('region', { name: 'Output schema' })).toBeVisible()
    expect(spans()).toEqual([14, 5, 5])
    await userEvent.click(button('Hide schemas'))
    expect(screen.queryByRole('region', { name: 'Input schema' })).toBeNull()
    expect(spans()).toEqual([24])
    await userEvent.click(button('Show schemas'))
    expect(spans()).toEqual([14, 5, 5])
  })

  it('SCH-016/ui Ok applies what was written', async () => {
    const { onApply } = await drawn()
    expect(button('Ok')).toBeDisabled()
    await type(changed)
    await waitFor(() => expect(button('Ok')).toBeEnabled())
    await userEvent.click(button('Ok'))
    expect(onApply).toHaveBeenCalledWith(JSON.parse(changed))
  })

  it('SCH-016/ui Cancel drops the edit at once, the close icon asks first', async () => {
    const { onApply, onClose } = await drawn()
    await type(changed)
    await userEvent.click(button('Close'))
    const question = await screen.findByRole('dialog', { name: 'Confirmation' })
    expect(within(question).getByText('Quit ?')).toBeVisible()
    await userEvent.click(within(question).getByRole('button', { name: 'No' }))
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.click(button('Close'))
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    await userEvent.click(button('Cancel'))
    expect(onClose).toHaveBeenCalledTimes(2)
    expect(onApply).not.toHaveBeenCalled()
  })

  it.each([
    ['{"type": ', /no JSON|marked in the text/],
    ['7', 'A schema is an object: { … }'],
  ])('%j cannot be applied, and it says why', async (text, why) => {
    const { onApply } = await drawn()
    await type(text)
    expect(await screen.findByText(why)).toBeVisible()
    expect(button('Ok')).toBeDisabled()
    expect(onApply).not.toHaveBeenCalled()
  })
})

it('SCH-034/ui the value of a form is shown with 100 characters of its head and 100 of its tail', async () => {
  fakeServer({})
  const long = `${'a'.repeat(150)}${'b'.repeat(150)}`
  renderScreen(() => <FormPreview name="Bike" schema={{ type: 'string', default: long }} />, { at: '/manage/schemas' })
  expect(await screen.findByText(`${'a'.repeat(100)}…${'b'.repeat(100)}`, { selector: 'code' })).toBeVisible()
  expect(screen.queryByText(long, { selector: 'code' })).toBeNull()
})
