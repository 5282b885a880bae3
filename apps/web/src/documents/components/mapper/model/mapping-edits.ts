import type { JsonSchema } from '@millrace/contract'
import {
  conversionFor,
  type MappingRule,
  type MappingSettings,
  matchByName,
  type RecordField,
} from '@millrace/contract/components/mapping.rule'
import { isObject } from '@millrace/contract/schemas/schema-keywords'

const sourceKinds = ['from', 'value', 'template', 'fromContext'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** What fills a target field: a field of the record, or something else. */
export type Source = { kind: 'from'; path: string } | { kind: Exclude<SourceKind, 'from'> }

/** The rule that fills a field; of several the last one counts, as in a run. */
export const ruleOf = ({ fields = [] }: MappingSettings, path: string): MappingRule | undefined =>
  fields.findLast(({ to }) => to === path)

/** Puts a rule where the one for the same field stands, else at the end; null takes it away. */
export function withRule(settings: MappingSettings, path: string, rule: MappingRule | null): MappingSettings {
  const fields = settings.fields ?? []
  if (rule === null) return { ...settings, fields: fields.filter(({ to }) => to !== path) }
  const at = fields.findLastIndex(({ to }) => to === path)
  return { ...settings, fields: at === -1 ? [...fields, rule] : fields.with(at, rule) }
}

export const kindOfRule = (rule: MappingRule): SourceKind =>
  sourceKinds.find((kind) => Object.hasOwn(rule, kind)) ?? 'value'

/** A first value of each type; texts begin empty and are typed. */
const firstValues: Record<string, unknown> = { number: 0, integer: 0, boolean: false, array: [], object: {} }

/**
 * The rule with another source. What it does with the value stays; a field that nothing filled begins with what its type
 * asks for.
 */
export function withSource(
  rule: MappingRule | undefined,
  target: RecordField,
  source: Source,
  sources: readonly RecordField[],
): MappingRule {
  const { from, fromContext: _, value: __, template: ___, ...kept } = rule ?? { to: target.path }
  if (source.kind === 'from') {
    const as = conversionFor(
      sources.find(({ path }) => path === source.path),
      target,
    )
    const isNew = rule === undefined || kindOfRule(rule) === 'value'
    return { ...kept, from: source.path, ...(isNew && as !== null && kept.as === undefined ? { as } : {}) }
  }
  if (source.kind === 'template') return { ...kept, template: from === undefined ? '' : `{${from}}` }
  if (source.kind === 'fromContext') return { ...kept, fromContext: '' }
  // A fixed value is what it is.
  const { to, onlyWith } = kept
  return { to, value: firstValues[target.type] ?? '', ...(onlyWith === undefined ? {} : { onlyWith }) }
}

/** Adds a rule for each field that has none and has the name of a source. @returns how many */
export function withMatches(
  settings: MappingSettings,
  sources: readonly RecordField[],
  targets: readonly RecordField[],
): { settings: MappingSettings; count: number } {
  const made = (settings.fields ?? []).map(({ to }) => to)
  const isFilled = (path: string) =>
    made.some((to) => to === path || path.startsWith(`${to}.`) || to.startsWith(`${path}.`))
  const free = targets.filter(({ path }) => !isFilled(path))
  let next = settings
  const matches = matchByName(sources, leavesOf(free))
  for (const target of free) {
    const path = matches.get(target.path)
    if (path !== undefined)
      next = withRule(next, target.path, withSource(undefined, target, { kind: 'from', path }, sources))
  }
  return { settings: next, count: matches.size }
}

/** Fields without those that only hold others. */
const leavesOf = (fields: readonly RecordField[]): RecordField[] =>
  fields.filter(({ path }) => !fields.some((one) => one.path.startsWith(`${path}.`)))

/** The fields to show: the leaves, and what is mapped besides, behind the object it stands in. */
export function targetRows(targets: readonly RecordField[], { fields = [] }: MappingSettings): RecordField[] {
  const mapped = new Set(fields.map(({ to }) => to))
  const leaves = new Set(leavesOf(targets))
  const rows = targets.filter((field) => leaves.has(field) || mapped.has(field.path))
  for (const path of mapped) {
    if (rows.some((row) => row.path === path)) continue
    const outer = rows.findLastIndex((row) => path.startsWith(`${row.path}.`) || sharesObject(row.path, path))
    rows.splice(outer === -1 ? rows.length : outer + 1, 0, { path, type: 'unknown', required: false })
  }
  return rows
}

const sharesObject = (one: string, other: string): boolean =>
  other.includes('.') && one.startsWith(other.slice(0, other.lastIndexOf('.') + 1))

/** The schema of one rule, out of the schema of the block's settings; {} where it is none that is known. */
export function ruleSchemaOf(settings: JsonSchema | undefined): JsonSchema {
  const fields = isObject(settings?.properties) ? settings.properties.fields : undefined
  return isObject(fields) && isObject(fields.items) ? fields.items : {}
}

/** The settings that mean something for a type of value only, as `dependencies` of the block's schema say. */
function fits(schema: JsonSchema, name: string, as: string): boolean {
  const needed = isObject(schema.dependencies) ? schema.dependencies[name] : undefined
  const part = isObject(needed) && isObject(needed.properties) ? needed.properties.as : undefined
  return !isObject(part) || !Array.isArray(part.enum) || part.enum.includes(as)
}

/** A value of this type; of any type, to be chosen, where the field says none. */
const typed = (type: string): JsonSchema => (['string', 'number', 'integer', 'boolean'].includes(type) ? { type } : {})

/**
 * The form of a rule: all that its source and its type leave to be said, values of the target's type.
 * @param schema of a rule
 */
export function ruleForm(schema: JsonSchema, rule: MappingRule, target: RecordField): JsonSchema {
  const all = isObject(schema.properties) ? schema.properties : {}
  const kind = kindOfRule(rule)
  const shown = Object.entries(all).filter(([name]) => {
    if (name === 'to' || name === 'from') return false
    if ((sourceKinds as readonly string[]).includes(name)) return name === kind
    // A fixed value is not converted.
    return name === 'onlyWith' || (kind !== 'value' && fits(schema, name, rule.as ?? ''))
  })
  const value = typed(target.type)
  const properties = Object.fromEntries(
    shown.map(([name, part]) => {
      if (!isObject(part)) return [name, part]
      if (name === 'value' || name === 'default') return [name, { ...part, ...value }]
      if (name === 'replace')
        return [name, replaceForm(part, typed(target.type === 'unknown' ? 'string' : target.type))]
      return [name, part]
    }),
  )
  return { type: 'object', properties, required: kind === 'from' ? [] : [kind] }
}

function replaceForm(list: JsonSchema, value: JsonSchema): JsonSchema {
  const items = isObject(list.items) ? list.items : {}
  const properties = isObject(items.properties) ? items.properties : {}
  const to = isObject(properties.to) ? { ...properties.to, ...value } : value
  return { ...list, items: { ...items, properties: { ...properties, to } }, ui: { widget: 'array-table', columns: 12 } }
}

/** The rule without what does not fit its type, and without lists and choices that say nothing. */
export function tidyRule(schema: JsonSchema, rule: MappingRule): MappingRule {
  const all = isObject(schema.properties) ? schema.properties : {}
  const entries = Object.entries(rule).filter(([name, value]) => {
    if (value === undefined || (Array.isArray(value) && value.length === 0 && name !== 'value')) return false
    const part = all[name]
    if (isObject(part) && part.default !== undefined && part.default === value) return false
    return fits(schema, name, rule.as ?? '')
  })
  return Object.fromEntries(entries) as MappingRule
}
