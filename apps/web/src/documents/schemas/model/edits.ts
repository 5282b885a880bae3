import type { DocumentEdit } from '../../editing/history.ts'
import {
  isPlain,
  isWithin,
  insertAt,
  type Json,
  type Path,
  partsIn,
  renameField,
  replaceAt,
  samePath,
  valueAt,
} from './paths.ts'

import { insertedEntry, movedPart, referenceTo, referredPath, removedEntry, withReferences } from './references.ts'
import { hasOwnName, isField } from './roles.ts'

/** An edit of a schema: its name as Undo shows it ('rename of price'), the schema after it, and what is selected then. */
export type Edit = { name: string; schema: Json; selected: Path }

/** The edit as a step that can be undone. */
export const stepOf = ({ name, schema, selected }: Edit): DocumentEdit<Json, Path> => ({
  name,
  value: schema,
  selected,
})

const labelOf = (path: Path): string => path.at(-1) ?? 'the schema'
const objectAround = (path: Path): Path => path.slice(0, -2)

/** Sets a keyword of the schema at `path`, or takes it away with undefined. */
export function setKeyword(schema: Json, path: Path, keyword: string, value: unknown): Edit {
  const before = valueAt(schema, [...path, keyword])
  const verb = value === undefined ? 'removal' : before === undefined ? 'new' : 'change'
  const of = path.length === 0 ? keyword : `${keyword} of ${labelOf(path)}`
  return {
    name: verb === 'new' ? `new ${of}` : `${verb} of ${of}`,
    schema: replaceAt(schema, [...path, keyword], value),
    selected: path,
  }
}

/** Sets an option of how a form shows the field (D-121); the last one that goes takes `ui` with it. */
export function setUiOption(schema: Json, path: Path, option: string, value: unknown): Edit {
  const next = replaceAt(schema, [...path, 'ui', option], value)
  const isLast = partsIn(valueAt(next, [...path, 'ui'])).length === 0
  return {
    name: `change of ${option} of ${labelOf(path)}`,
    schema: isLast ? replaceAt(next, [...path, 'ui'], undefined) : next,
    selected: path,
  }
}

/** Adds a property with a free name to the object at `path`. */
export function addProperty(schema: Json, path: Path, value: unknown, wanted = 'field'): Edit {
  const properties = [...path, 'properties']
  const name = freeName(wanted, partsIn(valueAt(schema, properties)))
  return {
    name: `new field ${name}`,
    schema: replaceAt(schema, [...properties, name], value),
    selected: [...properties, name],
  }
}

/** 'field', 'field2', 'field3' …: the first that is free. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let n = 2; ; n++) if (!taken.includes(`${wanted}${n}`)) return `${wanted}${n}`
}

/** Adds a schema to the list (`allOf`, `anyOf`, `oneOf`, a list of `items`) of the schema at `path`. */
export function addToList(schema: Json, path: Path, keyword: string, value: unknown): Edit {
  const list = [...path, keyword]
  const before = valueAt(schema, list)
  const count = Array.isArray(before) ? before.length : 0
  return {
    name: `new ${keyword}`,
    schema: replaceAt(schema, list, [...(Array.isArray(before) ? before : []), value]),
    selected: [...list, String(count)],
  }
}

/**
 * Takes a schema or keyword out. A property goes from `required` and `dependencies` of its object as well; references to
 * entries of a list behind it follow.
 */
export function removeAt(schema: Json, path: Path): Edit {
  const next = withReferences(takeOut(schema, path), removedEntry(schema, path))
  return { name: `removal of ${labelOf(path)}`, schema: next, selected: path.slice(0, -1) }
}

function takeOut(schema: Json, path: Path): Json {
  const next = replaceAt(schema, path, undefined)
  return isField(path) ? withoutProperty(next, objectAround(path), labelOf(path)) : next
}

function withoutProperty(schema: Json, object: Path, property: string): Json {
  let next = changeRequired(schema, object, (names) => names.filter((name) => name !== property))
  const dependencies = valueAt(next, [...object, 'dependencies'])
  if (!isPlain(dependencies)) return next
  for (const [key, needed] of Object.entries(dependencies)) {
    const at = [...object, 'dependencies', key]
    if (key === property) next = replaceAt(next, at, undefined)
    else if (Array.isArray(needed) && needed.includes(property))
      next = replaceAt(
        next,
        at,
        needed.filter((name) => name !== property),
      )
  }
  return next
}

/** Changes the list `required` of an object; an empty one is taken away. */
function changeRequired(schema: Json, object: Path, change: (names: unknown[]) => unknown[]): Json {
  const at = [...object, 'required']
  const before = valueAt(schema, at)
  if (before !== undefined && !Array.isArray(before)) return schema
  const names = change(before ?? [])
  if (names.length === (before?.length ?? 0) && names.every((name, index) => name === before?.[index])) return schema
  return replaceAt(schema, at, names.length === 0 ? undefined : names)
}

/** Makes a property required, or no longer (SCH-020). */
export function setRequired(schema: Json, path: Path, required: boolean): Edit {
  const property = labelOf(path)
  const change = (names: unknown[]) =>
    required ? [...names.filter((name) => name !== property), property] : names.filter((name) => name !== property)
  const name = required ? `${property} required` : `${property} optional`
  return { name, schema: changeRequired(schema, objectAround(path), change), selected: path }
}

/** Why a property or definition cannot have the name; null when it can. */
export function refuseName(schema: Json, path: Path, name: string): string | null {
  if (name === '') return 'Type a name.'
  const others = partsIn(valueAt(schema, path.slice(0, -1))).filter((other) => other !== path.at(-1))
  return others.includes(name) ? `There is another ${name} already.` : null
}

/** Gives a property or definition another name; `required`, `dependencies` and references to it follow. */
export function renameAt(schema: Json, path: Path, name: string): Edit {
  const old = labelOf(path)
  const selected = [...path.slice(0, -1), name]
  let next = renameField(schema, path, name)
  if (isField(path)) next = renameProperty(next, objectAround(path), old, name)
  next = withReferences(next, movedPart(path, selected))
  return { name: `rename of ${old}`, schema: next, selected }
}

function renameProperty(schema: Json, object: Path, old: string, name: string): Json {
  const renamed = (names: unknown[]) => names.map((other) => (other === old ? name : other))
  let next = changeRequired(schema, object, renamed)
  const at = [...object, 'dependencies']
  const dependencies = valueAt(next, at)
  if (!isPlain(dependencies)) return next
  for (const [key, needed] of Object.entries(dependencies)) {
    if (Array.isArray(needed) && needed.includes(old)) next = replaceAt(next, [...at, key], renamed(needed))
    if (key === old) next = renameField(next, [...at, key], name)
  }
  return next
}

/** Moves an entry up or down among its siblings; the edit is null at either end. */
export function moveBy(schema: Json, path: Path, step: 1 | -1): Edit | null {
  const parent = path.slice(0, -1)
  const parts = partsIn(valueAt(schema, parent))
  const from = parts.indexOf(labelOf(path))
  const to = from + step
  if (from < 0 || to < 0 || to >= parts.length) return null
  const edit = moveTo(schema, path, parent, to)
  // JavaScript puts names that are whole numbers first: among these nothing can be moved.
  const isStill = parts.every((part, at) => part === partsIn(valueAt(edit.schema, parent))[at])
  return isStill && !Array.isArray(valueAt(schema, parent)) ? null : edit
}

/**
 * Moves a schema into another object or list, before the entry that has `index` once it is taken out. A property's name
 * gets a number where it is taken; it is required there if it was. References to whatever has another place follow.
 * @param keyword its place where the parent is a schema, not a map or list: 'items'
 */
export function moveTo(schema: Json, path: Path, parent: Path, index: number, keyword?: string): Edit {
  const name = labelOf(path)
  const value = valueAt(schema, path)
  const stays = samePath(parent, path.slice(0, -1))
  const wasRequired = isField(path) && isRequired(schema, path)
  const after = stays ? replaceAt(schema, path, undefined) : takeOut(schema, path)
  const target = shiftedParent(path, parent, schema)
  const isList = Array.isArray(valueAt(after, target))
  const free = () => freeName(hasOwnName(path) ? name : 'field', partsIn(valueAt(after, target)))
  const wanted = keyword ?? (isList ? String(index) : stays ? name : free())
  const selected = [...target, wanted]
  const [leave, enter, move] = [removedEntry(schema, path), insertedEntry(after, selected), movedPart(path, selected)]
  let next = withReferences(insertAt(after, target, index, wanted, value), (part) =>
    isWithin(part, path) ? move(part) : enter(leave(part)),
  )
  if (wasRequired && !stays && isField(selected)) next = setRequired(next, selected, true).schema
  return { name: `move of ${name}`, schema: next, selected }
}

const isRequired = (schema: Json, path: Path): boolean => {
  const required = valueAt(schema, [...objectAround(path), 'required'])
  return Array.isArray(required) && required.includes(labelOf(path))
}

/** Where the parent stands once an entry of a list before it is gone. */
function shiftedParent(path: Path, parent: Path, schema: Json): Path {
  const list = path.slice(0, -1)
  const at = list.length
  if (!Array.isArray(valueAt(schema, list)) || parent.length <= at) return parent
  const inSameList = list.every((part, index) => parent[index] === part)
  if (!inSameList || Number(parent[at]) < Number(path.at(-1))) return parent
  return parent.with(at, String(Number(parent[at]) - 1))
}

/** Puts a copy right behind the original. */
export function duplicateAt(schema: Json, path: Path): Edit {
  const parent = path.slice(0, -1)
  const into = valueAt(schema, parent)
  const index = partsIn(into).indexOf(labelOf(path)) + 1
  const name = Array.isArray(into) ? String(index) : freeName(labelOf(path), partsIn(into))
  const selected = [...parent, name]
  const next = insertAt(schema, parent, index, name, valueAt(schema, path))
  return {
    name: `copy of ${labelOf(path)}`,
    schema: withReferences(next, insertedEntry(schema, selected)),
    selected,
  }
}

/**
 * Moves a schema into `definitions` of the whole and leaves a reference to it; other references to what is in it follow.
 * The whole and what is a definition already stay as they are.
 */
export function extractDefinition(schema: Json, path: Path, wanted: string): Edit {
  const isDefinition = path.length === 2 && (path[0] === 'definitions' || path[0] === '$defs')
  const key =
    isPlain(valueAt(schema, ['$defs'])) && valueAt(schema, ['definitions']) === undefined ? '$defs' : 'definitions'
  const name = freeName(wanted, partsIn(valueAt(schema, [key])))
  if (path.length === 0 || isDefinition) return { name: `definition ${name}`, schema, selected: path }
  const target = [key, name]
  const referring = replaceAt(schema, path, { $ref: referenceTo(target) })
  const next = replaceAt(referring, target, valueAt(schema, path))
  return { name: `definition ${name}`, schema: withReferences(next, movedPart(path, target)), selected: path }
}

/** Words of a field that a reference may have beside it, and that stay when what it leads to takes its place. */
const besideReference = new Set(['title', 'description', 'default', 'examples', 'ui'])

/** Puts what a reference inside the schema leads to in its place; null when it leads nowhere, or to a part around it. */
export function inlineReference(schema: Json, path: Path): Edit | null {
  const before = valueAt(schema, path)
  if (!isPlain(before) || typeof before.$ref !== 'string') return null
  const target = referredPath(before.$ref)
  if (target === null || isWithin(path, target)) return null
  const value = valueAt(schema, target)
  if (value === undefined) return null
  const beside = Object.entries(before).filter(([keyword]) => besideReference.has(keyword))
  const inlined = isPlain(value) && beside.length > 0 ? { ...value, ...Object.fromEntries(beside) } : value
  return { name: `inlining of ${labelOf(path)}`, schema: replaceAt(schema, path, inlined), selected: path }
}

/** Makes the schema the items of a list; references to it and what is in it follow. */
export function wrapInArray(schema: Json, path: Path): Edit {
  const next = replaceAt(schema, path, { type: 'array', items: valueAt(schema, path) })
  return {
    name: `list of ${labelOf(path)}`,
    schema: withReferences(next, movedPart(path, [...path, 'items'])),
    selected: path,
  }
}
