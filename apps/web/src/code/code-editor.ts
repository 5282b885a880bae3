import { javascriptLanguage } from '@codemirror/lang-javascript'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { codeHelp } from './code-help.ts'
import type { CodeScope } from './code-scope.ts'
import { accessOf, editorSetup } from './editor-setup.ts'
import { type CodeMark, codeMarks, markLine, revealLine } from './code-mark.ts'
import { afterPaint } from './after-paint.ts'
import { changeBetween } from './text-change.ts'

export type CodeEditorOptions = {
  parent: HTMLElement
  value: string
  /** Names the editor for screen readers. */
  label: string
  readOnly: boolean
  /** Where the cursor stands. */
  selection: { anchor: number; head: number }
  /** Whether the editor takes the focus. */
  hasFocus: boolean
  onChange: (text: string) => void
  /** What the code is and sees; null where nothing is to be checked. */
  scope: CodeScope | null
  /** The checker does not work: the code is written without help. */
  onUnchecked: () => void
}

export type MountedCode = {
  /** Shows another text; the cursor stays where it was in what is the same. */
  setValue: (text: string) => void
  setReadOnly: (readOnly: boolean) => void
  /** Puts a text in the place of what is selected. */
  insert: (text: string) => void
  /** Marks the line that failed when it ran; brings it into sight when somebody has asked for it anew. */
  setMark: (mark: CodeMark | null) => void
  setScope: (scope: CodeScope | null) => void
  destroy: () => void
}

const size = EditorView.theme({
  '&': { height: 'auto', maxHeight: 'min(480px, 60vh)' },
  '.cm-scroller': { overflow: 'auto' },
  '.cm-content, .cm-gutter': { minHeight: '92px' },
  '.cm-code-type': { maxWidth: '480px', maxHeight: '240px', overflow: 'auto', padding: '4px 8px' },
  '.cm-code-type pre': { fontFamily: 'var(--font-mono, monospace)', whiteSpace: 'pre-wrap' },
  '.cm-code-type p': { color: 'var(--text-2)' },
})

/** Mounts CodeMirror for the JavaScript of a component or a link. */
export function mountCodeEditor(options: CodeEditorOptions): MountedCode {
  const { parent, value, label, readOnly, selection, hasFocus, onChange } = options
  const access = new Compartment()
  let { scope } = options
  const help = codeHelp(() => scope, options.onUnchecked)
  // Texts that were handed on and have not come back yet: what was typed since must not be overwritten with them.
  let sent: string[] = []
  // The page around the editor is drawn anew with each text: that waits until the key itself is seen.
  const telling = afterPaint(() => {
    const text = view.state.doc.toString()
    sent.push(text)
    onChange(text)
  })
  const stateOf = (doc: string, anchor: number, head: number, isReadOnly: boolean) =>
    EditorState.create({
      doc,
      selection: { anchor, head },
      extensions: [
        editorSetup(label, help.suggest),
        // Not `javascript()`: its snippets and tags bring the package of suggestions, which comes with the first focus.
        javascriptLanguage,
        codeMarks,
        help.extension,
        size,
        access.of(accessOf(isReadOnly)),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          telling.ask()
          // What is not typed, nobody looks at key by key.
          if (!update.view.hasFocus) telling.now()
        }),
        // Shortcuts such as saving, and whatever is clicked, find what was written.
        EditorView.domEventObservers({ keydown: () => telling.now(), blur: () => telling.now() }),
      ],
    })
  const view = new EditorView({
    parent,
    state: stateOf(value, selection.anchor, selection.head, readOnly),
  })
  if (hasFocus) view.focus()
  let mark: CodeMark | null = null
  return {
    setValue(text) {
      const back = sent.lastIndexOf(text)
      sent = sent.slice(back + 1)
      if (back >= 0) return
      sent = []
      telling.drop()
      const change = changeBetween(view.state.doc.toString(), text)
      if (change === null) return
      const moved = view.state.changes(change)
      const { anchor, head } = view.state.selection.main
      // A state of its own: what was undone before belongs to another text.
      view.setState(stateOf(text, moved.mapPos(anchor), moved.mapPos(head), view.state.readOnly))
      if (mark !== null) markLine(view, mark)
    },
    setReadOnly: (next) => view.dispatch({ effects: access.reconfigure(accessOf(next)) }),
    insert(text) {
      view.dispatch(view.state.replaceSelection(text))
      telling.now()
      view.focus()
    },
    setMark(next) {
      if (next === mark) return
      const isAsked = next !== null && next.shown > (mark?.shown ?? 0)
      mark = next
      markLine(view, next)
      if (isAsked) revealLine(view, next.line)
    },
    setScope(next) {
      if (next === scope) return
      scope = next
      help.refresh(view)
    },
    destroy() {
      telling.now()
      view.destroy()
    },
  }
}
