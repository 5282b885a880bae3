import type { DocKind } from '@millrace/contract'
import { validateDrop } from '@millrace/contract/documents/drop.rule'
import { useEffect, useState } from 'react'
import { toast } from '../../state/toasts.ts'
import { moveNode } from '../folders/folder-calls.ts'
import { foldersAround, pathOf, type TreeIndex } from '../folders/tree-index.ts'

/** How a row looks while something is carried: it is the carried one, would take it, is about to, or would not. */
export type DropMark = 'carried' | 'lit' | 'target' | 'refused'
type Carried = { id: string; byKeys: boolean }

/** A closed folder opens when something is held over it for so long (ms). */
const openAfterMs = 700

/**
 * Carrying a folder or document to a folder, by pointer or by keys (FLD-005, FLD-013 to FLD-018). `status` tells what is going on.
 * @param onOpen opens a folder
 * @param onMoved called with what has moved
 */
export function useFolderDrag(
  kind: DocKind,
  index: TreeIndex,
  { onOpen, onMoved }: { onOpen: (id: string) => void; onMoved: (id: string, into: string) => void },
) {
  const [carried, setCarried] = useState<Carried | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const labelOf = (id: string) => index.entries.get(id)?.node.label ?? ''

  /** Why what is carried may not go there, or null. */
  const problemAt = (id: string): string | null => {
    const from = carried === null ? undefined : index.entries.get(carried.id)
    const to = index.entries.get(id)
    if (from === undefined || to === undefined) return ''
    return validateDrop(
      { id: from.node.value, name: from.node.label, parent: from.parent, draggable: from.node.draggable },
      {
        id,
        name: to.node.label,
        isFolder: to.node.type === 'folder',
        droppable: to.node.droppable,
        around: foldersAround(index, id),
      },
    )
  }

  const opens = carried !== null && !carried.byKeys && over !== null ? over : null
  useEffect(() => {
    if (opens === null) return
    const timer = setTimeout(() => onOpen(opens), openAfterMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the time runs per folder held over
  }, [opens])

  const end = () => {
    setCarried(null)
    setOver(null)
  }
  const drop = async (id: string) => {
    const node = carried === null ? undefined : index.entries.get(carried.id)?.node
    if (carried === null || node === undefined) return
    const problem = problemAt(id)
    if (problem !== null) {
      if (problem !== '') toast.warn(problem)
      // By keys one goes on to another folder.
      if (!carried.byKeys) end()
      return
    }
    const { id: moved } = carried
    const before = labelOf(moved)
    end()
    const name = await moveNode(kind, node, id)
    if (name === null) return
    const place = pathOf(index, id)
    toast.success(name === before ? `${name} lies in ${place} now.` : `${before} lies in ${place} as ${name} now.`)
    onMoved(moved, id)
  }
  const status = (): string | null => {
    if (carried === null) return null
    const how = carried.byKeys
      ? 'Click a lit folder, or go there with the arrows and press Enter.'
      : 'Drop it on a lit folder.'
    const here = over === null || over === carried.id ? null : problemAt(over)
    if (over === null || over === carried.id) return `Moving ${labelOf(carried.id)}. ${how}`
    return here === null ? `Moving ${labelOf(carried.id)} into ${pathOf(index, over)}.` : here
  }
  return {
    carried,
    status: status(),
    markOf: (id: string): DropMark | undefined => {
      if (carried === null) return undefined
      if (id === carried.id) return 'carried'
      if (problemAt(id) !== null) return 'refused'
      return id === over ? 'target' : 'lit'
    },
    pickUp: (id: string, byKeys: boolean) => {
      const entry = index.entries.get(id)
      if (entry === undefined) return
      if (entry.parent === null || !entry.node.draggable) {
        toast.warn(validateDrop({ ...entry.node, id, name: entry.node.label, parent: entry.parent }, nowhere) ?? '')
        return
      }
      setCarried({ id, byKeys })
      setOver(null)
    },
    /** @returns whether it may be dropped there */
    hover: (id: string): boolean => {
      if (carried === null) return false
      if (over !== id) setOver(id)
      return problemAt(id) === null
    },
    drop: (id: string) => void drop(id),
    /** The pointer was released: where the drop was refused, the reason stays as a message. */
    letGo: () => {
      const problem = carried === null || over === null ? null : problemAt(over)
      if (problem && over !== carried?.id) toast.warn(problem)
      end()
    },
    cancel: end,
  }
}

const nowhere = { id: '', name: '', isFolder: true, droppable: true, around: [] }

export type FolderDrag = ReturnType<typeof useFolderDrag>
