import type { Datakind, PipelineListItem, Reply } from '@millrace/contract'
import { byMasterThenName } from '@millrace/contract/pipelines/pipeline.rule'

/** The four classes of a pipeline, by the names they have in the address; each an id or absent for all (PIC-002). */
export type ClassFilter = { brand?: string; locale?: string; productLine?: string; datakind?: string }
export const classFields = ['brand', 'locale', 'productLine', 'datakind'] as const
export type ClassField = (typeof classFields)[number]

export const classLabels: Record<ClassField, string> = {
  brand: 'Brand',
  locale: 'Locale',
  productLine: 'Product line',
  datakind: 'Data kind',
}

/** Lists a filter offers its choices from. */
export type StaticTypes = Pick<Reply<'GET /users/pipelines'>, 'brands' | 'locales' | 'productLines' | 'datakinds'>
export type Choice = { value: string; label: string }

/** A data kind arrives as an id or as an object with _id; both work (PIC-010, D-56). */
const datakindId = (datakind: Datakind | string | null | undefined): string | undefined =>
  typeof datakind === 'string' ? datakind : datakind?._id

const idOf = (pipeline: PipelineListItem, field: ClassField): string | undefined =>
  field === 'datakind' ? datakindId(pipeline.datakind) : pipeline[field]?._id

/**
 * What the four filters leave, masters first and then by name (PIC-002, PIC-003).
 * @param text words that the name has to have, all of them, in any order and case
 */
export function pipelinesToPick(
  pipelines: readonly PipelineListItem[],
  filter: ClassFilter,
  text = '',
): PipelineListItem[] {
  const words = text.toLowerCase().split(/\s+/)
  return pipelines
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .filter((pipeline) =>
      classFields.every((field) => filter[field] === undefined || idOf(pipeline, field) === filter[field]),
    )
    .toSorted(byMasterThenName)
}

/** Choices of each filter; a locale reads language-country (PIC-009). */
export function filterChoices(types: StaticTypes): Record<ClassField, Choice[]> {
  return {
    brand: types.brands.map(({ _id, name }) => ({ value: _id, label: name })),
    locale: types.locales.map(({ _id, label }) => ({ value: _id, label })),
    productLine: types.productLines.map(({ _id, label, name }) => ({ value: _id, label: label || name })),
    datakind: types.datakinds.map(({ _id, name }) => ({ value: _id, label: name })),
  }
}

/** The classes of a pipeline as one short line, e.g. 'Adventure Works · fr-FR · Bikes · product'. */
export function describeClass(pipeline: PipelineListItem, types?: Pick<StaticTypes, 'datakinds'>): string {
  const kind =
    types?.datakinds.find(({ _id }) => _id === datakindId(pipeline.datakind))?.name ?? pipeline.datakind?.name
  return [pipeline.brand?.name, pipeline.locale?.label, pipeline.productLine?.label, kind]
    .filter((text) => text !== undefined && text !== '')
    .join(' · ')
}

/** Reads a filter out of search parameters, leaving out what is empty. */
export function readClassFilter(search: Record<string, unknown>): ClassFilter {
  return Object.fromEntries(
    classFields.flatMap((field) => {
      const value = search[field]
      return typeof value === 'string' && value !== '' ? [[field, value]] : []
    }),
  )
}

/** The filter as search parameters; null leaves a parameter out. */
export const writeClassFilter = (filter: ClassFilter): Record<ClassField, string | null> => ({
  brand: filter.brand ?? null,
  locale: filter.locale ?? null,
  productLine: filter.productLine ?? null,
  datakind: filter.datakind ?? null,
})

export const isFiltered = (filter: ClassFilter): boolean => classFields.some((field) => filter[field] !== undefined)
