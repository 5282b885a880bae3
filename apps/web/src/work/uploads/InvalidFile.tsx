import type { Upload } from '@millrace/contract'
import { useCall } from '../../api/use-call.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { SourceFile } from './source-files.ts'
import { useCauses } from './use-findings.ts'
import { isBeyond, verdictWords } from './verdict-words.ts'

type Props = { file: SourceFile; upload: Upload }

/** What is wrong with an invalid file, in one sentence that says what to do; nothing until its causes are asked. */
export function InvalidFile({ file: { source, fromMaster }, upload }: Props) {
  const { groups, total, error } = useCauses(upload)
  const byRecords = upload.counts !== null && isBeyond(upload.counts, source.tolerance)
  const log = useCall('GET /logs/uploads', { query: { ids: [upload._id] }, quiet: true }, { enabled: !byRecords })
  if (byRecords ? total === undefined && error === null : log.isPending) return null
  const problem = log.data?.findLast(({ level }) => level === 'error')?.message
  return (
    <Notice tone="error" role="alert">
      <span>{verdictWords({ upload, source, fromMaster, causes: groups, problem })}</span>
    </Notice>
  )
}
