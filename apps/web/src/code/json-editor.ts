import type { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { completeJson, type JsonSuggest } from './json-completion.ts'
import { accessOf, editorSetup } from './editor-setup.ts'
import { findJsonFaults } from './json-faults.ts'
import { rangeOfPointer } from './json-places.ts'

/** What is wrong with a value of the text, by its JSON pointer. */
export type PlacedProblem = { pointer: string; message: string }

export type JsonEditorOptions = {
  parent: HTMLElement
  value: string
  /** Names the editor for screen readers. */
  label: string
  readOnly: boolean
  onChange: (text: string) => void
  /** Faults of the text as JSON, after each change; none when it can be read without loss. */
  onFaults: (count: number) => void
  /** Asked after each change of a text that is JSON; what it finds is shown at its place. */
  check: (value: unknown) => readonly PlacedProblem[]
  suggest?: JsonSuggest | undefined
}

export type MountedEditor = {
  setValue: (text: string) => void
  setReadOnly: (readOnly: boolean) => void
  /** Problems come from elsewhere: look again. */
  recheck: () => void
  /** Puts the cursor at a value and brings it into sight. */
  reveal: (pointer: string) => void
  destroy: () => void
}

/** Time a tree of the whole text may take before faults are told. */
const parseMs = 2000

/** Mounts CodeMirror for a JSON text: faults at their place, completion, folding, search, undo. */
export function mountJsonEditor(options: JsonEditorOptions): MountedEditor {
  const { parent, label, onChange, onFaults, check, suggest } = options
  const writable = new Compartment()
  const diagnose = (view: EditorView): Diagnostic[] => {
    const { state } = view
    const tree = ensureSyntaxTree(state, state.doc.length, parseMs) ?? syntaxTree(state)
    const faults = findJsonFaults(tree, state.doc)
    onFaults(faults.length)
    if (faults.length > 0) return faults.map((fault) => ({ ...fault, severity: 'error' }))
    return check(JSON.parse(state.doc.toString())).map(({ pointer, message }) => ({
      ...rangeOfPointer(tree, state.doc, pointer),
      message,
      severity: 'error',
    }))
  }
  const complete = (context: CompletionContext) => (suggest === undefined ? null : completeJson(context, suggest))
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: options.value,
      extensions: [
        editorSetup(label, complete),
        json(),
        linter(diagnose, { delay: 300 }),
        writable.of(accessOf(options.readOnly)),
        EditorView.updateListener.of((update) => update.docChanged && onChange(update.state.doc.toString())),
      ],
    }),
  })
  return {
    setValue(text) {
      if (text === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    setReadOnly: (readOnly) => view.dispatch({ effects: writable.reconfigure(accessOf(readOnly)) }),
    recheck: () => forceLinting(view),
    reveal(pointer) {
      const tree = ensureSyntaxTree(view.state, view.state.doc.length, parseMs) ?? syntaxTree(view.state)
      const { from } = rangeOfPointer(tree, view.state.doc, pointer)
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) })
      view.focus()
    },
    destroy: () => view.destroy(),
  }
}
