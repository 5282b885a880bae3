import type { KeyboardEvent } from 'react'
import { type Edit, removeAt } from './model/edits.ts'
import { moveAmong, moveIn, moveOut, type Outcome } from './model/moves.ts'
import type { Path } from './model/paths.ts'
import { hasOwnName } from './model/roles.ts'
import type { TreeRow } from './model/tree.ts'
import { takeOutcome } from './row-actions.ts'

type Tree = {
  schema: unknown
  readOnly: boolean
  isOpen: boolean
  toggle: (wanted: boolean) => void
  /** Selects a row so many places further. */
  go: (step: number) => void
  select: (path: Path) => void
  rename: () => void
  menu: () => void
  onEdit: (edit: Edit) => void
}

const moves: Record<string, (schema: unknown, path: Path) => Outcome> = {
  ArrowUp: (schema, path) => moveAmong(schema, path, -1),
  ArrowDown: (schema, path) => moveAmong(schema, path, 1),
  ArrowRight: moveIn,
  ArrowLeft: moveOut,
}

/**
 * What a key does in the tree: arrows move and fold, Alt and an arrow move the row itself, F2 renames, Delete removes,
 * Shift F10 opens the menu.
 * @returns whether the key meant something
 */
export function pressTreeKey({ key, altKey, shiftKey }: KeyboardEvent, row: TreeRow, tree: Tree): boolean {
  const { schema, readOnly, isOpen, toggle, go } = tree
  const move = altKey ? moves[key] : undefined
  if (move !== undefined) {
    if (!readOnly) takeOutcome(move(schema, row.path), tree.onEdit)
  } else if (key === 'ArrowDown') go(1)
  else if (key === 'ArrowUp') go(-1)
  else if (key === 'Home') go(Number.NEGATIVE_INFINITY)
  else if (key === 'End') go(Number.POSITIVE_INFINITY)
  else if (key === 'ArrowRight') {
    if (row.hasChildren && !isOpen) toggle(true)
    else go(row.hasChildren ? 1 : 0)
  } else if (key === 'ArrowLeft') {
    if (row.hasChildren && isOpen) toggle(false)
    else if (row.path.length > 0) tree.select(row.path.slice(0, -1))
  } else if (key === 'F2' && !readOnly && hasOwnName(row.path)) tree.rename()
  else if (key === 'Delete' && !readOnly && row.path.length > 0) tree.onEdit(removeAt(schema, row.path))
  else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) tree.menu()
  else return false
  return true
}
