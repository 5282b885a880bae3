import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours and sizes of the app, in both themes: the variables change with them. */
const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--panel)', color: 'var(--text-1)', fontSize: '12px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono, monospace)', lineHeight: '18px' },
  '.cm-content': { caretColor: 'var(--text-1)' },
  '.cm-cursor': { borderLeftColor: 'var(--text-1)' },
  '.cm-gutters': { backgroundColor: 'var(--header)', color: 'var(--text-3)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selected)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--panel)',
    color: 'var(--text-1)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--accent-fill)', color: 'var(--on-accent)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--error)' },
  '.cm-textfield, .cm-button': {
    backgroundColor: 'var(--panel)',
    backgroundImage: 'none',
    color: 'var(--text-1)',
    border: '1px solid var(--input-border)',
  },
})

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: [tags.string, tags.regexp], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], color: 'var(--accent)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--error)' },
])

export const editorLook = [look, syntaxHighlighting(highlight)]
