import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { EditorView } from '@codemirror/view'
import { Suspense, use, useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { CodeEditor } from './CodeEditor.tsx'
import { changeBetween } from './text-change.ts'

const viewOf = (element: HTMLElement): EditorView => EditorView.findFromDOM(element)!
const type = (view: EditorView, text: string) =>
  act(() => {
    const { head } = view.state.selection.main
    view.dispatch({ changes: { from: head, insert: text }, selection: { anchor: head + text.length } })
  })
const loaded = async () => {
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code' })).toHaveClass('cm-content'))
  return viewOf(screen.getByRole('textbox', { name: 'Code' }))
}

function Kept({ start, told }: { start: string; told?: (text: string) => void }) {
  const [text, setText] = useState(start)
  return (
    <>
      <CodeEditor
        label="Code"
        scope={null}
        value={text}
        onChange={(next) => {
          told?.(next)
          setText(next)
        }}
      />
      <button type="button" onClick={() => setText('const other = 1\n')}>
        Replace
      </button>
    </>
  )
}

describe('the code editor', () => {
  it('is a plain field until CodeMirror is there, and goes on with its text, focus and cursor', async () => {
    render(<Kept start="ctx.output = 1" />)
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' })
    expect(field.tagName).toBe('TEXTAREA')
    field.focus()
    field.setSelectionRange(4, 4)
    fireEvent.change(field, { target: { value: 'ctx.2output = 1' } })
    field.setSelectionRange(5, 5)
    const view = await loaded()
    expect(view.state.doc.toString()).toBe('ctx.2output = 1')
    expect(view.state.selection.main.head).toBe(5)
    expect(document.activeElement).toBe(view.contentDOM)
  })

  it('inserts where the cursor was left in the plain field, though the focus is elsewhere by then', async () => {
    let insert: (text: string) => void = () => undefined
    function Written() {
      const [text, setText] = useState('\nctx.output = rows')
      const keep = (ready: typeof insert) => {
        insert = ready
      }
      return <CodeEditor label="Code" scope={null} value={text} onChange={setText} onReady={keep} />
    }
    render(<Written />)
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' })
    expect(field.tagName).toBe('TEXTAREA')
    act(() => field.focus())
    fireEvent.change(field, { target: { value: 'const rows = \nctx.output = rows' } })
    field.setSelectionRange(13, 13)
    act(() => field.blur())
    const view = await loaded()
    expect(document.activeElement).not.toBe(view.contentDOM)
    act(() => insert('await read()'))
    expect(view.state.doc.toString()).toBe('const rows = await read()\nctx.output = rows')
  })

  it('inserts into the plain field as long as CodeMirror is not there, and goes on behind what was inserted', async () => {
    let insert: (text: string) => void = () => undefined
    const keep = (ready: typeof insert) => {
      insert = ready
    }
    function Written() {
      const [text, setText] = useState('ctx.output = rows')
      return <CodeEditor label="Code" scope={null} value={text} onChange={setText} onReady={keep} />
    }
    render(<Written />)
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' })
    act(() => insert('const rows = 1\n'))
    expect(field.tagName).toBe('TEXTAREA')
    expect(field).toHaveValue('const rows = 1\nctx.output = rows')
    field.setSelectionRange(13, 14)
    act(() => insert('[]'))
    expect(field).toHaveValue('const rows = []\nctx.output = rows')
    const view = await loaded()
    expect(view.state.doc.toString()).toBe('const rows = []\nctx.output = rows')
    expect(view.state.selection.main.head).toBe(15)
    act(() => insert('\n'))
    expect(view.state.doc.toString()).toBe('const rows = []\n\nctx.output = rows')
  })

  it('stays a plain field as long as nobody sees it', async () => {
    let see: (entries: { isIntersecting: boolean }[]) => void = () => undefined
    const observer = { observe: vi.fn<(element: Element) => void>(), disconnect: vi.fn<() => void>() }
    vi.stubGlobal('IntersectionObserver', function Observer(this: object, told: typeof see) {
      see = told
      return observer
    })
    render(<Kept start="ctx.output = 1" />)
    const field = screen.getByRole('textbox', { name: 'Code' })
    expect(observer.observe).toHaveBeenCalledWith(field)
    act(() => see([{ isIntersecting: false }]))
    await import('./code-editor.ts')
    expect(field).toBeVisible()
    act(() => see([{ isIntersecting: true }]))
    await loaded()
    vi.unstubAllGlobals()
  })

  it('keeps what was typed while an older text comes back', async () => {
    const waiting: string[] = []
    const { rerender } = render(
      <CodeEditor label="Code" scope={null} value="" onChange={(text) => waiting.push(text)} />,
    )
    const view = await loaded()
    for (const [index, letter] of ['a', 'b', 'c'].entries()) {
      type(view, letter)
      await waitFor(() => expect(waiting).toHaveLength(index + 1))
    }
    expect(waiting).toEqual(['a', 'ab', 'abc'])
    for (const value of ['a', 'ab'])
      rerender(<CodeEditor label="Code" scope={null} value={value} onChange={() => undefined} />)
    expect(view.state.doc.toString()).toBe('abc')
    rerender(<CodeEditor label="Code" scope={null} value="abc" onChange={() => undefined} />)
    // An Undo of the document: what it was before, though it was typed here once.
    rerender(<CodeEditor label="Code" scope={null} value="a" onChange={() => undefined} />)
    expect(view.state.doc.toString()).toBe('a')
  })

  it.each<[string, (view: EditorView, unmount: () => void) => void]>([
    ['before a key that may save', (view) => fireEvent.keyDown(view.contentDOM, { key: 's', ctrlKey: true })],
    ['before something else is clicked', (view) => fireEvent.blur(view.contentDOM)],
    ['before it goes', (_view, unmount) => unmount()],
  ])('tells what was typed once it is seen, or at once %s', async (_when, leave) => {
    const told: string[] = []
    const { unmount } = render(<Kept start="" told={(text) => told.push(text)} />)
    const view = await loaded()
    act(() => view.focus())
    type(view, 'a')
    type(view, 'b')
    expect(told).toEqual([])
    leave(view, unmount)
    expect(told).toEqual(['ab'])
  })

  it('keeps what was typed, and the cursor, while something beside it loads', async () => {
    let arrive: (value: string) => void = () => undefined
    const arriving = new Promise<string>((resolve) => {
      arrive = resolve
    })
    const Beside = () => <p>{use(arriving)}</p>
    function Page() {
      const [text, setText] = useState('ctx.output = 1')
      const [isWider, setWider] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setWider(true)}>
            More
          </button>
          <Suspense fallback={<p>Loading</p>}>
            <CodeEditor label="Code" scope={null} value={text} onChange={setText} />
            {isWider && <Beside />}
          </Suspense>
        </>
      )
    }
    render(<Page />)
    type(await loaded(), 'const a = 2; ')
    await act(async () => screen.getByRole('button', { name: 'More' }).click())
    expect(screen.getByText('Loading')).toBeVisible()
    await act(async () => arrive('there'))
    const view = await loaded()
    expect(view.state.doc.toString()).toBe('const a = 2; ctx.output = 1')
    expect(view.state.selection.main.head).toBe(13)
  })

  it('shows what was changed elsewhere, and tells nobody that it did', async () => {
    const told: string[] = []
    render(<Kept start="const one = 1" told={(text) => told.push(text)} />)
    const view = await loaded()
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
    expect(view.state.doc.toString()).toBe('const other = 1\n')
    expect(told).toEqual([])
  })

  it('can be read and not changed where it is read only', async () => {
    render(<CodeEditor label="Code" scope={null} value="return 1" readOnly onChange={() => undefined} />)
    expect((await loaded()).state.readOnly).toBe(true)
  })
})

it.each([
  ['abc', 'abc', null],
  ['abc', 'abXc', { from: 2, to: 2, insert: 'X' }],
  ['aaa', 'aa', { from: 2, to: 3, insert: '' }],
  ['', 'x', { from: 0, to: 0, insert: 'x' }],
  ['one two', 'one 2 two', { from: 4, to: 4, insert: '2 ' }],
])('the change from %j to %j is %j', (before, after, change) => {
  expect(changeBetween(before, after)).toEqual(change)
})
