import { texts } from '@millrace/contract/errors'
import { download } from '../../api/call.ts'

/**
 * Downloads uploads: one under its original name, several as export.zip, as the server names them (EXP-006, EXP-007).
 * A failure is shown as a toast (ERR-013). @returns whether the file came
 */
export async function exportUploads(uploadIds: readonly string[]): Promise<boolean> {
  try {
    await download('POST /uploads/export', { uploadIds: [...uploadIds] }, { fallback: texts.cannotExport })
    return true
  } catch (error) {
    console.error(error)
    return false
  }
}
