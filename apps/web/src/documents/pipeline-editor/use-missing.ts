import { findMissing, type MissingPart } from '@millrace/contract/pipelines/missing.rule'
import { useDeferredValue, useMemo } from 'react'
import { useCall } from '../../api/use-call.ts'
import { useFolderTree } from '../folders/use-folder-tree.ts'
import { indexTree, rowOfVersion } from '../folders/tree-index.ts'
import type { PipelineDraft } from './model/draft.ts'

/** All that is missing before the pipeline can be saved and run, as it is being edited; `loading`: there may be more. */
export function useMissing(id: string, draft: PipelineDraft): { missing: readonly MissingPart[]; loading: boolean } {
  const { data: connections, isLoading } = useCall(
    'GET /database-connections/usable',
    { quiet: true },
    { staleTime: 60_000 },
  )
  const componentName = useComponentName(draft.component)
  const settled = useDeferredValue(draft)
  const missing = useMemo(
    () =>
      findMissing(
        { ...settled, _id: id },
        {
          componentName,
          connections: connections === undefined ? null : new Set(connections.map(({ _id }) => _id)),
        },
      ),
    [settled, id, componentName, connections],
  )
  return { missing, loading: isLoading }
}

/** What the component is called; one that this person does not see has no name. */
function useComponentName(id: string | null): string {
  const { nodes } = useFolderTree('component')
  const index = useMemo(() => indexTree(nodes ?? [], { words: '' }), [nodes])
  const row = id === null ? undefined : rowOfVersion(index, id)
  return (row === undefined ? undefined : index.entries.get(row)?.node.label) ?? 'the component'
}
