import type { Upload, UploadSender } from '@millrace/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useCall } from '../../api/use-call.ts'

/** Who sent these uploads, by their id; those of uploads that came meanwhile follow a moment later. */
export function useSenders(uploads: readonly Upload[]): ReadonlyMap<string, UploadSender> {
  const ids = uploads.map(({ _id }) => _id).toSorted()
  const { data } = useCall(
    'GET /uploads/senders',
    { query: { ids } },
    { enabled: ids.length > 0, staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  )
  return new Map(data?.map((sender) => [sender._id, sender]))
}
