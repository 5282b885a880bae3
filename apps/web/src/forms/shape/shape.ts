import { isSameJson } from '@millrace/contract/schemas/json-equality'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { SchemaSet } from '@millrace/contract/schemas/schema-set'
import type { FormSchema } from '../form-schema.ts'
import { type Choice, chosenOf, type Picked } from './choice.ts'
import { constantsOf } from './constants.ts'
import { kindOf, kindsOf } from './kinds.ts'
import { mergeParts, type Node } from './merge.ts'

/** What a form draws for a part of a value. */
export type Shape = {
  /** Everything that applies, as one schema. */
  node: Node
  /** The type drawn: a type of schemas, or what the schema calls one. */
  kind: string
  nullable: boolean
  /** Where the schema leaves a choice, in the order it is met. */
  choices: Choice[]
  /** A reference that leads nowhere: the sentence about it. */
  missing: string | null
  /** Nothing fits: the schema is false. */
  never: boolean
  /** References that were followed, to notice what leads back to itself. */
  references: string[]
}

const noPicks: Picked = {}
/** Parts that one value may have; a schema with more is drawn without the rest. */
const maxParts = 500

/** The shape of a value: references followed, `allOf` merged, conditions decided, choices made as picked or as fits. */
export function shapeOf(form: FormSchema, schema: unknown, value: unknown, picked: Picked = noPicks): Shape {
  const found: Collected = { parts: [], choices: [], missing: null, never: false, nullable: false, references: [] }
  collect({ form, value, picked, found, open: new Set() }, schema, '')
  const { parts, choices, missing, never, references } = found
  let node = mergeParts(parts)
  const types = kindsOf(node, value)
  let kind = types.kinds[0] ?? 'undefined'
  const isPlain = node.const === undefined && node.enum === undefined
  if (types.kinds.length > 1 && isPlain) {
    const choice = typeChoice(types.kinds, value, picked)
    choices.push(choice)
    kind = types.kinds[choice.index] ?? kind
    node = { ...node, type: kind }
  }
  return { node, kind, nullable: types.nullable || found.nullable, choices, missing, never, references }
}

type Collected = Pick<Shape, 'choices' | 'missing' | 'never' | 'nullable' | 'references'> & { parts: Node[] }
type Walk = { form: FormSchema; value: unknown; picked: Picked; found: Collected; open: Set<unknown> }

/** @param at what leads here from the part drawn, to tell choices apart */
function collect(walk: Walk, schema: unknown, at: string): void {
  const { found, open, form } = walk
  if (schema === false) found.never = true
  if (!isObject(schema) || open.has(schema) || found.parts.length >= maxParts) return
  open.add(schema)
  if (typeof schema[SchemaSet.missing] === 'string') found.missing ??= schema[SchemaSet.missing] as string
  if (typeof schema.$ref === 'string') {
    const { $ref: reference, ...beside } = schema
    if (Object.keys(beside).length > 0) found.parts.push(beside)
    found.references.push(schema.$ref)
    collect(walk, form.resolve(reference as string), at)
  } else {
    found.parts.push(withoutBranches(schema))
    collectInner(walk, schema, at)
  }
  open.delete(schema)
}

const branches = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] as const

/** What a schema says itself: what it leads to becomes parts of its own. The same object where it leads nowhere. */
function withoutBranches(schema: Node): Node {
  if (!branches.some((keyword) => Object.hasOwn(schema, keyword))) return schema
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !(branches as readonly string[]).includes(name)))
}

function collectInner(walk: Walk, schema: Node, at: string): void {
  const { form, value } = walk
  for (const [index, part] of listOf(schema.allOf).entries()) collect(walk, part, `${at}/allOf/${index}`)
  if (schema.if !== undefined) {
    const branch = form.fits(schema.if, value) ? 'then' : 'else'
    if (schema[branch] !== undefined) collect(walk, schema[branch], `${at}/${branch}`)
  }
  collectDependencies(walk, schema, at)
  for (const keyword of ['oneOf', 'anyOf']) collectChoice(walk, schema[keyword], `${at}/${keyword}`)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function collectDependencies(walk: Walk, { dependencies }: Node, at: string): void {
  if (!isObject(dependencies) || !isObject(walk.value)) return
  for (const [name, needed] of Object.entries(dependencies)) {
    if (!Object.hasOwn(walk.value, name)) continue
    if (Array.isArray(needed)) walk.found.parts.push({ required: needed })
    else collect(walk, needed, `${at}/dependencies/${name}`)
  }
}

function collectChoice(walk: Walk, given: unknown, key: string): void {
  const options = listOf(given)
  if (options.length === 0) return
  const constants = constantsOf(walk.form, options)
  if (constants !== null) {
    walk.found.parts.push(constants)
    return
  }
  const some = options.filter((option) => !isNullOption(walk.form, option))
  if (some.length < options.length) walk.found.nullable = true
  if (some.length > 1)
    walk.found.choices.push({ ...chosenOf(walk.form, key, some, walk.value, walk.picked), given: options })
  const index = some.length > 1 ? (walk.found.choices.at(-1)?.index ?? 0) : 0
  const before = walk.found.parts.length
  collect(walk, some[index], `${key}/${index}`)
  // The name of an option names the option, not the part.
  if (some.length > 1)
    walk.found.parts.push(
      ...walk.found.parts.splice(before).map(({ title: _name, description: _about, ...rest }) => rest),
    )
}

/** Whether an option allows null alone. */
export const isNullOption = ({ resolve }: Pick<FormSchema, 'resolve'>, option: unknown): boolean => {
  const node = isObject(option) && typeof option.$ref === 'string' ? resolve(option.$ref) : option
  return isObject(node) && (node.type === 'null' || isSameJson(node.enum, [null]) || node.const === null)
}

const typeTitles: Record<string, string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  object: 'Object',
  array: 'List',
}

function typeChoice(kinds: string[], value: unknown, picked: Picked): Choice {
  const own = kinds.indexOf(kindOf(value) === 'number' && !kinds.includes('number') ? 'integer' : kindOf(value))
  const options = kinds.map((kind) => ({ title: typeTitles[kind] ?? kind, schema: { type: kind } }))
  return { key: 'type', options, index: picked.type ?? Math.max(0, own) }
}
