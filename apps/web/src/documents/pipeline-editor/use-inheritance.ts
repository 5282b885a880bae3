import { useDeferredValue, useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import type { PipelineDraft } from './model/draft.ts'
import { type Inheritance, inheritanceOf } from './model/inheritance.ts'

/** What a country has from its master as it is being edited; null for a master, and for who does not see the master. */
export function useInheritance(draft: PipelineDraft): Inheritance | null {
  const id = draft.isMaster ? null : draft.masterPipeline
  const { data: master } = useCall(
    'GET /pipelines/id',
    { query: { id: id ?? '' }, quiet: true },
    { enabled: id !== null },
  )
  const settled = useDeferredValue(draft)
  return useMemo(
    () => (master === undefined || master._id !== id ? null : inheritanceOf(settled, master)),
    [settled, master, id],
  )
}
