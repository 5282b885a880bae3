import ts from 'typescript-checker'
import type { CodeScope } from '../code-scope.ts'

const codes = {
  noProperty: 2339,
  noSuchProperty: 2551,
  noModule: 2307,
  noElement: 7053,
  wrongType: 2322,
  leftOperand: 2362,
  rightOperand: 2363,
  onlyRead: 2542,
  missingProperty: 2741,
  missingProperties: 2739,
  moreMissingProperties: 2740,
}

/** Whether JavaScript does here what its author means, though types forbid it, or the same is said better beside it. */
export function isAlarmOnly(fault: ts.Diagnostic, file: ts.SourceFile, checker: ts.TypeChecker): boolean {
  const { code, start = 0 } = fault
  if (isWidened(fault) || isUntold(fault, file)) return true
  // What is put into the output of a function, which can only be read.
  if (code === codes.wrongType && /to type 'never'/.test(sentenceOf(fault)) && isOutput(nodeAt(file, start)))
    return true
  const node = nodeAt(file, start)
  // Truth values and dates count as numbers.
  if (code === codes.leftOperand || code === codes.rightOperand) return countsAsNumber(checker, node)
  if (code === codes.noProperty || code === codes.noSuchProperty) return isOfLiteral(checker, node)
  const isMissing = [codes.missingProperty, codes.missingProperties, codes.moreMissingProperties].includes(code)
  return isMissing && areSetLater(missingNames(sentenceOf(fault)), file)
}

/** What is said of a fault: TypeScript's own sentence, or the sandbox's where it has one. */
export function wordingOf(fault: ts.Diagnostic, { kind }: CodeScope): string {
  const { code } = fault
  const text = sentenceOf(fault)
  if (code === codes.noModule) return `Module ${/'([^']*)'/.exec(text)?.[1] ?? ''} is not allowed`
  if (code === codes.onlyRead && kind === 'function') return 'A function returns its outputs: nothing reads ctx.output.'
  const service = code === codes.noProperty ? /'(db|http)' does not exist on type 'Ctx'/.exec(text)?.[1] : undefined
  if (service === undefined) return text
  if (kind !== 'instruction') return `Only an instruction has ctx.${service}.`
  return `ctx.${service} needs the switch '${service === 'db' ? 'May use databases' : 'May use files and network'}'.`
}

/** A type that cannot be told, as of a parameter; not so a field that is named and not there. */
function isUntold({ code, start = 0 }: ts.Diagnostic, file: ts.SourceFile): boolean {
  if (code < 7000 || code > 7099) return false
  const node = nodeAt(file, start)
  const index = ts.isElementAccessExpression(node) ? node.argumentExpression : node
  return code !== codes.noElement || !ts.isStringLiteralLike(index)
}

/**
 * A text where one of some texts is wanted: which one it is, its type does not say, since what is first kept in a variable
 * or in an object counts as any text. The same with numbers.
 */
function isWidened({ messageText }: ts.Diagnostic): boolean {
  const reasons = innermost([typeof messageText === 'string' ? { messageText } : messageText])
  return reasons.every((text) => /^Type '(?:string|number)' is not assignable to type '(?:"|\d|-\d)/.test(text))
}

/** The sentences at the ends of a chain of reasons. */
const innermost = (chains: readonly Reason[]): string[] =>
  chains.flatMap(({ messageText, next }) => (next === undefined || next.length === 0 ? [messageText] : innermost(next)))
type Reason = { messageText: string; next?: ts.DiagnosticMessageChain[] }

const sentenceOf = ({ messageText }: ts.Diagnostic): string => ts.flattenDiagnosticMessageText(messageText, '\n')

/** The innermost expression or statement that begins at a place. */
function nodeAt(file: ts.SourceFile, start: number): ts.Node {
  let found: ts.Node = file
  const visit = (node: ts.Node): void => {
    if (node.getStart(file) > start || node.end <= start) return
    if (found.getStart(file) < start || ts.isStatement(found)) found = node
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)
  return found
}

function countsAsNumber(checker: ts.TypeChecker, node: ts.Node): boolean {
  const operand = ts.isBinaryExpression(node) ? node.left : node
  const type = checker.getTypeAtLocation(operand)
  return (type.flags & ts.TypeFlags.BooleanLike) !== 0 || type.symbol?.name === 'Date'
}

const isOutput = (node: ts.Node): boolean => /^ctx\s*\.\s*output\b/.test(node.getText())

/** A field of an object that the code has written itself: JavaScript adds fields as it goes. */
function isOfLiteral(checker: ts.TypeChecker, field: ts.Node): boolean {
  const owner = ownerOf(field)
  if (owner === undefined) return false
  const type = checker.getTypeAtLocation(owner)
  return (type.isUnion() ? type.types : [type]).some(({ symbol }) => {
    const declared = symbol?.valueDeclaration
    return declared !== undefined && ts.isObjectLiteralExpression(declared)
  })
}

/** What a field is read of: `owner.name` or `const { name } = owner`. */
function ownerOf(field: ts.Node): ts.Node | undefined {
  if (ts.isBindingElement(field)) {
    const declared = field.parent.parent
    return ts.isVariableDeclaration(declared) ? declared.initializer : field.parent
  }
  const { parent } = field
  return ts.isPropertyAccessExpression(parent) && parent.name === field ? parent.expression : undefined
}

/** The names that a sentence about missing properties gives. */
function missingNames(sentence: string): string[] {
  const [, one] = /^Property '([^']+)' is missing/.exec(sentence) ?? []
  if (one !== undefined) return [one]
  const [, all = ''] = /: ([^:\n]+)$/m.exec(sentence) ?? []
  return all.replace(/, and \d+ more\.?$/, '').split(', ')
}

/** Whether the code gives fields of these names to an object that it has made, one by one. */
function areSetLater(names: readonly string[], file: ts.SourceFile): boolean {
  const set = new Set<string>()
  let isAnySet = false
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
      if (ts.isPropertyAccessExpression(node.left)) set.add(node.left.name.text)
      else if (ts.isElementAccessExpression(node.left)) {
        const { argumentExpression: index } = node.left
        if (ts.isStringLiteralLike(index)) set.add(index.text)
        else isAnySet = true
      }
    }
    if (ts.isCallExpression(node) && fillsArguments(node)) isAnySet ||= node.arguments.some(isMade)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return isAnySet || names.every((name) => set.has(name))
}

/** Whether a function of the code itself, or `Object.assign`, is called: it may fill what it is given. */
const fillsArguments = ({ expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression) || expression.getText() === 'Object.assign'

/** A variable: an object that the code made may stand in it. */
const isMade = (argument: ts.Node): boolean => ts.isIdentifier(argument) && argument.text !== 'ctx'
