import { useEffect, useState } from 'react'
import { toast } from '../../state/toasts.ts'
import type { Edit } from './model/edits.ts'
import { moveBeside, refuseDrop, type Side } from './model/moves.ts'
import { type Path, pointerOf } from './model/paths.ts'
import type { TreeRow } from './model/tree.ts'
import { takeOutcome } from './row-actions.ts'

/** How a row looks while another is carried: it is the carried one, would take it there, or would not. */
export type DropMark = 'carried' | Side | 'refused'

/** A closed row opens when something is held over it for so long (ms). */
const openAfterMs = 700
/** The share of a row's height, at its upper and lower edge, that means beside it and not into it. */
const edge = 0.3

type Over = { pointer: string; label: string; side: Side; reason: string | null }
type Options = { schema: unknown; onEdit: (edit: Edit | null) => void; onOpen: (pointer: string) => void }

/** Carrying a row to another place by pointer. `status` tells where it would go, or why it may not go there. */
export function useRowDrag({ schema, onEdit, onOpen }: Options) {
  const [carried, setCarried] = useState<Path | null>(null)
  const [over, setOver] = useState<Over | null>(null)
  const opens = over?.side === 'into' ? over.pointer : null
  useEffect(() => {
    if (opens === null) return
    const timer = setTimeout(() => onOpen(opens), openAfterMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-deps -- the time runs per row held over
  }, [opens])
  const end = () => {
    setCarried(null)
    setOver(null)
  }
  const hover = (row: TreeRow, side: Side): boolean => {
    if (carried === null) return false
    if (over?.pointer === row.pointer && over.side === side) return over.reason === null
    const reason = refuseDrop(schema, carried, row.path, side)
    setOver({ pointer: row.pointer, label: row.label, side, reason })
    return reason === null
  }
  const name = carried?.at(-1) ?? 'the schema'
  const words = { before: 'before', into: 'into', after: 'behind' }
  return {
    status:
      carried === null
        ? null
        : over === null
          ? `Moving ${name}. Drop it on a row.`
          : (over.reason ?? `Moving ${name} ${words[over.side]} ${over.label}.`),
    markOf(pointer: string): DropMark | undefined {
      if (carried === null) return undefined
      if (pointer === pointerOf(carried)) return 'carried'
      if (pointer !== over?.pointer) return undefined
      return over.reason === null ? over.side : 'refused'
    },
    handlersOf: (row: TreeRow) => ({
      draggable: true,
      onDragStart: (event: React.DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', row.label)
        setCarried(row.path)
      },
      onDragOver: (event: React.DragEvent<HTMLElement>) => {
        if (hover(row, sideOf(event))) event.preventDefault()
      },
      onDrop: (event: React.DragEvent<HTMLElement>) => {
        event.preventDefault()
        if (carried === null) return
        const outcome = moveBeside(schema, carried, row.path, sideOf(event))
        end()
        takeOutcome(outcome, onEdit)
      },
      // Where the drop was refused, the reason stays as a message.
      onDragEnd: () => {
        if (over !== null && over.reason !== null && carried !== null && over.pointer !== pointerOf(carried))
          toast.warn(over.reason)
        end()
      },
    }),
  }
}

function sideOf(event: React.DragEvent<HTMLElement>): Side {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const at = (event.clientY - top) / (height || 1)
  return at < edge ? 'before' : at > 1 - edge ? 'after' : 'into'
}
