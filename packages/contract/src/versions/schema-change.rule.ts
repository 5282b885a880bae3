import type { JsonSchema } from '../primitives.ts'
import { isSameJson } from '../schemas/json-equality.ts'
import { isObject } from '../schemas/schema-keywords.ts'

/** What a change means for those who use the document: 'breaking' may need work of theirs, 'safe' needs none. */
export type ChangeEffect = 'breaking' | 'safe' | 'none'
/** One difference between two versions. `path` is where it is, '' for the document itself. */
export type DocumentChange = { path: string; text: string; effect: 'breaking' | 'safe' }

/** So many differences of one document are told. */
export const maxChanges = 30

/** The schema behind a reference, of the older or the newer version; undefined where the reader does not see it. */
export type ResolveReference = (reference: string) => JsonSchema | undefined
type Options = {
  before?: ResolveReference
  after?: ResolveReference
  /** 'out': records that come out, so that promising less is what breaks. */
  direction?: 'in' | 'out'
}

/** The most serious of some effects. */
export const worstEffect = (effects: readonly ChangeEffect[]): ChangeEffect =>
  effects.includes('breaking') ? 'breaking' : effects.includes('safe') ? 'safe' : 'none'

/** Less fits than before, more fits, something that could be relied on is gone, something is there that was not. */
type Kind = 'narrowed' | 'widened' | 'removed' | 'added'
const breaks: Record<'in' | 'out', readonly Kind[]> = { in: ['narrowed', 'removed'], out: ['widened', 'removed'] }

/**
 * What became of a schema from one version to a newer one, in the order in which the newer one is read. Titles,
 * descriptions, defaults and the order of names are no change.
 */
export function compareSchemas(before: unknown, after: unknown, options: Options = {}): DocumentChange[] {
  const { direction = 'in' } = options
  const changes: DocumentChange[] = []
  // What a reference leads to is told where it is met first.
  const visited = new Set([JSON.stringify(['#', '#'])])
  const tell: Tell = (path, kind, text) =>
    void changes.push({ path, text, effect: breaks[direction].includes(kind) ? 'breaking' : 'safe' })

  const compare = (one: unknown, other: unknown, path: string): void => {
    const [old, fresh] = [opened(one), opened(other)]
    if (isSameJson(old, fresh) && !refers(old)) return
    if (old === false || fresh === false)
      return old === fresh
        ? undefined
        : tell(path, old ? 'narrowed' : 'widened', old ? 'nothing fits any more' : 'values fit that did not')
    if (refers(old) || refers(fresh)) return compareReferences(old, fresh, path)
    compareTypes(old, fresh, path, tell)
    compareValues(old, fresh, path, tell)
    compareLimits(old, fresh, path, tell)
    compareCombined(old, fresh, path, tell)
    compareProperties(old, fresh, path)
    compareItems(old, fresh, path)
  }

  const compareReferences = (old: Opened, fresh: Opened, path: string): void => {
    const follow = (schema: Opened, resolve: ResolveReference | undefined, root: unknown) =>
      refers(schema) ? target(schema.$ref, resolve, root) : schema
    const key = JSON.stringify([refers(old) ? old.$ref : '', refers(fresh) ? fresh.$ref : ''])
    if (visited.has(key)) return
    visited.add(key)
    const [was, is] = [follow(old, options.before, before), follow(fresh, options.after, after)]
    const isSame = refers(old) && refers(fresh) && old.$ref === fresh.$ref
    if (was === undefined || is === undefined) {
      if (!isSame) changes.push({ path, text: 'refers to something that you do not see', effect: 'breaking' })
      return
    }
    compare(was, is, path)
  }

  const compareProperties = (old: ObjectSchema, fresh: ObjectSchema, path: string): void => {
    const [was, is] = [named(old.properties), named(fresh.properties)]
    for (const [name, schema] of Object.entries(is)) {
      if (Object.hasOwn(was, name)) compare(was[name], schema, inside(path, name))
      else tell(inside(path, name), 'added', 'property added')
    }
    for (const name of Object.keys(was)) {
      if (!Object.hasOwn(is, name)) tell(inside(path, name), 'removed', 'property removed')
    }
    const [needed, needs] = [texts(old.required), texts(fresh.required)]
    for (const name of needs) if (!needed.includes(name)) tell(inside(path, name), 'narrowed', 'required from now on')
    for (const name of needed) if (!needs.includes(name)) tell(inside(path, name), 'widened', 'no longer required')
    const [others, other] = [old.additionalProperties ?? true, fresh.additionalProperties ?? true]
    if (isObject(others) && isObject(other)) compare(others, other, inside(path, '*'))
    else if (!isSameJson(others, other)) {
      const isNarrowed = other === false || others === true
      tell(
        path,
        isNarrowed ? 'narrowed' : 'widened',
        isNarrowed ? 'fewer other properties fit' : 'more other properties fit',
      )
    }
  }

  const compareItems = (old: ObjectSchema, fresh: ObjectSchema, path: string): void => {
    if (old.items === undefined && fresh.items === undefined) return
    if (Array.isArray(old.items) || Array.isArray(fresh.items)) {
      if (!isSameJson(old.items, fresh.items)) tell(`${path}[]`, 'narrowed', 'other items')
    } else compare(old.items ?? true, fresh.items ?? true, `${path}[]`)
  }

  compare(before, after, '')
  return changes
}

type ObjectSchema = Record<string, unknown>
type Opened = ObjectSchema | false
type Tell = (path: string, kind: Kind, text: string) => void

/** `true` says as much as a schema without keywords. */
const opened = (schema: unknown): Opened => (schema === false ? false : isObject(schema) ? schema : {})
const refers = (schema: Opened): schema is ObjectSchema & { $ref: string } =>
  schema !== false && typeof schema.$ref === 'string'
const named = (value: unknown): ObjectSchema => (isObject(value) ? value : {})
const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? ''

/** What a reference leads to: a document of its own, or with '#/…' a part of one. */
function target(reference: string, resolve: ResolveReference | undefined, root: unknown): unknown {
  const [address = '', pointer = ''] = reference.split('#')
  let at: unknown = address === '' ? root : resolve?.(address)
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    at = at !== null && typeof at === 'object' && Object.hasOwn(at, name) ? (at as ObjectSchema)[name] : undefined
  }
  return at
}

const everyType = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
/** A number may be an integer. */
const typesOf = (schema: ObjectSchema): string[] => {
  const own = schema.type === undefined ? everyType : [schema.type].flat().map(String)
  return own.includes('number') ? [...new Set([...own, 'integer'])] : own
}

function compareTypes(old: ObjectSchema, fresh: ObjectSchema, path: string, tell: Tell): void {
  const [was, is] = [typesOf(old), typesOf(fresh)]
  const words = (schema: ObjectSchema) => (schema.type === undefined ? 'anything' : [schema.type].flat().join(' or '))
  const text = `type ${words(old)} became ${words(fresh)}`
  if (was.some((type) => !is.includes(type))) tell(path, 'narrowed', text)
  else if (is.some((type) => !was.includes(type))) tell(path, 'widened', text)
}

const valuesOf = (schema: ObjectSchema): unknown[] | null =>
  Object.hasOwn(schema, 'const') ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : null

function compareValues(old: ObjectSchema, fresh: ObjectSchema, path: string, tell: Tell): void {
  const [was, is] = [valuesOf(old), valuesOf(fresh)]
  if (was === null && is === null) return
  if (was === null) return tell(path, 'narrowed', `only some values fit: ${shown(is)}`)
  if (is === null) return tell(path, 'widened', 'any value fits')
  const missing = (of: unknown[], from: unknown[]) => of.filter((value) => !from.some((one) => isSameJson(one, value)))
  const [gone, fresher] = [missing(was, is), missing(is, was)]
  if (gone.length > 0) tell(path, 'narrowed', `values no longer fit: ${shown(gone)}`)
  if (fresher.length > 0) tell(path, 'widened', `more values fit: ${shown(fresher)}`)
}

const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
/** Any other value of these lets through less, or other things. */
const exactLimits = ['pattern', 'format', 'multipleOf']

function compareLimits(old: ObjectSchema, fresh: ObjectSchema, path: string, tell: Tell): void {
  for (const keyword of [...lowerLimits, ...upperLimits, ...exactLimits, 'uniqueItems']) {
    const [was, is] = [old[keyword], fresh[keyword]]
    if (isSameJson(was, is)) continue
    if (is === undefined || is === false) tell(path, 'widened', `${keyword} dropped`)
    else if (was === undefined || was === false) tell(path, 'narrowed', `${keyword} ${shown(is)} added`)
    else {
      const looser = lowerLimits.includes(keyword) ? Number(is) < Number(was) : Number(is) > Number(was)
      const isLooser = looser && !exactLimits.includes(keyword)
      tell(path, isLooser ? 'widened' : 'narrowed', `${keyword} ${shown(was)} became ${shown(is)}`)
    }
  }
}

const choices = ['anyOf', 'oneOf']
const combinations = [
  ...choices,
  'allOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'contains',
  'propertyNames',
  'patternProperties',
  'additionalItems',
]

function compareCombined(old: ObjectSchema, fresh: ObjectSchema, path: string, tell: Tell): void {
  for (const keyword of combinations) {
    const [was, is] = [old[keyword], fresh[keyword]]
    if (isSameJson(was, is)) continue
    if (is === undefined) tell(path, 'widened', `${keyword} dropped`)
    else if (choices.includes(keyword) && Array.isArray(was) && Array.isArray(is) && keepsAll(was, is)) {
      tell(path, 'widened', `${keyword} has more choices`)
    } else tell(path, 'narrowed', was === undefined ? `${keyword} added` : `${keyword} changed`)
  }
}

const keepsAll = (was: readonly unknown[], is: readonly unknown[]): boolean =>
  was.every((one) => is.some((other) => isSameJson(one, other)))
