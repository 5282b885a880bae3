import { z } from 'zod'

/** One fault in a file: where it is, which rule, what was found, a sentence. */
export const Finding = z.object({
  row: z.number().int().nullable(),
  line: z.number().int().nullable(),
  column: z.string().nullable(),
  path: z.string(),
  rule: z.string(),
  value: z.string(),
  message: z.string(),
})
export type Finding = z.infer<typeof Finding>

/** `n`: its number among the findings of the upload, from 1 in file order; `GET /uploads/record` takes it. */
export const NumberedFinding = Finding.extend({ n: z.number().int() })
export type NumberedFinding = z.infer<typeof NumberedFinding>

/**
 * A rejected record as it stands in its file. A value that is no text is JSON text; one of more than 2,000 characters is
 * cut; null stands for a property that is missing. Cells with findings are always among the first 500.
 */
export const RejectedRecord = z.object({
  row: z.number().int().nullable(),
  line: z.number().int().nullable(),
  findings: z.array(Finding),
  cells: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Further cells that are in the download. */
  more: z.number().int(),
})
export type RejectedRecord = z.infer<typeof RejectedRecord>

export const FindingGroup = z.object({
  rule: z.string(),
  column: z.string().nullable(),
  message: z.string(),
  count: z.number().int(),
  first: z.array(Finding),
})
export type FindingGroup = z.infer<typeof FindingGroup>
