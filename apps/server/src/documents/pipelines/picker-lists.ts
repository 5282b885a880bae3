import type { PipelineListItem, Reply } from '@millrace/contract'

/** The pickers' answer: the pipelines offered, and of each list only the values that occur in them (PIC group). */
export function pickerLists(pipelines: PipelineListItem[]): Reply<'GET /users/pipelines'> {
  return {
    locales: distinct(
      pipelines.map(({ locale }) => locale),
      ({ label }) => label,
    ),
    brands: distinct(
      pipelines.map(({ brand }) => brand),
      ({ name }) => name,
    ),
    datakinds: distinct(
      pipelines.map(({ datakind }) => datakind),
      ({ name }) => name,
    ),
    productLines: distinct(
      pipelines.map(({ productLine }) => productLine),
      ({ label }) => label,
    ),
    pipelines,
  }
}

function distinct<T extends { _id: string }>(values: (T | null)[], shown: (value: T) => string): T[] {
  const byId = new Map(values.flatMap((value) => (value ? [[value._id, value]] : [])))
  return [...byId.values()].sort((a, b) => shown(a).localeCompare(shown(b), 'en', { sensitivity: 'base' }))
}
