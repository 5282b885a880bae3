import type { Import } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { call } from '../../api/call.ts'
import { refreshCalls } from '../../api/use-call.ts'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../state/toasts.ts'

/** Asks, stops the import and says so (IMP-045). A refusal is shown as a toast; either way the lists are read again. */
export async function stopImport(imp: Pick<Import, '_id' | 'pipeline'>): Promise<void> {
  if (!(await confirm(`Do you want to stop the import of the pipeline : ${imp.pipeline.name}`))) return
  try {
    await call('POST /imports/abort', { body: { importId: imp._id } })
    toast.success(texts.aborted)
  } catch (error) {
    console.error(error)
  }
  await refreshCalls('GET /imports/job', 'POST /imports/listAll')
}
