import ts from 'typescript-checker'
import type { CodeScope } from '../code-scope.ts'
import type { CheckerRequest, CodeCompletions, CodeFault, CodeHover, CompletionDetails } from './checker.types.ts'
import { frameOf } from './code-frame.ts'
import { findFaults } from './find-faults.ts'
import { createLanguageService, TextFiles } from './language-service.ts'
import { globalTypes } from './sandbox-types.ts'
import { typesOfScope } from './scope-types.ts'

const codePath = '/code.js'
const portsPath = '/ports.d.ts'
const globalsPath = '/globals.d.ts'

/** Names that nobody looks for in the code of a component. */
const hiddenNames = new Set(['globalThis', 'undefined', 'arguments', 'escape', 'unescape', 'eval', 'Function'])
/** Words of JavaScript; TypeScript would offer its own as well. */
const words = new Set(
  `async await break case catch class const continue default delete do else false finally for function if in instanceof
  let new null of return switch this throw true try typeof void while yield`.split(/\s+/),
)

/** Knows the code of one editor at a time: what is wrong with it, and what stands or could stand at a place. */
export class CodeChecker {
  readonly #files: TextFiles
  readonly #service: ts.LanguageService
  #scope: CodeScope | null = null
  #head = ''

  /** @param library declarations of the language, by path */
  constructor(library: Iterable<readonly [string, string]>) {
    this.#files = new TextFiles(library)
    this.#service = createLanguageService(this.#files)
  }

  /** Answers one question. */
  answer(scope: CodeScope, request: CheckerRequest): unknown {
    const { code } = request
    if (request.call === 'check') return this.check(scope, code)
    if (request.call === 'complete') return this.complete(scope, code, request.at)
    if (request.call === 'hover') return this.hover(scope, code, request.at)
    return this.describe(scope, code, request.at, request.label)
  }

  /** All that keeps the code from doing what its ports say, in the order of the text. */
  check(scope: CodeScope, code: string): CodeFault[] {
    this.#open(scope, code)
    return findFaults({ service: this.#service, path: codePath, scope, code, head: this.#head.length })
  }

  /** What may be written at a place; null where nothing can be said. */
  complete(scope: CodeScope, code: string, at: number): CodeCompletions | null {
    this.#open(scope, code)
    const found = this.#service.getCompletionsAtPosition(codePath, this.#head.length + at, {
      includeCompletionsForModuleExports: false,
      includeCompletionsWithInsertText: true,
      includeAutomaticOptionalChainCompletions: true,
      quotePreference: 'single',
    })
    if (found === undefined) return null
    const typed = /[\w$]*$/.exec(code.slice(0, at))?.[0] ?? ''
    const options = found.entries.filter(isWanted).map((entry) => ({
      label: entry.name,
      kind: entry.kind,
      apply: entry.insertText,
      applyFrom: entry.replacementSpan && entry.replacementSpan.start - this.#head.length,
      rank: entry.sortText,
    }))
    const span = found.optionalReplacementSpan
    return { from: span === undefined ? at - typed.length : span.start - this.#head.length, options }
  }

  /** Type and description of a suggestion. */
  describe(scope: CodeScope, code: string, at: number, label: string): CompletionDetails | null {
    this.#open(scope, code)
    const position = this.#head.length + at
    const found = this.#service.getCompletionEntryDetails(codePath, position, label, {}, undefined, {}, undefined)
    if (found === undefined) return null
    return { type: textOf(found.displayParts), description: textOf(found.documentation) }
  }

  /** Type and description of what stands at a place; null where nothing does. */
  hover(scope: CodeScope, code: string, at: number): CodeHover | null {
    this.#open(scope, code)
    const look = this.#service.getQuickInfoAtPosition as HoverDepth
    const found = look(codePath, this.#head.length + at, undefined, 1)
    if (found === undefined) return null
    const from = found.textSpan.start - this.#head.length
    if (from < 0 || from + found.textSpan.length > code.length) return null
    return {
      from,
      to: from + found.textSpan.length,
      type: textOf(found.displayParts),
      description: textOf(found.documentation),
    }
  }

  #open(scope: CodeScope, code: string): void {
    if (scope !== this.#scope) {
      this.#scope = scope
      this.#files.set(portsPath, typesOfScope(scope))
      this.#files.set(globalsPath, globalTypes(scope))
    }
    const { head, tail } = frameOf(scope.kind)
    this.#head = head
    this.#files.set(codePath, `${head}${code}${tail}`)
  }
}

function isWanted({ name, kind, insertText }: ts.CompletionEntry): boolean {
  // `value[Symbol]`, for what iterates.
  if (name === 'Symbol' && insertText !== undefined) return false
  if (kind === ts.ScriptElementKind.keyword) return words.has(name)
  return kind !== ts.ScriptElementKind.warning && !hiddenNames.has(name)
}

/** The call with how far types are told: 1 shows the fields of an object in place of its name. */
type HoverDepth = (path: string, at: number, maxLength: undefined, depth: number) => ts.QuickInfo | undefined

const textOf = (parts: readonly ts.SymbolDisplayPart[] | undefined): string =>
  ts.displayPartsToString([...(parts ?? [])])
