import type { CompletionSource } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap } from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers, ViewPlugin } from '@codemirror/view'
import { editorLook } from './editor-look.ts'

/** What every editor has: lines with numbers that fold, undo, help for who writes, the app's look. */
export const editorSetup = (label: string, suggest: CompletionSource): Extension => [
  lineNumbers(),
  foldGutter(),
  lintGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightActiveLine(),
  helpWhenFocused(suggest),
  editorLook,
  EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  keymap.of([
    ...defaultKeymap,
    ...historyKeymap,
    ...foldKeymap,
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

/** Fetched with the first focus: who reads needs none of it, and it is a tenth of an editor. */
function helpWhenFocused(suggest: CompletionSource): Extension {
  const help = new Compartment()
  const plugin = ViewPlugin.define((view) => {
    let isAsked = false
    let isGone = false
    const ask = async () => {
      if (isAsked) return
      isAsked = true
      try {
        const { writingHelp } = await import('./writing-help.ts')
        if (!isGone) view.dispatch({ effects: help.reconfigure(writingHelp(suggest)) })
      } catch {
        // Asked for again with the next focus.
        isAsked = false
      }
    }
    if (view.hasFocus) void ask()
    return {
      update: (update) => {
        if (update.focusChanged && update.view.hasFocus) void ask()
      },
      destroy: () => {
        isGone = true
      },
    }
  })
  return [help.of([]), plugin]
}
