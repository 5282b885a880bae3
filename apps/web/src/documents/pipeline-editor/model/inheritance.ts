import type { Pipeline } from '@millrace/contract'
import { compareWithMaster, type InheritedField, takeOver } from '@millrace/contract/pipelines/inheritance.rule'
import type { FieldMark } from '../../../forms/mark-store.ts'
import type { PipelineDraft, PipelineEdit } from './draft.ts'
import { ownValueWords } from './own-value-words.ts'

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
const fieldName = ({ pointer }: Pick<InheritedField, 'pointer'>): string =>
  pointer.slice(1).split('/').map(unescape).join(' › ')

const unescape = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~')

const nameOf = { dataSources: 'dataSubKind', dataSinks: 'name' } as const

/** Where the field stands in the form, which counts sources and sinks; of one that the country lacks, its list. */
export function formPointer(draft: PipelineDraft, pointer: string): string {
  const [, list = '', name = '', ...rest] = pointer.split('/')
  if (list !== 'dataSources' && list !== 'dataSinks') return pointer
  const items: readonly object[] = draft[list]
  const at = items.findIndex((item) => (item as Record<string, unknown>)[nameOf[list]] === unescape(name))
  return at < 0 ? `/${list}` : ['', list, at, ...rest].join('/')
}

/** What a country says beside its fields: that a value is its master's, or its own and how to go back, by places of the form. */
export function marksOf(draft: PipelineDraft, { master, fields }: Inheritance): ReadonlyMap<string, FieldMark> {
  const marks = new Map<string, FieldMark>()
  const told = fields.filter(({ state }) => state !== 'own')
  for (const [place, inside] of Map.groupBy(told, ({ pointer }) => partAround(pointer))) {
    const [first] = inside
    if (first === undefined || isLacking(first)) continue
    const own = inside.filter(({ state }) => state !== 'inherited')
    const isWhole = first.pointer === place
    marks.set(formPointer(draft, place), isWhole ? markOf(master, first) : { text: aroundWords(master, own.length) })
    if (!isWhole) for (const field of own) marks.set(formPointer(draft, field.pointer), markOf(master, field))
  }
  return marks
}

/** '/brand' or '/dataSources/catalogue' */
const partAround = (pointer: string): string =>
  pointer
    .split('/')
    .slice(0, isListed(pointer) ? 3 : 2)
    .join('/')

const isListed = (pointer: string): boolean => /^\/data(?:Sources|Sinks)\//.test(pointer)

/** A source or sink that the master has and the country does not: its form has no place for it. */
const isLacking = ({ pointer, own }: InheritedField): boolean => isWholeItem(pointer) && own === undefined

const isWholeItem = (pointer: string): boolean => isListed(pointer) && partAround(pointer) === pointer

const aroundWords = ({ name }: Pipeline, own: number): string =>
  own === 0 ? `From ${name}` : `From ${name}, but for ${own === 1 ? 'one value' : `${own} values`} of its own`

function markOf({ name }: Pipeline, { pointer, state, stored }: InheritedField): FieldMark {
  if (state === 'inherited') return { text: `From ${name}` }
  if (isWholeItem(pointer)) return { text: `Its own: ${name} has none of this name` }
  return { text: `Its own: ${name} has ${ownValueWords(stored)}`, press: 'Use the master’s' }
}
