import type { DocKind, LiveDocument, TreeNode } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import { listDocuments } from '@millrace/contract/live/live-document.rule'
import { isSameJson } from '@millrace/contract/schemas/json-equality'
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

/** A change of many documents is many messages, to each part of a page that shows the tree, and one tree. */
const quietMs = 300
const timers = new Map<DocKind, ReturnType<typeof setTimeout>>()

function refreshSoon(kind: DocKind): void {
  clearTimeout(timers.get(kind))
  timers.set(
    kind,
    setTimeout(() => void refreshTree(kind), quietMs),
  )
}

/** How many parts of the page follow a tree. */
const followers = new Map<DocKind, number>()

/**
 * Asks the tree again when somebody else changed it: while it is followed, since it was asked, and while nobody followed
 * it, as on other pages or without a connection.
 */
function useLiveTree(kind: DocKind): void {
  const mayBeOld = useRef(false)
  useEffect(() => {
    const others = followers.get(kind) ?? 0
    mayBeOld.current = others === 0 && queryClient.getQueryData(keyOf(kind)) !== undefined
    followers.set(kind, others + 1)
    return () => void followers.set(kind, (followers.get(kind) ?? 1) - 1)
  }, [kind])
  const link = useLive(
    'documents',
    { kind },
    {
      onInit: ({ data }) => {
        if (mayBeOld.current) refreshSoon(kind)
        else void refreshOther(kind, data)
        mayBeOld.current = false
      },
      onChange: () => refreshSoon(kind),
    },
  )
  useEffect(() => {
    if (link === 'lost') mayBeOld.current = true
  }, [link])
}

/** Asks the tree again unless it is as it was when its changes began to be told. */
async function refreshOther(kind: DocKind, items: readonly LiveDocument[]): Promise<void> {
  const { data, fetchStatus } = queryClient.getQueryState(keyOf(kind)) ?? {}
  // One that failed is asked again by hand.
  if (data === undefined && fetchStatus !== 'fetching') return
  // One that is on its way may have been read before.
  const nodes = await queryClient
    .fetchQuery<TreeNode[]>({ queryKey: keyOf(kind), staleTime: Number.POSITIVE_INFINITY })
    // Told by who asked.
    .catch(() => null)
  if (nodes === null) return
  const shown = listDocuments(nodes, kind).map(({ item }) => item)
  if (!isSameJson(shown, items)) refreshSoon(kind)
}

const keyOf = (kind: DocKind) => callKey(treeCall, { query: { kind } })

/** Forgets the kept tree of a kind after a change of folders or documents; what is on screen is asked again (FLD-020). */
export const refreshTree = (kind: DocKind): Promise<void> => queryClient.invalidateQueries({ queryKey: keyOf(kind) })

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
