import { isObject } from '@millrace/contract/schemas/schema-keywords'
import type { Node } from './merge.ts'

const kinds = ['string', 'number', 'boolean', 'object', 'array'] as const

/** The type of a value in the words of schemas; 'undefined' for a value that is not there. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const clues: Record<string, readonly string[]> = {
  object: ['properties', 'patternProperties', 'additionalProperties', 'required', 'dependencies', 'minProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems', 'contains', 'additionalItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
}

/** The types a schema without `type` seems to mean. */
function meantKinds(node: Node): string[] {
  if (node.const !== undefined) return [kindOf(node.const)]
  if (Array.isArray(node.enum)) return [...new Set(node.enum.map(kindOf))]
  return Object.keys(clues).filter((kind) => clues[kind]?.some((keyword) => Object.hasOwn(node, keyword)))
}

/** The types a form offers for a node, without 'null', and whether null is a value of it. */
export function kindsOf(node: Node, value: unknown): { kinds: string[]; nullable: boolean } {
  if (node.type !== undefined) {
    const types = (Array.isArray(node.type) ? node.type : [node.type]) as string[]
    const some = types.filter((type) => type !== 'null' && !(type === 'integer' && types.includes('number')))
    return { kinds: some.length === 0 && types.includes('null') ? ['null'] : some, nullable: types.includes('null') }
  }
  const meant = meantKinds(node)
  const own = kindOf(value)
  if (value !== undefined && value !== null && !meant.includes(own)) return { kinds: [own], nullable: true }
  const some = meant.filter((kind) => kind !== 'null')
  if (meant.length > 0) return { kinds: some.length === 0 ? ['null'] : some, nullable: meant.includes('null') }
  return { kinds: [...kinds], nullable: true }
}

/** Whether a field of the type can show and change the value. Fields of text and numbers take each other's values. */
export function isShownAs(kind: string, value: unknown): boolean {
  if (value === undefined || value === null) return true
  if (kind === 'object') return isObject(value)
  if (kind === 'array') return Array.isArray(value)
  return typeof value !== 'object'
}
