import { type AnyNode, type Identifier, type MemberExpression, Parser, type Pattern } from 'acorn'
import { type Binding, type CodeScopes, readScopes } from './code-scopes.ts'

/** Texts beyond this are not looked through: a text that is made to be slow to read must not take long either. */
const maxChars = 16_384
const maxBraces = 1000
const maxSteps = 5000
const maxParameters = 16

/** What every object has: such a name is no field alone, and what hides behind it may hand the whole object on. */
const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))

/** Of `ctx`; anything else might be a way to it as a whole. */
const besideInput = new Set(['output', 'log', 'rt_context', 'db', 'http'])

type TrackedValue = 'ctx' | 'input' | 'record'

/** Patterns are not looked into: that can take exponential time, and whoever runs the text says what is wrong with one. */
const CodeParser = Parser.extend((Base) => {
  return class extends Base {
    validateRegExpFlags(): void {}
    validateRegExpPattern(): void {}
  } as typeof Base
})

/**
 * The fields that a text reads of the record on an input port; null where it may see more of it: hands the record on,
 * keeps it, changes it, looks at it as a whole or in any way not known here.
 * @param code an author's text, as `ProgramSource.code`
 */
export function fieldsReadBy(code: string, isAsync: boolean, port: string): ReadonlySet<string> | null {
  if (code.length > maxChars || code.split('{').length > maxBraces || inherited.has(port)) return null
  try {
    const root = functionOf(code, isAsync)
    return root === null ? null : new ReadTracker(root, port).fields()
  } catch {
    // Text that is no code, or nested too deep to be looked through: whoever runs it says what is wrong with it.
    return null
  }
}

type Root = Extract<AnyNode, { type: 'FunctionExpression' }>

/** The text as the body of the function that the runner makes of it; null where it ends that function early. */
function functionOf(code: string, isAsync: boolean): Root | null {
  const text = `(${isAsync ? 'async ' : ''}function (ctx,require) {"use strict";\n${code}\n})`
  const { body } = CodeParser.parse(text, { ecmaVersion: 'latest', sourceType: 'script' })
  const [only] = body
  if (body.length !== 1 || only?.type !== 'ExpressionStatement') return null
  return only.expression.type === 'FunctionExpression' ? only.expression : null
}

class UnknownUseError extends Error {}

function refuse(): never {
  throw new UnknownUseError()
}

class ReadTracker {
  readonly #scopes: CodeScopes
  readonly #root: Root
  readonly #port: string
  readonly #fields = new Set<string>()
  readonly #followed = new Map<Binding, TrackedValue>()
  readonly #called = new Set<Binding>()
  #steps = 0

  constructor(root: Root, port: string) {
    this.#root = root
    this.#port = port
    this.#scopes = readScopes(root)
  }

  fields(): ReadonlySet<string> {
    if (this.#scopes.isUndeclared('eval') || this.#scopes.isUndeclared('arguments')) refuse()
    const [ctx] = this.#root.params
    this.#bind(ctx as Pattern, 'ctx')
    return this.#fields
  }

  /** Everything that names a value which is known to be ctx, its input or the record. */
  #alias(name: Identifier, what: TrackedValue): void {
    const binding = this.#scopes.bindingOf(name)
    if (binding === undefined || binding.declared.length !== 1) refuse()
    const before = this.#followed.get(binding)
    if (before !== undefined && before !== what) refuse()
    if (before !== undefined) return
    this.#followed.set(binding, what)
    for (const use of binding.uses) this.#follow(use, what)
  }

  /** What is done with an expression that has the value. */
  #follow(node: AnyNode, what: TrackedValue): void {
    if (++this.#steps > maxSteps) refuse()
    const parent = this.#parent(node)
    switch (parent.type) {
      case 'MemberExpression': {
        const name = parent.object === node || isChainOf(parent.object, node) ? memberName(parent) : null
        if (name === null) refuse()
        this.#take(name, what, () => this.#part(parent, what))
        return
      }
      case 'VariableDeclarator':
        this.#bind(parent.id, what)
        return
      case 'CallExpression':
        this.#handedOn(parent, node, what)
        return
      case 'UnaryExpression':
        // Of an object they say the same, whatever is in it.
        if (parent.operator !== '!' && parent.operator !== 'typeof') refuse()
        return
      case 'IfStatement':
      case 'ConditionalExpression':
        if (!isSame(parent.test, node)) refuse()
        return
      default:
        refuse()
    }
  }

  /** One property of the value: `inside` follows what it holds, where that is to be followed. */
  #take(name: string, what: TrackedValue, inside: () => void): void {
    if (inherited.has(name)) refuse()
    if (what === 'record') this.#fields.add(name)
    else if (what === 'ctx' && name !== 'input' && !besideInput.has(name)) refuse()
    inside()
  }

  #part(member: MemberExpression, what: TrackedValue): void {
    const name = memberName(member)
    const outer = this.#parent(member)
    // Called like a method, a function would get the object itself.
    if (outer.type === 'CallExpression' && isSame(outer.callee, member)) refuse()
    if (outer.type === 'TaggedTemplateExpression' && isSame(outer.tag, member)) refuse()
    if (what === 'ctx' && name === 'output') return
    if (this.#isWritten(member)) refuse()
    if (what === 'ctx' && name === 'input') this.#follow(member, 'input')
    if (what === 'input' && name === this.#port) this.#follow(member, 'record')
  }

  /** A name or pattern that the value is given to. */
  #bind(pattern: Pattern, what: TrackedValue): void {
    if (pattern.type === 'Identifier') return this.#alias(pattern, what)
    if (pattern.type !== 'ObjectPattern') refuse()
    for (const property of pattern.properties) {
      if (property.type !== 'Property' || property.computed) refuse()
      const { key, value } = property
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : refuse()
      this.#take(name, what, () => {
        if (what === 'ctx' && name === 'input') this.#bind(value, 'input')
        if (what === 'input' && name === this.#port) this.#bind(value, 'record')
      })
    }
  }

  /** The value as an argument of a function of the text's own, whose parameter is followed in turn. */
  #handedOn(call: Extract<AnyNode, { type: 'CallExpression' }>, node: AnyNode, what: TrackedValue): void {
    const index = call.arguments.findIndex((argument) => isSame(argument, node))
    const { callee } = call
    if (
      index < 0 ||
      index > maxParameters ||
      call.arguments.slice(0, index).some(({ type }) => type === 'SpreadElement')
    )
      refuse()
    if (callee.type !== 'Identifier') refuse()
    const called = this.#functionNamed(callee)
    const before = called.params.slice(0, index + 1)
    if (before.some(({ type }) => type === 'RestElement')) refuse()
    const param = called.params[index]
    if (param !== undefined) this.#bind(param, what)
  }

  #functionNamed(name: Identifier): Extract<AnyNode, { params: Pattern[] }> {
    const binding = this.#scopes.bindingOf(name)
    const [declaration, ...others] = binding?.declared ?? []
    if (binding === undefined || declaration === undefined || others.length > 0) refuse()
    if (!this.#called.has(binding) && binding.uses.some((use) => this.#isWritten(use))) refuse()
    this.#called.add(binding)
    const { by, kind } = declaration
    if (kind === 'function' && by.type === 'FunctionDeclaration') return by
    if (kind !== 'variable' || by.type !== 'VariableDeclarator' || by.id.type !== 'Identifier') refuse()
    const { init } = by
    return init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression' ? init : refuse()
  }

  /** Whether a place is given a value, in any of the ways there are. */
  #isWritten(node: AnyNode): boolean {
    const parent = this.#parent(node)
    switch (parent.type) {
      case 'AssignmentExpression':
      case 'ForInStatement':
      case 'ForOfStatement':
      case 'AssignmentPattern':
        return isSame(parent.left, node)
      case 'UpdateExpression':
      case 'ArrayPattern':
      case 'RestElement':
        return true
      case 'UnaryExpression':
        return parent.operator === 'delete'
      case 'Property':
        return this.#parent(parent).type === 'ObjectPattern'
      default:
        return false
    }
  }

  /** What an expression stands in; `a?.b` as a whole is the same as `a.b`. */
  #parent(node: AnyNode): AnyNode {
    const parent = this.#scopes.parentOf(node)
    if (parent === undefined) refuse()
    return parent.type === 'ChainExpression' ? this.#parent(parent) : parent
  }
}

const isChainOf = (outer: AnyNode, node: AnyNode): boolean =>
  outer.type === 'ChainExpression' && outer.expression === node
const isSame = (outer: AnyNode, node: AnyNode): boolean => outer === node || isChainOf(outer, node)

/** The name of `a.name`, `a['name']`; null where it is computed. */
function memberName({ computed, property }: MemberExpression): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null
}
