import type { CountryCell, CountryColumn, CountryField, CountryMatrix } from '@millrace/contract'

export const groupTitles: Record<CountryField['group'], string> = {
  classification: 'Classification',
  sources: 'Sources',
  sinks: 'Sinks',
  schema: 'Schema',
}

const words: Record<string, string> = {
  brand: 'Brand',
  locale: 'Locale',
  productLine: 'Product line',
  datakind: 'Data kind',
  pipelineSchema: 'Settings schema',
  component: 'Component',
  inputSchema: 'Input schema',
  outputSchema: 'Output schema',
  connectorType: 'connector',
  contentType: 'file type',
  dataFromMaster: 'data from master',
  recordPath: 'record path',
  batchSize: 'batch size',
}

/** 'Product line', 'catalogue: delimiter', 'catalogue' for a source as a whole. */
export function fieldLabel(pointer: string): string {
  const [first = '', name, ...path] = pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (name === undefined) return words[first] ?? first
  const parts = path.length > 1 ? path.slice(1) : path
  return [name, ...parts.map((part) => words[part] ?? part)].join(': ')
}

/** A value as people read it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value === '\t') return 'Tab'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

export const stateWords: Record<CountryCell['state'] | 'behind', string> = {
  inherited: 'Inherited',
  behind: 'New value',
  overridden: 'Overridden',
  drifted: 'Drifted',
  own: 'Its own',
}

/** The state that a cell shows: an inherited field that gets another value is told apart. */
export const shownState = (cell: CountryCell): keyof typeof stateWords => (cell.behind ? 'behind' : cell.state)

/** A field of one country with its three values; those left out in the message are the newest one. */
export type OpenField = CountryCell & { field: CountryField; country: CountryColumn; own: unknown; stored: unknown }

export function openField({ fields }: CountryMatrix, country: CountryColumn, at: number): OpenField | null {
  const [field, cell] = [fields[at], country.cells[at]]
  if (field === undefined || cell === undefined || cell === null) return null
  return { own: field.newest, stored: field.newest, ...cell, field, country }
}

const fieldsOf = (matrix: CountryMatrix, country: CountryColumn): OpenField[] =>
  matrix.fields.flatMap((_, at) => openField(matrix, country, at) ?? [])

/** What a rollout does to one country: fields with another value, and those that stay its own. */
export function previewOf(matrix: CountryMatrix, country: CountryColumn, takeOver: readonly string[]) {
  const fields = fieldsOf(matrix, country)
  const isOverride = ({ state }: OpenField) => state === 'overridden' || state === 'drifted'
  const isTaken = ({ field }: OpenField) => takeOver.includes(field.pointer)
  return {
    changed: fields.filter((one) => one.behind || (isOverride(one) && isTaken(one))),
    kept: fields.filter((one) => isOverride(one) && !isTaken(one)),
  }
}

export type StateFilter = 'all' | 'overridden' | 'drifted'

/** 'Only overridden' shows what is drifted, too: that is overridden as well. */
const matches = (cell: CountryCell | null | undefined, filter: StateFilter): boolean =>
  filter === 'all' || cell?.state === 'drifted' || (filter === 'overridden' && cell?.state === 'overridden')

/** Places of the fields that the filter leaves, by group. */
export function fieldsShown(
  { fields }: CountryMatrix,
  countries: readonly CountryColumn[],
  filter: StateFilter,
): [CountryField['group'], number[]][] {
  const at = fields
    .keys()
    .filter((index) => countries.some(({ cells }) => matches(cells[index], filter)) || filter === 'all')
  return [...Map.groupBy(at, (index) => (fields[index] as CountryField).group)]
}

/** How many fields of the countries are in each state. */
export function countStates(countries: readonly CountryColumn[]): Record<keyof typeof stateWords, number> {
  const counts = { inherited: 0, behind: 0, overridden: 0, drifted: 0, own: 0 }
  for (const cell of countries.flatMap(({ cells }) => cells)) if (cell !== null) counts[shownState(cell)] += 1
  return counts
}
