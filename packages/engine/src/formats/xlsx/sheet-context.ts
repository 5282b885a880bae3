import type { ReadLimits } from '../records/file.types.ts'
import type { CellStyle } from './workbook-parts.ts'

/** What the cells of a sheet refer to, and the limits they are held to. */
export type SheetContext = { strings: string[]; styles: CellStyle[]; date1904: boolean; limits: ReadLimits }
