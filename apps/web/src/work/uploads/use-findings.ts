import type { FindingGroup, NumberedFinding, Upload } from '@millrace/contract'
import { maxFindingsPerPage } from '@millrace/contract/uploads/finding-limits.rule'
import { useQueries, useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callKey } from '../../api/use-call.ts'

const findingsCall = 'GET /uploads/findings'
/** Milliseconds between two looks at a validation under way. */
const lookAgainMs = 1000

/** One page as a query. What is read while the upload is judged lacks its totals, so it is kept apart from the rest. */
function pageQuery({ _id, status }: Pick<Upload, '_id' | 'status'>, pageNumber: number, group: number | undefined) {
  const validating = status === 'validating'
  const query = { id: _id, pageNumber, nbItemsPerPage: maxFindingsPerPage, ...(group === undefined ? {} : { group }) }
  return {
    queryKey: [...callKey(findingsCall, { query }), validating],
    // The list shows the failure itself; a toast each second would repeat what the status call reports once (ERR-005).
    queryFn: ({ signal }: { signal: AbortSignal }) => call(findingsCall, { query, signal, quiet: validating }),
    staleTime: validating ? 0 : Number.POSITIVE_INFINITY,
    refetchInterval: validating ? lookAgainMs : (false as const),
  }
}

/** The causes of an upload's findings, commonest first, and how many findings there are; asked again while it is judged. */
export function useCauses(upload: Pick<Upload, '_id' | 'status' | 'counts'>) {
  const clean = upload.status === 'valid' && upload.counts?.rejected === 0
  const { data, error, refetch } = useQuery({ ...pageQuery(upload, 1, undefined), enabled: !clean })
  const groups: readonly FindingGroup[] = data?.groups ?? []
  return { clean, groups, total: data?.totalCount, error, refetch: () => void refetch() }
}

export type FindingRows = {
  /** How many there are to read; undefined until the first answer. */
  count: number | undefined
  /** Undefined while its page is being fetched. */
  at: (place: number) => NumberedFinding | undefined
  error: Error | null
}

/**
 * Findings of an upload by their place, from 0, in file order. Only the pages in sight are fetched, however many there are.
 * @param group place of the cause in the groups; undefined for all findings
 * @param range first and last place in sight
 */
export function useFindingRows(
  upload: Pick<Upload, '_id' | 'status'>,
  group: number | undefined,
  range: Range,
): FindingRows {
  const first = Math.floor(range.first / maxFindingsPerPage) + 1
  const last = Math.floor(range.last / maxFindingsPerPage) + 1
  const pages = [...new Set([1, ...Array.from({ length: last - first + 1 }, (_, index) => first + index)])]
  const answers = useQueries({ queries: pages.map((page) => pageQuery(upload, page, group)) })
  const byPage = new Map(pages.map((page, index) => [page, answers[index]?.data?.findings]))
  return {
    count: answers[0]?.data?.totalCount,
    at: (place) => byPage.get(Math.floor(place / maxFindingsPerPage) + 1)?.[place % maxFindingsPerPage],
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  }
}

export type Range = { first: number; last: number }
