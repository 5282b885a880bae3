import { z } from 'zod'
import { DetectedFormat } from './file-format.ts'
import { Finding, FindingGroup } from './findings.messages.ts'

/**
 * One record of a preview, cells in the order of its columns. `read`: the text as it stands in the file, JSON where it is
 * no text, null where there is nothing. `coerced`: the value that the schema makes of it as JSON text, null where the
 * property is absent; the list is empty for a record that could not be read at all. Long cells are cut.
 */
export const PreviewRow = z.object({
  row: z.number().int(),
  line: z.number().int().nullable(),
  read: z.array(z.string().nullable()),
  coerced: z.array(z.string().nullable()),
  findings: z.array(Finding),
})
export type PreviewRow = z.infer<typeof PreviewRow>

/** How a file was read and what the schema says of its first records. */
export const FilePreview = z.object({
  /** Why the file as a whole cannot be used, as a sentence; what was read before that is there all the same. */
  problem: z.string().nullable(),
  detected: DetectedFormat,
  /** The file's own header and the property it becomes; of files without columns the properties of the rows shown. */
  columns: z.array(z.object({ header: z.string(), property: z.string() })),
  /** Further columns that are not shown. */
  moreColumns: z.number().int(),
  rows: z.array(PreviewRow),
  counts: z.object({ records: z.number().int(), valid: z.number().int(), rejected: z.number().int() }),
  /** Whether the counts are those of the whole file; else the reading was ended after so many records. */
  complete: z.boolean(),
  groups: z.array(FindingGroup),
  notes: z.array(z.object({ level: z.enum(['warn', 'info']), message: z.string() })),
})
export type FilePreview = z.infer<typeof FilePreview>
