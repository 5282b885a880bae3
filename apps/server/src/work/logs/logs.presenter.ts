import type { Log } from '@millrace/contract'
import type { LogRow } from './logs.repository.ts'

/** LOG-001, with the number of the line in its upload or import. */
export function presentLog(row: LogRow): Log {
  return {
    _id: String(row.id),
    seq: row.seq,
    logDate: row.at.toISOString(),
    level: row.level,
    message: row.message,
    ...(row.data_sub_kind === null ? {} : { dataSubKind: row.data_sub_kind }),
    ...(row.upload_id === null ? {} : { uploadId: row.upload_id }),
    ...(row.import_id === null ? {} : { importId: row.import_id }),
  }
}
