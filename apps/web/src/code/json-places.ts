import type { SyntaxNode, Tree } from '@lezer/common'

/** A part of a text: from this character up to, not including, that one. */
export type TextRange = { from: number; to: number }
/** Whatever gives parts of a text: a CodeMirror document, or the text itself. */
export type TextSource = { sliceString(from: number, to: number): string }

/** The name of a property as it is meant, or null for one that is not closed yet. */
export function nameOf(property: SyntaxNode, text: TextSource): string | null {
  const name = property.getChild('PropertyName')
  if (name === null) return null
  try {
    return JSON.parse(text.sliceString(name.from, name.to)) as string
  } catch {
    return null
  }
}

const isValue = ({ name }: SyntaxNode): boolean => /^(?:Object|Array|String|Number|True|False|Null)$/.test(name)

/** The parts of a list in their order, without brackets and commas. */
function valuesIn(array: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = []
  for (let child = array.firstChild; child !== null; child = child.nextSibling) if (isValue(child)) values.push(child)
  return values
}

const valueOfProperty = (property: SyntaxNode): SyntaxNode | null =>
  property.lastChild !== null && isValue(property.lastChild) ? property.lastChild : null

/**
 * Where the value of a JSON pointer stands: the name of a property, else the value. What the pointer does not reach is
 * told at the innermost part that is there.
 */
export function rangeOfPointer(tree: Tree, text: TextSource, pointer: string): TextRange {
  let node = tree.topNode.firstChild
  let range: TextRange = { from: node?.from ?? 0, to: node?.to ?? 0 }
  for (const part of pointer.split('/').slice(1)) {
    if (node === null) return range
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (node.name === 'Array') {
      const item: SyntaxNode | undefined = valuesIn(node)[Number(key)]
      if (item === undefined) return range
      range = item
      node = item
    } else {
      const property: SyntaxNode | undefined = node
        .getChildren('Property')
        .findLast((child) => nameOf(child, text) === key)
      if (property === undefined) return range
      range = property.getChild('PropertyName') ?? property
      node = valueOfProperty(property)
    }
  }
  return { from: range.from, to: range.to }
}

/** The JSON pointer of the value or property that stands at a place, '' for the whole. */
export function pointerAt(tree: Tree, text: TextSource, at: number): string {
  const parts: string[] = []
  for (let node: SyntaxNode | null = tree.resolveInner(at, -1); node !== null; node = node.parent) {
    const { parent } = node
    if (node.name === 'Property') parts.unshift(nameOf(node, text) ?? '')
    else if (parent?.name === 'Array' && isValue(node)) {
      const { from } = node
      parts.unshift(String(valuesIn(parent).findIndex((value) => value.from === from)))
    }
  }
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
