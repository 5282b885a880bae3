import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { editorLook } from './editor-look.ts'

/** What every editor has: lines with numbers that fold, search, undo, brackets in pairs, suggestions, the app's look. */
export const editorSetup = (label: string, suggest: CompletionSource): Extension => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  closeBrackets(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  autocompletion({ override: [suggest] }),
  editorLook,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    // Escape, then Tab leaves the editor.
    { key: 'Escape', run: leaveByTab },
    indentWithTab,
  ]),
]

const tabLeavesMs = 2000
const leaving = new WeakMap<EditorView, number>()

/** In a dialog, Escape lets the next Tab lead on, and closes the dialog only when it is pressed once more. */
function leaveByTab(view: EditorView): boolean {
  const isLeaving = Date.now() < (leaving.get(view) ?? 0)
  if (isLeaving || view.dom.closest('dialog') === null) return false
  leaving.set(view, Date.now() + tabLeavesMs)
  view.setTabFocusMode(tabLeavesMs)
  return true
}

/** What is read only can still be focused, searched and copied from. */
export const accessOf = (readOnly: boolean): Extension => [
  EditorState.readOnly.of(readOnly),
  EditorView.editable.of(true),
]
