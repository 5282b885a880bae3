import {
  autocompletion,
  type CompletionSource,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { type Extension, Prec } from '@codemirror/state'
import { keymap } from '@codemirror/view'

/** What helps while somebody writes: suggestions, brackets in pairs, search. */
export const writingHelp = (suggest: CompletionSource): Extension => [
  closeBrackets(),
  highlightSelectionMatches(),
  autocompletion({ override: [suggest] }),
  // Before the keys of every editor, as Backspace between two brackets.
  Prec.high(keymap.of([...closeBracketsKeymap, ...searchKeymap, ...completionKeymap])),
]
