import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { type Diagnostic, forceLinting, linter } from '@codemirror/lint'
import { type Extension, StateEffect } from '@codemirror/state'
import { EditorView, hoverTooltip } from '@codemirror/view'
import { type CheckerClient, knownChecker, openChecker } from './checker/checker-client.ts'
import type { CodeCompletion, CompletionDetails } from './checker/checker.types.ts'
import type { CodeScope } from './code-scope.ts'

/** How long after the last key the code is checked, ms. */
const checkDelayMs = 300

const kinds: Record<string, string> = {
  property: 'property',
  method: 'method',
  getter: 'property',
  setter: 'property',
  accessor: 'property',
  function: 'function',
  'local function': 'function',
  const: 'constant',
  let: 'variable',
  var: 'variable',
  'local var': 'variable',
  parameter: 'variable',
  class: 'class',
  keyword: 'keyword',
  string: 'text',
}

const recheck = StateEffect.define<null>()

/** The help of the checker for one editor. */
export type CodeHelp = {
  suggest: (context: CompletionContext) => Promise<CompletionResult | null>
  extension: Extension
  /** What the code sees has changed: look again. */
  refresh: (view: EditorView) => void
}

/**
 * Faults, suggestions and types for the code of an editor. Nothing is fetched before an editor of the page has been
 * focused once; without a scope, or where the checker cannot be had, there are none.
 * @param onFailed called when the checker turns out not to work
 */
export function codeHelp(scopeOf: () => CodeScope | null, onFailed: () => void): CodeHelp {
  let checker: CheckerClient | null = knownChecker()
  const ask: CheckerClient['ask'] = async (call, scope, what) => {
    if (checker === null) return null
    const answer = await checker.ask(call, scope, what)
    if (!checker.isUsable) onFailed()
    return answer
  }
  const refresh = (view: EditorView) => {
    if (checker === null) return
    view.dispatch({ effects: recheck.of(null) })
    forceLinting(view)
  }

  const check = async ({ state }: EditorView): Promise<Diagnostic[]> => {
    const scope = scopeOf()
    const code = state.doc.toString()
    if (scope === null || code.trim() === '') return []
    return (await ask('check', scope, { code })) ?? []
  }

  const suggest = async (context: CompletionContext): Promise<CompletionResult | null> => {
    const { state, pos, explicit } = context
    const scope = scopeOf()
    const isNamed = context.matchBefore(/[\w$]+$|\.$|['"]$/) !== null
    if (scope === null || (!isNamed && !explicit)) return null
    const code = state.doc.toString()
    const found = await ask('complete', scope, { code, at: pos })
    if (found === null || context.aborted) return null
    const describe = (label: string) => ask('describe', scope, { code, at: pos, label })
    const options = found.options.map((option) => completionOf(option, describe))
    return { from: found.from, options, validFor: /^[\w$]*$/ }
  }

  const hover = hoverTooltip(async ({ state }, at) => {
    const scope = scopeOf()
    const found = scope && (await ask('hover', scope, { code: state.doc.toString(), at }))
    if (!found || found.type === 'any') return null
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: describedDom(found) }) }
  })

  const openOnFocus = EditorView.focusChangeEffect.of((_, isFocused) => {
    if (!isFocused || checker !== null) return null
    checker = openChecker()
    return recheck.of(null)
  })

  const extension = [
    linter(check, {
      delay: checkDelayMs,
      needsRefresh: ({ transactions }) =>
        transactions.some(({ effects }) => effects.some((effect) => effect.is(recheck))),
    }),
    hover,
    openOnFocus,
  ]
  return { suggest, extension, refresh }
}

function completionOf(
  { label, kind, apply, applyFrom, rank }: CodeCompletion,
  describe: (label: string) => Promise<CompletionDetails | null>,
): Completion {
  const text = apply ?? label
  return {
    label,
    type: kinds[kind] ?? 'variable',
    // TypeScript's ranks begin with a number of two digits, the best with the smallest.
    boost: 50 - Number.parseInt(rank, 10),
    apply:
      applyFrom === undefined
        ? text
        : (view, _, __, to) => {
            const changes = { from: applyFrom, to, insert: text }
            view.dispatch({ changes, selection: { anchor: applyFrom + text.length }, userEvent: 'input.complete' })
          },
    info: async () => {
      const details = await describe(label)
      return details && describedDom(details)
    },
  }
}

function describedDom({ type, description }: CompletionDetails): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-code-type'
  const code = document.createElement('pre')
  code.textContent = type
  box.append(code)
  for (const text of description.split('\n\n').filter((part) => part !== '')) {
    const words = document.createElement('p')
    words.textContent = text
    box.append(words)
  }
  return box
}
