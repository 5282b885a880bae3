import { EditorView } from '@codemirror/view'
import type { InferredSchema, JsonSchema } from '@millrace/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answers, fakeServer } from '../../../test-support/fake-server.ts'
import { renderScreen } from '../../../test-support/render-screen.tsx'
import { ImportExampleDialog } from './ImportExampleDialog.tsx'
import { SchemaTextDialog } from './SchemaTextDialog.tsx'

vi.mock('../../../api/live.ts', () => import('../../../test-support/fake-live.ts'))
afterEach(() => vi.unstubAllGlobals())

const schema: JsonSchema = { type: 'object', properties: { sku: { type: 'string' } } }
const button = (name: string) => screen.getByRole('button', { name })

/** Writes as if typed, once the editor is there. */
async function type(text: string) {
  const box = await screen.findByRole('textbox', { name: /^JSON of/ })
  const view = EditorView.findFromDOM(box)
  if (view === null) throw new Error('no editor')
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }))
  return view
}

describe('the JSON of a schema', () => {
  const drawn = (more: Partial<Parameters<typeof SchemaTextDialog>[0]> = {}) => {
    const events = { onApply: vi.fn(), onClose: vi.fn() }
    const check = (value: JsonSchema) =>
      value.type === 'text' ? [{ pointer: '/type', message: 'text is no type' }] : []
    renderScreen(
      () => <SchemaTextDialog mode="edit" name="Bike" schema={schema} check={check} {...events} {...more} />,
      { at: '/manage/schemas' },
    )
    return events
  }

  it('SCH-005/ui is edited as a text and applied by Ok', async () => {
    const { onApply } = drawn()
    expect(await screen.findByRole('dialog', { name: 'Edit json: Bike' })).toBeVisible()
    expect(button('Ok')).toBeDisabled()
    await type('{"type": "array"}')
    await waitFor(() => expect(button('Ok')).toBeEnabled())
    await userEvent.click(button('Ok'))
    expect(onApply).toHaveBeenCalledWith({ type: 'array' })
  })

  it.each([
    ['{"type": "array"', 'One fault is marked in the text.'],
    ['{"a": 1, "a": 2}', 'One fault is marked in the text.'],
    ['  ', 'There is no schema yet.'],
    ['[1]', 'A schema is an object: { … }'],
  ])('SCH-025/ui %j cannot be applied, and it says why', async (text, why) => {
    drawn()
    await type(text)
    expect(await screen.findByText(why)).toBeVisible()
    expect(button('Ok')).toBeDisabled()
  })

  it('asks before an edit is dropped', async () => {
    const { onClose } = drawn()
    await type('{}')
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await screen.findByText('Quit ?')).toBeVisible()
    await userEvent.click(button('No'))
    expect(onClose).not.toHaveBeenCalled()
  })

  it('SCH-028/ui says how to copy when the clipboard refuses', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('no')) } })
    Object.assign(document, { execCommand: () => false })
    drawn()
    await userEvent.click(await screen.findByRole('button', { name: 'Copy' }))
    const text = 'Unable copy json schema to clipboard, please press Ctrl/Cmd+C to copy.'
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('SCH-025/ui is imported from a file, whatever it holds', async () => {
    const { onApply } = drawn({ mode: 'import' })
    await screen.findByRole('textbox', { name: /^JSON of/ })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no input')
    await userEvent.upload(input, new File(['{"title": "From a file"}'], 'a.json', { type: 'application/json' }))
    await waitFor(() => expect(button('Ok')).toBeEnabled())
    await userEvent.click(button('Ok'))
    expect(onApply).toHaveBeenCalledWith({ title: 'From a file' })
  })

  it('SCH-025/ui what is typed while a file is read stays, and a file that cannot be read is told', async () => {
    drawn({ mode: 'import' })
    await screen.findByRole('textbox', { name: /^JSON of/ })
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no input')
    const file = new File([], 'slow.json')
    let answer = (_: string) => {}
    file.text = () => new Promise((resolve) => (answer = resolve))
    await userEvent.upload(input, file)
    const view = await type('{"title": "Typed"}')
    await act(async () => answer('{"title": "From the file"}'))
    expect(view.state.doc.toString()).toBe('{"title": "Typed"}')
    const broken = new File([], 'broken.json')
    broken.text = () => Promise.reject(new Error('gone'))
    await userEvent.upload(input, broken)
    expect(await screen.findByText('broken.json cannot be read. Choose it again.')).toBeVisible()
    expect(view.state.doc.toString()).toBe('{"title": "Typed"}')
  })

  it('is only shown where it may not be changed', async () => {
    drawn({ readOnly: true })
    await screen.findByRole('textbox', { name: /^JSON of/ })
    expect(screen.queryByRole('button', { name: 'Ok' })).toBeNull()
    expect(button('Close')).toBeEnabled()
  })
})

describe('SCH-026/ui import of an example', () => {
  const inferred: InferredSchema = {
    jsonSchema: {
      type: 'object',
      properties: { sku: { type: 'string' }, price: { type: 'number' } },
      required: ['sku'],
    },
    files: [{ name: 'a.csv', records: 1200 }],
    fields: [
      { pointer: '/properties/sku', seen: 1200, filled: 1200, types: { string: 1200 } },
      { pointer: '/properties/price', seen: 1200, filled: 1197, types: { number: 1197, empty: 3 } },
    ],
  }
  const drawn = (answers: Answers = {}, own: JsonSchema = schema) => {
    const server = fakeServer({ 'POST /schemas/infer': inferred, ...answers })
    const events = { onApply: vi.fn(), onClose: vi.fn() }
    renderScreen(() => <ImportExampleDialog name="Bike" schema={own} {...events} />, { at: '/manage/schemas' })
    return { server, ...events }
  }
  const choose = async (...names: string[]) =>
    userEvent.upload(
      await screen.findByLabelText('Example files'),
      names.map((name) => new File(['sku\nA\n'], name, { type: 'text/csv' })),
    )

  it('sends the files, says what each field was inferred from, and merges new fields', async () => {
    const { server, onApply } = drawn()
    await choose('a.csv', 'b.csv')
    expect(await screen.findByText('2 fields from 1,200 records of a.csv.')).toBeVisible()
    const example = { omitStartingArray: true, mimeType: 'text/csv', data: btoa('sku\nA\n') }
    expect(server.of('POST /schemas/infer').map(({ body }) => body)).toEqual([
      {
        examples: [
          { ...example, name: 'a.csv' },
          { ...example, name: 'b.csv' },
        ],
      },
    ])
    const [, , price] = within(screen.getByRole('table', { name: 'Fields of the files' })).getAllByRole('row')
    expect(price).toHaveTextContent('pricenumber 1,197, empty 31,197 of 1,200')
    expect(screen.getByRole('radio', { name: 'Merge into it (1 new field)' })).toBeChecked()
    await userEvent.click(button('Ok'))
    expect(onApply).toHaveBeenCalledWith({
      ...schema,
      properties: { ...(schema.properties as object), price: { type: 'number' } },
    })
  })

  it('replaces an empty schema unless told otherwise', async () => {
    const { onApply } = drawn({}, { type: 'object', properties: {} })
    await choose('a.csv')
    await userEvent.click(await screen.findByRole('button', { name: 'Ok' }))
    expect(onApply).toHaveBeenCalledWith(inferred.jsonSchema)
  })

  it('reads the files again as one value each', async () => {
    const { server } = drawn()
    await choose('a.csv')
    await screen.findByText(/^2 fields/)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Describe one record, not the whole list' }))
    await waitFor(() => expect(server.of('POST /schemas/infer')).toHaveLength(2))
    expect(server.of('POST /schemas/infer')[1]?.body).toMatchObject({ examples: [{ omitStartingArray: false }] })
  })

  it('SCH-026/ui a slow answer for files that were chosen before does not take the place of a newer one', async () => {
    let answerFirst = (_: unknown) => {}
    const slow = new Promise((resolve) => (answerFirst = resolve))
    const old = { ...inferred, files: [{ name: 'old.csv', records: 1 }] }
    let asked = 0
    const { onApply } = drawn({ 'POST /schemas/infer': () => (asked++ === 0 ? slow : inferred) })
    await choose('old.csv')
    await waitFor(() => expect(asked).toBe(1))
    await choose('a.csv')
    expect(await screen.findByText('2 fields from 1,200 records of a.csv.')).toBeVisible()
    answerFirst({ ...old, jsonSchema: {} })
    await slow
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
    expect(screen.getByText('2 fields from 1,200 records of a.csv.')).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: 'Replace the schema' }))
    await userEvent.click(button('Ok'))
    expect(onApply).toHaveBeenCalledWith(inferred.jsonSchema)
  })

  it('SCH-027/ui says why no schema could be made', async () => {
    const refusal = { code: 40000, message: 'a.csv: it looks like a picture', data: null }
    let isBroken = true
    drawn({
      'POST /schemas/infer': () => (isBroken ? new Response(JSON.stringify(refusal)) : inferred),
    })
    await choose('a.csv')
    expect(await screen.findByText('Generate schema from file error: a.csv: it looks like a picture')).toBeVisible()
    expect(button('Ok')).toBeDisabled()
    // It stays in the dialog when the message is gone.
    expect(screen.getByText('a.csv: it looks like a picture')).toBeVisible()
    isBroken = false
    await userEvent.click(button('Retry'))
    expect(await screen.findByText(/fields from/)).toBeVisible()
    expect(screen.queryByText('a.csv: it looks like a picture')).toBeNull()
  })
})
