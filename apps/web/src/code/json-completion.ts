import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { nameOf, pointerAt } from './json-places.ts'

/** What may stand somewhere: a name of a property, or a value. */
export type JsonSuggestion = { value: unknown; detail?: string | undefined }
/**
 * @param pointer of the object that a name is wanted in, or of the value that is wanted
 * @param wanted what is being written
 */
export type JsonSuggest = (pointer: string, wanted: 'name' | 'value') => readonly JsonSuggestion[]

/** Suggestions for the place of the cursor; names that the object has already are left out. */
export function completeJson(context: CompletionContext, suggest: JsonSuggest): CompletionResult | null {
  const { state, pos } = context
  const tree = syntaxTree(state)
  const node = tree.resolveInner(pos, -1)
  const written = context.matchBefore(/"(?:[^"\\]|\\.)*"?|[\w.+-]+/)
  const from = written?.from ?? pos
  if (written === null && !context.explicit) return null
  const inName = node.name === 'PropertyName'
  // Brackets and commas are nodes of their own.
  const around = /^\w/.test(node.name) ? node : node.parent
  const object = inName ? node.parent?.parent : around?.name === 'Object' ? around : null
  if (object?.name === 'Object') {
    const own = inName ? node.parent : null
    const taken = new Set(
      object
        .getChildren('Property')
        .flatMap((property) => (property.from === own?.from ? [] : [nameOf(property, state.doc)])),
    )
    const names = suggest(pointerAt(tree, state.doc, object.from + 1), 'name').filter(
      ({ value }) => !taken.has(String(value)),
    )
    const hasColon = /^[^\n]*?:/.test(state.sliceDoc(pos, pos + 200)) && inName
    return result(from, pos, names, hasColon ? '' : ': ')
  }
  const values = suggest(pointerAt(tree, state.doc, pos), 'value')
  return result(from, pos, values, '')
}

function result(
  from: number,
  to: number,
  suggestions: readonly JsonSuggestion[],
  after: string,
): CompletionResult | null {
  if (suggestions.length === 0) return null
  const options = suggestions.map(({ value, detail }): Completion => {
    const text = JSON.stringify(value)
    return { label: text, apply: text + after, ...(detail === undefined ? {} : { detail }) }
  })
  return { from, to, options, validFor: /^"?[^"]*"?$/ }
}
