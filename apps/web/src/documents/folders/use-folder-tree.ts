import type { DocKind, TreeNode } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { useEffect, useRef } from 'react'
import { call } from '../../api/call.ts'
import { callKey, queryClient, useCall } from '../../api/use-call.ts'
import { useLive } from '../../api/use-live.ts'

const treeCall = 'GET /folders/tree'

/** The tree of a kind, kept until something in it changes (FLD-020). */
export function useFolderTree(kind: DocKind) {
  const { data, error, isFetching, refetch } = useCall(
    treeCall,
    { query: { kind }, fallback: 'error while fetching folder tree' },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY },
  )
  useLiveTree(kind)
  const nodes: readonly TreeNode[] | undefined = data
  return { nodes, error, isFetching, refetch: () => void refetch() }
}

/** A change of many documents is many messages, and one tree. */
const quietMs = 300

/** Asks the tree again when somebody else changed it, and when the connection was lost and changes may have been missed. */
function useLiveTree(kind: DocKind): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isFirst = useRef(true)
  useEffect(() => {
    isFirst.current = true
    return () => clearTimeout(timer.current)
  }, [kind])
  const refreshSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void refreshTree(kind), quietMs)
  }
  useLive(
    'documents',
    { kind },
    {
      onInit: () => {
        if (!isFirst.current) refreshSoon()
        isFirst.current = false
      },
      onChange: refreshSoon,
    },
  )
}

/** Forgets the kept tree of a kind after a change of folders or documents; what is on screen is asked again (FLD-020). */
export const refreshTree = (kind: DocKind): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: callKey(treeCall, { query: { kind } }) })

/**
 * Makes a folder and refreshes the tree. A failure is written to the console alone (FLD-021, D-126).
 * @returns the id of the new folder, null when it was not made
 */
export async function createFolder(kind: DocKind, parent: string | null, name: string): Promise<string | null> {
  try {
    const body = { name, kind, parent }
    const folder = await call('POST /folders', { body, quiet: true, fallback: texts.cannotCreateFolder })
    await refreshTree(kind)
    return folder.id
  } catch (error) {
    console.error(error)
    return null
  }
}
