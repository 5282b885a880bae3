import ts from 'typescript-checker'
import type { CodeScope } from '../code-scope.ts'

type Coded = { body: ts.Block; checker: ts.TypeChecker; scope: CodeScope }
type Unset = { start: number; length: number; message: string }

/**
 * Output ports that the code never gives a value. Where it hands `ctx` or `ctx.output` on as a whole, any may be set
 * there, and nothing is said.
 */
export function findUnsetOutputs({ body, checker, scope }: Coded): Unset[] {
  if (scope.outputs.length === 0 || body.statements.length <= 1) return []
  const given = new GivenOutputs(checker, scope.kind)
  given.read(body)
  if (given.mayBeAll) return []
  const last = given.last ?? body.statements.at(-1)
  if (last === undefined) return []
  const place = { start: last.getStart(), length: last.getWidth() }
  if (scope.kind === 'link') {
    return given.names.size > 0 ? [] : [{ ...place, message: 'ctx.output is never set: nothing goes on.' }]
  }
  return scope.outputs
    .filter(({ name }) => !given.names.has(name))
    .map(({ name }) => ({ ...place, message: `The output '${name}' is never set.` }))
}

class GivenOutputs {
  readonly names = new Set<string>()
  mayBeAll = false
  /** Where an output was given last. */
  last: ts.Node | null = null
  readonly #checker: ts.TypeChecker
  readonly #kind: CodeScope['kind']

  constructor(checker: ts.TypeChecker, kind: CodeScope['kind']) {
    this.#checker = checker
    this.#kind = kind
  }

  read(body: ts.Block): void {
    const visit = (node: ts.Node, isInner: boolean): void => {
      if (ts.isReturnStatement(node) && !isInner && node.expression !== undefined) this.#give(node.expression)
      else if (ts.isIdentifier(node) && node.text === 'ctx') this.#seen(node)
      ts.forEachChild(node, (child) => visit(child, isInner || ts.isFunctionLike(node)))
    }
    ts.forEachChild(body, (node) => visit(node, false))
  }

  /** A whole output: its properties are ports. */
  #give(expression: ts.Expression): void {
    this.last = expression
    const type = this.#checker.getTypeAtLocation(expression)
    for (const part of type.isUnion() ? type.types : [type]) {
      if ((part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null | ts.TypeFlags.Void)) !== 0) continue
      if (this.#kind === 'link') this.names.add('')
      else if ((part.flags & ts.TypeFlags.Object) === 0 || part.getStringIndexType() !== undefined) this.mayBeAll = true
      else for (const { name } of part.getProperties()) this.names.add(name)
    }
  }

  /** What becomes of `ctx` at one place. */
  #seen(ctx: ts.Identifier): void {
    const access = ctx.parent
    if (!isNamed(access) || access.expression !== ctx) {
      const isName = ts.isPropertyAccessExpression(access) && access.name === ctx
      // `const { input } = ctx` takes parts of it.
      const isTaken = ts.isVariableDeclaration(access) && access.initializer === ctx && !takesOutput(access.name)
      if (!isName && !isTaken) this.mayBeAll = true
      return
    }
    if (nameOf(access) !== 'output' || this.#kind === 'function') return
    const outer = access.parent
    if (isAssigned(access)) this.#give((outer as ts.BinaryExpression).right)
    else if (this.#kind === 'link') this.names.add('')
    else if (isNamed(outer) && outer.expression === access && nameOf(outer) !== null) {
      this.names.add(nameOf(outer) as string)
      this.last = outer
    } else this.mayBeAll = true
  }
}

type Named = ts.PropertyAccessExpression | ts.ElementAccessExpression

const isNamed = (node: ts.Node): node is Named =>
  ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)

const nameOf = (node: Named): string | null => {
  if (ts.isPropertyAccessExpression(node)) return node.name.text
  return ts.isStringLiteralLike(node.argumentExpression) ? node.argumentExpression.text : null
}

const isAssigned = (node: ts.Node): boolean =>
  ts.isBinaryExpression(node.parent) &&
  node.parent.left === node &&
  node.parent.operatorToken.kind === ts.SyntaxKind.EqualsToken

const takesOutput = (name: ts.BindingName): boolean =>
  !ts.isObjectBindingPattern(name) ||
  name.elements.some(({ propertyName, name: own, dotDotDotToken }) => {
    const taken = propertyName ?? own
    return dotDotDotToken !== undefined || !ts.isIdentifier(taken) || taken.text === 'output'
  })
