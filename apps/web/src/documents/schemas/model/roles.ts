import type { Path } from './paths.ts'

/**
 * What stands at a path of a schema: a schema, a keyword's map or list of schemas, or what holds none. `keyword` is the
 * one that it belongs to: 'properties' for a field, '' for the whole. A field may be called 'properties', so that the
 * names of a path say nothing by themselves.
 */
export type Role = { is: 'schema' | 'map' | 'list' | 'data'; keyword: string }

const maps = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependencies'])
const lists = new Set(['allOf', 'anyOf', 'oneOf'])
const single = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
])

export function roleOf(path: Path): Role {
  let role: Role = { is: 'schema', keyword: '' }
  for (const [at, part] of path.entries()) {
    if (role.is === 'data') return role
    if (role.is !== 'schema') role = { is: 'schema', keyword: role.keyword }
    else if (role.keyword === 'items' && path[at - 1] === 'items' && /^\d+$/.test(part))
      role = { is: 'schema', keyword: 'items' }
    else if (maps.has(part)) role = { is: 'map', keyword: part }
    else if (lists.has(part)) role = { is: 'list', keyword: part }
    else role = { is: single.has(part) ? 'schema' : 'data', keyword: part }
  }
  return role
}

/** Whether a field of an object stands there. */
export const isField = (path: Path): boolean => {
  const { is, keyword } = roleOf(path)
  return is === 'schema' && keyword === 'properties'
}

/** Whether it has a name of the author's, which can be changed. */
export const hasOwnName = (path: Path): boolean => {
  const { is, keyword } = roleOf(path)
  return is === 'schema' && maps.has(keyword) && roleOf(path.slice(0, -1)).is === 'map'
}
