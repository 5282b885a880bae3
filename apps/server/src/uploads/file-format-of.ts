import type { DataSource, FileFormat } from '@millrace/contract'

/** The file settings of a source; those of an HTTP request or a query are none. */
export function fileFormatOf(source: DataSource): FileFormat {
  const { config } = source
  return config === undefined || 'url' in config || 'query' in config ? {} : config
}
