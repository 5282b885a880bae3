import { useCall } from '../../api/use-call.ts'
import { Notice } from '../../ui/Notice.tsx'

/**
 * Why a file is invalid as a whole, when no record of it is to blame: the error lines of its validation, which name
 * file, place and cause.
 */
export function FileProblem({ uploadId }: { uploadId: string }) {
  const { data } = useCall('GET /logs/uploads', { query: { ids: [uploadId] } })
  const errors = data?.filter(({ level }) => level === 'error') ?? []
  return errors.map((line) => (
    <Notice key={line._id} tone="error" look="line">
      <span>{line.message}</span>
    </Notice>
  ))
}
