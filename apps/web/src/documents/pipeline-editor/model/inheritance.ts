import type { JsonSchema, Pipeline } from '@millrace/contract'
import { compareWithMaster, type InheritedField, takeOver } from '@millrace/contract/pipelines/inheritance.rule'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { previewValue } from '@millrace/contract/uploads/finding-limits.rule'
import type { PipelineDraft, PipelineEdit } from './draft.ts'

/** A country beside the version of the master that it stores. */
export type Inheritance = {
  master: Pipeline
  fields: readonly InheritedField[]
  /** Values of its own where the master has another one. */
  overrides: readonly InheritedField[]
}

export function inheritanceOf(draft: PipelineDraft, master: Pipeline): Inheritance {
  const fields = compareWithMaster(draft, master)
  return { master, fields, overrides: fields.filter(({ state }) => state === 'overridden' || state === 'drifted') }
}

/** The country with the master's values again in these fields. */
export const goBack = (
  draft: PipelineDraft,
  { master }: Inheritance,
  fields: readonly InheritedField[],
): PipelineEdit => ({
  name: `the master's ${fields.length === 1 && fields[0] !== undefined ? fieldName(fields[0]) : 'values'}`,
  value: takeOver(
    draft,
    master,
    fields.map(({ pointer }) => pointer),
  ),
  selected: null,
})

/** 'dataSources › catalogue › config › delimiter' */
export const fieldName = ({ pointer }: Pick<InheritedField, 'pointer'>): string =>
  pointer.slice(1).split('/').map(unescape).join(' › ')

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** A value as a person reads it: an entry of a list of the product by its name. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null) return 'nothing'
  if (isObject(value) && '_id' in value) return String(value.label ?? value.name)
  return previewValue(value)
}

const nameOf = { dataSources: 'dataSubKind', dataSinks: 'name' } as const

/** Where the field stands in the form, which counts sources and sinks; of one that the country lacks, its list. */
export function formPointer(draft: PipelineDraft, pointer: string): string {
  const [, list = '', name = '', ...rest] = pointer.split('/')
  if (list !== 'dataSources' && list !== 'dataSinks') return pointer
  const items: readonly object[] = draft[list]
  const at = items.findIndex((item) => (item as Record<string, unknown>)[nameOf[list]] === unescape(name))
  return at < 0 ? `/${list}` : ['', list, at, ...rest].join('/')
}

/** The form in which each field that a country has from its master says so, or that its value is its own. */
export function markInherited(form: JsonSchema, inheritance: Inheritance | null): JsonSchema {
  if (inheritance === null || !isObject(form.properties)) return form
  const marked = (properties: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(properties).map(([name, field]) => {
        const words = markOf(inheritance, name)
        return [name, words === null || !isObject(field) ? field : withDescription(field, words)]
      }),
    )
  const country = isObject(form.else) && isObject(form.else.properties) ? form.else : null
  return {
    ...form,
    properties: marked(form.properties),
    ...(country === null
      ? {}
      : { else: { ...country, properties: marked(country.properties as Record<string, unknown>) } }),
  } as JsonSchema
}

const withDescription = (field: Record<string, unknown>, description: string) => ({
  ...field,
  ui: { ...(isObject(field.ui) ? field.ui : {}), description },
})

/** 'From Bikes catalogue', or what the master has instead; null for what is never inherited. */
function markOf({ master, fields }: Inheritance, name: string): string | null {
  const found = fields.filter(
    ({ pointer, state }) => state !== 'own' && (pointer === `/${name}` || pointer.startsWith(`/${name}/`)),
  )
  const own = found.filter(({ state }) => state !== 'inherited')
  const [first] = own
  if (found.length === 0) return null
  if (first === undefined) return `From ${master.name}`
  if (first.pointer === `/${name}`) return `Its own: ${master.name} has ${valueWords(first.stored)}`
  return `From ${master.name}, but for ${own.length === 1 ? 'one value of its own' : `${own.length} values of its own`}`
}
