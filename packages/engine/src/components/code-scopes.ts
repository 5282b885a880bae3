import type { AnyNode, Identifier, Pattern } from 'acorn'

/** A name as the text declares it, and everything that names it. */
export type Binding = { declared: Declaration[]; uses: Identifier[] }

/** `by`: the declarator, function or class that declares the name, or the function whose parameter it is. */
export type Declaration = { kind: 'variable' | 'parameter' | 'function' | 'other'; by: AnyNode }

type Scope = { names: Map<string, Binding>; outer: Scope | null; isFunction: boolean }

/** Who is whose child, and which declaration each name means. A name that nothing declares has no binding. */
export type CodeScopes = {
  parentOf(node: AnyNode): AnyNode | undefined
  bindingOf(name: Identifier): Binding | undefined
  /** Names that the text itself does not declare. */
  isUndeclared(name: string): boolean
}

/** Scopes that may be looked into for all names of a text. */
const maxLooks = 300_000

/**
 * Reads the scopes of strict code of today's language; `root` is a function expression.
 * @throws RangeError where that would take too long
 */
export function readScopes(root: AnyNode): CodeScopes {
  const reader = new ScopeReader()
  reader.read(root)
  return reader.resolved()
}

class ScopeReader {
  readonly #parents = new Map<AnyNode, AnyNode>()
  readonly #bindings = new Map<Identifier, Binding>()
  readonly #uses: [Identifier, Scope][] = []
  readonly #undeclared = new Set<string>()
  #scope: Scope = { names: new Map(), outer: null, isFunction: true }

  read(root: AnyNode): void {
    this.#walk(root)
  }

  /** Declarations count from the beginning of their scope: names are looked up once all are known. */
  resolved(): CodeScopes {
    let looks = 0
    for (const [name, from] of this.#uses) {
      let scope: Scope | null = from
      while (scope !== null && !scope.names.has(name.name)) {
        if (++looks > maxLooks) throw new RangeError('too many scopes')
        scope = scope.outer
      }
      const binding = scope?.names.get(name.name)
      if (binding === undefined) this.#undeclared.add(name.name)
      else {
        binding.uses.push(name)
        this.#bindings.set(name, binding)
      }
    }
    return {
      parentOf: (node) => this.#parents.get(node),
      bindingOf: (name) => this.#bindings.get(name),
      isUndeclared: (name) => this.#undeclared.has(name),
    }
  }

  #within(isFunction: boolean, work: () => void): void {
    const outer = this.#scope
    this.#scope = { names: new Map(), outer, isFunction }
    work()
    this.#scope = outer
  }

  #declare(name: Identifier, declaration: Declaration, isVar = false): void {
    let scope = this.#scope
    // In a `catch` that is called so, a `var` gives its value to what was caught.
    while (isVar && !scope.isFunction && !scope.names.has(name.name)) scope = scope.outer as Scope
    // A `var` beside a parameter of this name is that parameter.
    if (isVar && scope.outer?.names.get(name.name)?.declared.some(({ kind }) => kind === 'parameter')) {
      scope = scope.outer
    }
    let binding = scope.names.get(name.name)
    if (binding === undefined) scope.names.set(name.name, (binding = { declared: [], uses: [] }))
    binding.declared.push(declaration)
    this.#bindings.set(name, binding)
  }

  #children(node: AnyNode, ...keys: string[]): void {
    for (const key of keys) {
      const value = (node as unknown as Record<string, unknown>)[key]
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) this.#child(node, child)
      }
    }
  }

  #child(parent: AnyNode, child: AnyNode): void {
    this.#parents.set(child, parent)
    this.#walk(child)
  }

  /** What a pattern declares; default values and computed names in it are code like any other. */
  #pattern(parent: AnyNode, pattern: Pattern, declaration: Declaration, isVar: boolean): void {
    this.#parents.set(pattern, parent)
    if (pattern.type === 'Identifier') this.#declare(pattern, declaration, isVar)
    else if (pattern.type === 'RestElement') this.#pattern(pattern, pattern.argument, declaration, isVar)
    else if (pattern.type === 'ArrayPattern') {
      for (const element of pattern.elements) {
        if (element !== null) this.#pattern(pattern, element, declaration, isVar)
      }
    } else if (pattern.type === 'AssignmentPattern') {
      this.#pattern(pattern, pattern.left, declaration, isVar)
      this.#child(pattern, pattern.right)
    } else if (pattern.type === 'ObjectPattern') {
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          this.#pattern(pattern, property, declaration, isVar)
          continue
        }
        this.#parents.set(property, pattern)
        if (property.computed) this.#child(property, property.key)
        this.#pattern(property, property.value, declaration, isVar)
      }
    } else this.#child(parent, pattern)
  }

  #walk(node: AnyNode): void {
    switch (node.type) {
      case 'Identifier':
        this.#uses.push([node, this.#scope])
        return
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        this.#function(node)
        return
      case 'ClassDeclaration':
      case 'ClassExpression':
        if (node.type === 'ClassDeclaration' && node.id) this.#declare(node.id, { kind: 'other', by: node })
        this.#within(false, () => {
          if (node.id) this.#declare(node.id, { kind: 'other', by: node })
          this.#children(node, 'superClass', 'body')
        })
        return
      case 'VariableDeclaration':
        for (const declarator of node.declarations) {
          this.#parents.set(declarator, node)
          this.#pattern(declarator, declarator.id, { kind: 'variable', by: declarator }, node.kind === 'var')
          this.#children(declarator, 'init')
        }
        return
      case 'CatchClause':
        this.#within(false, () => {
          if (node.param) this.#pattern(node, node.param, { kind: 'other', by: node }, false)
          this.#children(node, 'body')
        })
        return
      case 'StaticBlock':
        this.#within(true, () => this.#children(node, 'body'))
        return
      case 'BlockStatement':
      case 'ForStatement':
      case 'ForInStatement':
      case 'ForOfStatement':
        this.#within(false, () => this.#others(node))
        return
      case 'SwitchStatement':
        this.#children(node, 'discriminant')
        this.#within(false, () => this.#children(node, 'cases'))
        return
      case 'MemberExpression':
        this.#children(node, 'object', ...(node.computed ? ['property'] : []))
        return
      case 'Property':
      case 'MethodDefinition':
      case 'PropertyDefinition':
        this.#children(node, ...(node.computed ? ['key'] : []), 'value')
        return
      case 'LabeledStatement':
        this.#children(node, 'body')
        return
      case 'BreakStatement':
      case 'ContinueStatement':
      case 'MetaProperty':
        return
      default:
        this.#others(node)
    }
  }

  #others(node: AnyNode): void {
    this.#children(node, ...Object.keys(node))
  }

  /** Parameters in a scope around the body's: a default value does not see what the body declares. */
  #function(node: Extract<AnyNode, { params: Pattern[] }>): void {
    if (node.type === 'FunctionDeclaration' && node.id) this.#declare(node.id, { kind: 'function', by: node })
    this.#within(false, () => {
      if (node.type === 'FunctionExpression' && node.id) this.#declare(node.id, { kind: 'other', by: node })
      this.#within(true, () => {
        for (const param of node.params) this.#pattern(node, param, { kind: 'parameter', by: node }, false)
        this.#within(true, () => {
          if (node.body.type !== 'BlockStatement') this.#child(node, node.body)
          else {
            this.#parents.set(node.body, node)
            this.#children(node.body, 'body')
          }
        })
      })
    })
  }
}

const isNode = (value: unknown): value is AnyNode =>
  value !== null && typeof value === 'object' && typeof (value as AnyNode).type === 'string'
