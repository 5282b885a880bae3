import { useDeferredValue, useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { PipelineDraft } from './model/draft.ts'
import { type Inheritance, inheritanceOf } from './model/inheritance.ts'

/**
 * What a country has from its master as it is being edited; null for a master, and for who does not see the master.
 * `loading`: its master is not known yet.
 */
export function useInheritance(draft: PipelineDraft): { inheritance: Inheritance | null; loading: boolean } {
  const id = draft.isMaster ? null : draft.masterPipeline
  const { data: master, isLoading } = useCall(
    'GET /pipelines/id',
    { query: { id: id ?? '' }, quiet: true },
    { enabled: id !== null },
  )
  const settled = useDeferredValue(draft)
  const inheritance = useMemo(
    () => (master === undefined || master._id !== id ? null : inheritanceOf(settled, master)),
    [settled, master, id],
  )
  return { inheritance, loading: isLoading }
}
