/** Keys of `mimetypes`; a data source's contentType is one of them (D-68). */
export const fileKinds = ['csv', 'json', 'excel', 'xml', 'text', 'zip'] as const
export type FileKind = (typeof fileKinds)[number]

/** What an output is written as; also the ending of its file's name. */
export const sinkFormats = ['json', 'ndjson', 'csv', 'xlsx', 'xml'] as const
export type SinkFormat = (typeof sinkFormats)[number]

/** What rejected records are downloaded as. */
export const rejectedFormats = ['csv', 'xlsx'] as const satisfies readonly SinkFormat[]
export type RejectedFormat = (typeof rejectedFormats)[number]

/** What output files are downloaded as besides their own format. */
export const tableFormats = ['csv', 'xlsx'] as const satisfies readonly SinkFormat[]
export type TableFormat = (typeof tableFormats)[number]

/** What an output file is written as, by the ending of its name; null where that is none of ours. */
export function outputFormatOf(name: string | null): SinkFormat | null {
  const ending = name?.split('.').at(-1) ?? ''
  return sinkFormats.find((format) => format === ending) ?? null
}

/** What a file that an import wrote can be downloaded as besides its own format; nothing for files that people sent. */
export function tableFormatsOf({
  from,
  originalFilename,
}: {
  from: 'source' | 'destination'
  originalFilename: string | null
}): readonly TableFormat[] {
  const own = from === 'destination' ? outputFormatOf(originalFilename) : null
  return own === null ? [] : tableFormats.filter((format) => format !== own)
}

/** What the audit is downloaded as. */
export const auditFormats = ['csv', 'xlsx', 'ndjson'] as const satisfies readonly SinkFormat[]
export type AuditFormat = (typeof auditFormats)[number]

/** MIME type of each format that is written. */
export const mimeTypeOf = {
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
} as const satisfies Record<SinkFormat | 'zip', string>

/** What the header Content-Type says of a file that we wrote: text is always UTF-8. */
export const contentTypes: Record<SinkFormat | 'zip', string> = {
  ...mimeTypeOf,
  csv: `${mimeTypeOf.csv}; charset=utf-8`,
}

/** Kind → MIME types and file extensions that are read, as GET /users/info answers it (SES-026). */
export const mimetypes: Record<FileKind, string[]> = {
  csv: [mimeTypeOf.csv, 'text/tab-separated-values', 'text/plain', '.csv', '.tsv', '.txt'],
  json: [mimeTypeOf.json, mimeTypeOf.ndjson, 'application/jsonl', '.json', '.ndjson', '.jsonl'],
  excel: [mimeTypeOf.xlsx, 'application/vnd.ms-excel.sheet.macroEnabled.12', '.xlsx', '.xlsm'],
  xml: [mimeTypeOf.xml, 'text/xml', '.xml'],
  text: ['text/plain', '.txt', '.csv', '.tsv'],
  zip: [mimeTypeOf.zip, '.zip'],
}

/** The file extensions among the types of a kind, e.g. ['.csv', '.tsv'] (UPL-007). */
export const extensionsOf = (contentType: string, types: Readonly<Record<string, readonly string[]>>): string[] =>
  (types[contentType] ?? []).filter((entry) => entry.startsWith('.'))

/** What the name of a file of that kind ends in, e.g. 'xlsx'. */
export const endingOf = (kind: FileKind): string => extensionsOf(kind, mimetypes)[0]?.slice(1) ?? kind

/** Whether the name ends as the source's content type allows (UPL-006, UPL-007). Content is judged by the server. */
export function acceptsExtension(
  contentType: string,
  fileName: string,
  types: Readonly<Record<string, readonly string[]>> = mimetypes,
): boolean {
  const name = fileName.toLowerCase()
  return extensionsOf(contentType, types).some((extension) => name.endsWith(extension))
}

/** Strictly less than this many bytes (UPL-005, D-61). */
export const uploadLimitBytes = 20 * 1024 * 1024
