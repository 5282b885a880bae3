import ts from 'typescript-checker'
import type { CodeScope } from '../code-scope.ts'
import type { CodeFault } from './checker.types.ts'
import { isAlarmOnly, wordingOf } from './fault-rules.ts'
import { findUnsetOutputs } from './unset-outputs.ts'

type Checked = { service: ts.LanguageService; path: string; scope: CodeScope; code: string; head: number }

/** Faults that are told of one text. */
const maxFaults = 100

/** Faults of syntax; where there are none, all that contradicts the types, and outputs that nothing sets. */
export function findFaults({ service, path, scope, code, head }: Checked): CodeFault[] {
  const place = (start: number, length: number) => placeIn(code, start - head, length)
  const told = (found: readonly ts.Diagnostic[]): CodeFault[] =>
    found.map((one) => ({
      ...place(one.start ?? head, one.length ?? 0),
      severity: 'error',
      message: wordingOf(one, scope),
    }))
  const program = service.getProgram()
  const file = program?.getSourceFile(path)
  if (program === undefined || file === undefined) return []
  const body = bodyOf(file)
  // A brace too many ends the frame's function: what follows would only be told of the frame.
  const bodyEnd = (body?.end ?? head) - 1 - head
  if (bodyEnd < code.length) return [strayBrace(Math.max(0, bodyEnd))]
  const syntax = service.getSyntacticDiagnostics(path)
  if (body === null || syntax.length > 0) return inOrder(told(syntax))
  const checker = program.getTypeChecker()
  const meant = service.getSemanticDiagnostics(path).filter((one) => !isAlarmOnly(one, file, checker))
  const unset = findUnsetOutputs({ body, checker, scope }).map(({ start, length, message }) => ({
    ...place(start, length),
    severity: 'warning' as const,
    message,
  }))
  return inOrder([...told(meant), ...unset])
}

function inOrder(faults: readonly CodeFault[]): CodeFault[] {
  const distinct = new Map(faults.map((fault) => [`${fault.from} ${fault.to} ${fault.message}`, fault]))
  return [...distinct.values()].toSorted((one, other) => one.from - other.from).slice(0, maxFaults)
}

/** A place in the author's own text: what is said of the frame belongs to its end. */
function placeIn(code: string, start: number, length: number): { from: number; to: number } {
  const from = Math.min(Math.max(start, 0), code.length)
  const to = start < 0 ? from : Math.min(start + length, code.length)
  if (to > from) return { from, to }
  // Something to be seen: the character before.
  return from > 0 ? { from: from - 1, to: from } : { from: 0, to: Math.min(1, code.length) }
}

/** The body of the frame's function. */
function bodyOf(file: ts.SourceFile): ts.Block | null {
  const [statement] = file.statements
  const outer = statement !== undefined && ts.isExpressionStatement(statement) ? statement.expression : undefined
  if (outer === undefined || !ts.isParenthesizedExpression(outer)) return null
  return ts.isFunctionExpression(outer.expression) ? outer.expression.body : null
}

const strayBrace = (at: number): CodeFault => ({
  from: at,
  to: at + 1,
  severity: 'error',
  message: 'This brace closes what the code has not opened.',
})
