import type { DataSource, DetectedFormat, FileFormat, RowProperty, SourcePreview } from '@millrace/contract'

type EditedSource = Partial<DataSource>

/** How a source reads its files; none where it is fetched. */
const formatOf = ({ config }: EditedSource): FileFormat =>
  config === undefined || 'url' in config || 'query' in config || 'connection' in config ? {} : config

const settings = ['encoding', 'delimiter', 'header', 'headerRow', 'sheet', 'recordPath', 'decimal'] as const

/** What was detected and is not set yet; a decimal mark that no number tells is no finding. */
export function newSettings(source: EditedSource, detected: DetectedFormat): FileFormat {
  const format = formatOf(source)
  const isTold = (name: string) => name !== 'decimal' || detected.decimalConfidence !== 0
  const found = settings.filter((name) => detected[name] !== undefined && format[name] === undefined && isTold(name))
  return Object.fromEntries(found.map((name) => [name, detected[name]]))
}

export const withSettings = (source: EditedSource, more: FileFormat): EditedSource => ({
  ...source,
  config: { ...formatOf(source), ...more },
})

type Names = Readonly<Record<string, string>>

/** The names with another one for this header, where it stands already; undefined takes it away. */
export function renamed(names: Names, header: string, property: string | undefined): Names {
  const entries = Object.entries(names)
  if (property === undefined) return Object.fromEntries(entries.filter(([name]) => name !== header))
  if (!Object.hasOwn(names, header)) return Object.fromEntries([...entries, [header, property]])
  return Object.fromEntries(entries.map(([name, before]) => [name, name === header ? property : before]))
}

/** The source with another property for a column of its files; the column's own name takes the renaming away. */
export function withRename(source: EditedSource, header: string, property: string): EditedSource {
  const { columns = {}, ...format } = formatOf(source)
  const next = renamed(columns, header, property === header ? undefined : property)
  return { ...source, config: Object.keys(next).length === 0 ? format : { ...format, columns: next } }
}

/** Whether there are columns, or fields of JSON and XML, that can become properties of the records. */
export const hasColumns = ({ columns, properties }: SourcePreview): boolean =>
  columns.length > 0 && properties.length > 0

/** Required properties of a record that no column becomes. */
export const unfilled = ({ properties, columns }: SourcePreview): RowProperty[] =>
  properties.filter(({ name, required }) => required && !columns.some(({ property }) => property === name))

/** What to say of a source before its files can be read; null when nothing is missing. */
export function whatToSay({ dataSubKind, contentType }: EditedSource): string | null {
  if ((dataSubKind ?? '') === '') return 'Name the source to see how its files are read.'
  return contentType === undefined ? 'Say what its files are to see how they are read.' : null
}
