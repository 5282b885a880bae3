import { describeNumberLoss, describeRepeatedName, describeTextLoss } from '@millrace/contract/schemas/json-loss.rule'
import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common'
import { nameOf, type TextRange, type TextSource } from './json-places.ts'

/** Something in a text that is no JSON, or that JSON would change in silence. */
export type JsonFault = TextRange & { message: string }

/** Faults that are told of one text. */
const maxFaults = 100

const expected: Record<string, string> = {
  Object: 'a name in double quotes, a comma or }',
  Property: 'a colon and a value',
  Array: 'a value, a comma or ]',
  JsonText: 'one value and nothing after it',
}

/**
 * What keeps the text from being read as JSON without loss: syntax, names that come twice in an object, and numbers that
 * JavaScript cannot hold.
 * @param tree of the whole text, from lang-json
 */
export function findJsonFaults(tree: Tree, text: TextSource & { length: number }): JsonFault[] {
  const faults: JsonFault[] = []
  const tell = (fault: JsonFault | null) => {
    if (fault !== null && faults.length < maxFaults) faults.push(fault)
  }
  if (text.sliceString(0, text.length).trim() === '')
    return [{ from: 0, to: text.length, message: 'There is no JSON yet.' }]
  tree.iterate({
    enter(node) {
      if (node.type.isError) tell(syntaxFault(node, text))
      else if (node.name === 'Number') tell(numberFault(node, text))
      else if (node.name === 'String' || node.name === 'PropertyName') tell(stringFault(node, text))
      else if (node.name === 'Object') for (const fault of repeatedNames(node.node, text)) tell(fault)
    },
  })
  return faults
}

function syntaxFault({ from, to, node }: SyntaxNodeRef, text: TextSource & { length: number }): JsonFault {
  const wanted = expected[node.parent?.name ?? ''] ?? 'something else'
  const found = text.sliceString(from, to).split('\n', 1)[0]?.trim() ?? ''
  const start = Math.min(from, Math.max(0, text.length - 1))
  if (found === '')
    return { from: start, to: Math.max(to, start + 1), message: `Something is missing: expected ${wanted}.` }
  const shown = found.length <= 30 ? found : `${found.slice(0, 30)}…`
  return { from, to, message: `Did not expect ${shown}: expected ${wanted}.` }
}

function numberFault({ from, to }: SyntaxNodeRef, text: TextSource): JsonFault | null {
  const message = describeNumberLoss(text.sliceString(from, to))
  return message === null ? null : { from, to, message }
}

function stringFault({ from, to }: SyntaxNodeRef, text: TextSource): JsonFault | null {
  try {
    const written = text.sliceString(from, to)
    JSON.parse(written)
    const message = describeTextLoss(written)
    return message === null ? null : { from, to, message }
  } catch {
    return { from, to, message: 'This text holds a character that JSON writes as \\n, \\t, \\\\ or \\u…' }
  }
}

function repeatedNames(object: SyntaxNode, text: TextSource): JsonFault[] {
  const seen = new Set<string>()
  return object.getChildren('Property').flatMap((property) => {
    const name = nameOf(property, text)
    const place = property.getChild('PropertyName')
    if (name === null || place === null) return []
    const repeated = seen.has(name)
    seen.add(name)
    if (!repeated) return []
    return [
      {
        from: place.from,
        to: place.to,
        message: describeRepeatedName(name),
      },
    ]
  })
}
