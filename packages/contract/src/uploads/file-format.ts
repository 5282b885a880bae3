import { z } from 'zod'
import { TextsByName } from '../primitives.ts'

/** A header stands in this line of a file at the latest. */
export const maxHeaderRow = 1000

/** How a file is read; what is absent is detected. */
export const FileFormat = z.object({
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252']).optional(),
  delimiter: z.enum([',', ';', '\t', '|']).optional(),
  header: z.boolean().optional(),
  /** The line of a text, or the row of a sheet, with the names of the columns; what stands above it is not read. */
  headerRow: z.number().int().min(1).max(maxHeaderRow).optional(),
  /** false: quotes are a part of the text. */
  quotes: z.boolean().optional(),
  sheet: z.string().optional(),
  recordPath: z.string().optional(),
  decimal: z.enum(['.', ',']).optional(),
  /** Renames the file's own headers before validation: file header → property. */
  columns: TextsByName.optional(),
  /** 'text': an empty cell is an empty text wherever the schema allows one, instead of a property that is absent. */
  empty: z.literal('text').optional(),
})
export type FileFormat = z.infer<typeof FileFormat>

/**
 * How a file was read, with how sure that is (0..1): `confidence` of the delimiter, `decimalConfidence` of the decimal
 * mark, 1 where a thing was set. A decimal mark of 0 is a guess: no number of the file tells it.
 */
export const DetectedFormat = FileFormat.extend({
  encodingConfidence: z.number().min(0).max(1).optional(),
  confidence: z.number().min(0).max(1).optional(),
  decimalConfidence: z.number().min(0).max(1).optional(),
})
export type DetectedFormat = z.infer<typeof DetectedFormat>
