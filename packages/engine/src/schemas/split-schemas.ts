import { innerSchemas, isObject, setOwn } from '@millrace/contract/schemas/schema-keywords'

/** Schemas inside a schema from which on it is compiled by itself. */
const maxParts = 100

/**
 * The same documents with large objects inside them in documents of their own, which references lead to: Ajv makes one
 * function of each document, and its memory for one grows with the document. Alternatives are left whole, since their
 * findings are chosen by what stands inside them.
 * @param documents schemas by the key that references name
 */
export function splitDocuments(documents: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const split = new Map<string, unknown>()
  for (const [key, schema] of documents) {
    split.set(
      key,
      splitObject(schema, (part) => {
        const name = `part:/${split.size}`
        split.set(name, part)
        return { $ref: name }
      }).schema,
    )
  }
  return split
}

type Split = { schema: unknown; parts: number }

function splitObject(schema: unknown, moveOut: (part: unknown) => unknown): Split {
  if (!isObject(schema) || typeof schema.$ref === 'string') return { schema, parts: 1 }
  let parts = 1
  let copy: Record<string, unknown> | null = null
  const inner = (item: unknown): unknown => {
    const found = splitObject(item, moveOut)
    const moved = found.parts > maxParts ? moveOut(found.schema) : found.schema
    parts += found.parts > maxParts ? 1 : found.parts
    return moved
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const changed =
      keyword === 'properties' && isObject(value)
        ? mapOf(value, inner)
        : keyword === 'items' && isObject(value)
          ? inner(value)
          : value
    if (changed !== value) setOwn((copy ??= { ...schema }), keyword, changed)
    if (keyword !== 'properties' && keyword !== 'items') parts += countInside({ [keyword]: value })
  }
  return { schema: copy ?? schema, parts }
}

function mapOf(map: Record<string, unknown>, inner: (item: unknown) => unknown): Record<string, unknown> {
  const target: Record<string, unknown> = {}
  let changed = false
  for (const [name, item] of Object.entries(map)) {
    const to = inner(item)
    changed ||= to !== item
    setOwn(target, name, to)
  }
  return changed ? target : map
}

function countInside(schema: unknown): number {
  let count = 0
  for (const { schema: item } of innerSchemas(schema)) count += 1 + countInside(item)
  return count
}
