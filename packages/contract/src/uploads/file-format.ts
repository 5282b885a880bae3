import { z } from 'zod'

/** How a file is read; absent = detected (wire contract, section 18; settled points 7 and 8). */
export const FileFormat = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  header: z.boolean().optional(),
  sheet: z.string().optional(),
  recordPath: z.string().optional(),
  decimal: z.enum(['.', ',']).optional(),
  /** Renames the file's own headers before validation: file header → property. */
  columns: z.record(z.string(), z.string()).optional(),
})
export type FileFormat = z.infer<typeof FileFormat>

/** How a file was read, with how sure that is (0..1): `confidence` of the delimiter, 1 where a thing was set. */
export const DetectedFormat = FileFormat.extend({
  encodingConfidence: z.number().min(0).max(1).optional(),
  confidence: z.number().min(0).max(1).optional(),
})
export type DetectedFormat = z.infer<typeof DetectedFormat>

export const fileKinds = ['csv', 'json', 'excel', 'xml', 'text', 'zip'] as const
/** Keys of `mimetypes`; a data source's contentType is one of them (D-68). */
export const FileKind = z.enum(fileKinds)
export type FileKind = z.infer<typeof FileKind>

/** Kind → MIME types and file extensions, as GET /users/info answers it (SES-026, settled point 16). */
export const mimetypes: Record<FileKind, string[]> = {
  csv: ['text/csv', 'text/tab-separated-values', 'text/plain', '.csv', '.tsv', '.txt'],
  json: ['application/json', 'application/x-ndjson', 'application/jsonl', '.json', '.ndjson', '.jsonl'],
  excel: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', '.xlsx'],
  xml: ['application/xml', 'text/xml', '.xml'],
  text: ['text/plain', '.txt', '.csv', '.tsv'],
  zip: ['application/zip', '.zip'],
}

/** Whether the name ends as the source's content type allows (UPL-006, UPL-007). Content is judged by the server. */
export function extensionAccepted(contentType: string, fileName: string): boolean {
  const accepted = (mimetypes as Record<string, string[]>)[contentType]
  const name = fileName.toLowerCase()
  return accepted !== undefined && accepted.some((entry) => entry.startsWith('.') && name.endsWith(entry))
}

/** Strictly less than this many bytes (UPL-005, D-61). */
export const uploadLimitBytes = 20 * 1024 * 1024
