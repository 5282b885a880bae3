import type { MappingSettings } from '@millrace/contract/components/mapping.rule'
import { isObject } from '@millrace/contract/schemas/schema-keywords'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'

/** Keys pressed faster than this are one change (ms). */
const settleMs = 300

export type Mapped = {
  /** The record that came out; undefined before the first answer, or when it went wrong or was left out. */
  record: Record<string, unknown> | undefined
  /** Why there is none. */
  problem: string | null
  isRunning: boolean
}

/**
 * One record mapped by the block itself, in the server's sandbox: what is shown here is what a run does.
 * @param blockId the version of Map fields that the instance stands for
 */
export function useMappedRecord(blockId: string, settings: MappingSettings, record: unknown, context: unknown): Mapped {
  const input = useSettled(JSON.stringify({ payload: { records: [record], settings }, rt_context: context }))
  const { data, error, isFetching } = useQuery({
    queryKey: ['mapped record', blockId, input],
    queryFn: () =>
      call('POST /components/{id}/execute', {
        params: { id: blockId },
        body: JSON.parse(input) as { payload: unknown; rt_context: unknown },
        quiet: true,
      }),
    enabled: record !== undefined,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  })
  if (record === undefined) return { record: undefined, problem: null, isRunning: false }
  return { ...outcomeOf(data?.output, error), isRunning: isFetching }
}

function outcomeOf(output: unknown, error: Error | null): Pick<Mapped, 'record' | 'problem'> {
  if (error !== null) return { record: undefined, problem: error.message }
  if (!isObject(output)) return { record: undefined, problem: null }
  if (output.error !== undefined) return { record: undefined, problem: String(output.error) }
  const [made] = Array.isArray(output.records) ? (output.records as unknown[]) : []
  if (isObject(made)) return { record: made, problem: null }
  return { record: undefined, problem: 'This record is left out: it has a value that cannot be converted.' }
}

/** The text once it has not changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
