import type { DataSource, FileFormat, FileKind } from '@millrace/contract'

/** The file settings of a source: of an HTTP request its record path, of a query none. */
export function fileFormatOf(source: DataSource): FileFormat {
  const { config } = source
  if (config === undefined || 'query' in config) return {}
  if ('url' in config) return config.recordPath === undefined ? {} : { recordPath: config.recordPath }
  return config
}

/** What its files are read as. The rows of a query are kept as JSON Lines, whatever its content type says. */
export const fileKindOf = ({ contentType, config }: DataSource): FileKind =>
  config !== undefined && 'query' in config ? 'json' : contentType
