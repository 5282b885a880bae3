import type { Component, JsonSchema } from '@millrace/contract'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { hasInside } from './model/draft.ts'

/**
 * The form definition for a kind of component: what only the other kinds have is not drawn, and stays as it is; nor is
 * its inside, where that is hidden (CMP-011).
 */
export function formFor(definition: JsonSchema, kind: Component['kind'], withInside: boolean): JsonSchema {
  const { properties } = definition
  if (!isObject(properties)) return definition
  const inside = ['instances', 'links']
  const unused = hasInside(kind) ? ['jsCode', ...(withInside ? [] : inside)] : inside
  return {
    ...definition,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, unused.includes(name) ? hidden(field) : field]),
    ),
  }
}

const hidden = (field: unknown): unknown =>
  isObject(field) ? { ...field, ui: { ...(isObject(field.ui) ? field.ui : {}), hidden: true } } : field
