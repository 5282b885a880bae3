import { toast } from '../../state/toasts.ts'
import { duplicateAt, type Edit, extractDefinition, inlineReference, removeAt, wrapInArray } from './model/edits.ts'
import { moveAmong, moveIn, moveOut, type Outcome, refuseIn, refuseOut } from './model/moves.ts'
import { isPlain, type Path, partsIn, valueAt } from './model/paths.ts'
import { hasOwnName, roleOf } from './model/roles.ts'

/** Something that can be done with a part as a whole. */
export type RowAction = {
  label: string
  keys?: string
  danger?: boolean
  /** Why it cannot be done now; null when it can. */
  refused: string | null
  /** null when what comes of it comes later. */
  run: () => Outcome | null
}

const done = (edit: Edit): Outcome => ({ edit })

/** The moves of a part, as the keys and the menu have them. */
function movesOf(schema: unknown, path: Path): RowAction[] {
  const siblings = partsIn(valueAt(schema, path.slice(0, -1)))
  const at = siblings.indexOf(path.at(-1) ?? '')
  return [
    {
      label: 'Move up',
      keys: 'Alt ↑',
      refused: at === 0 ? 'It is the first already.' : null,
      run: () => moveAmong(schema, path, -1),
    },
    {
      label: 'Move down',
      keys: 'Alt ↓',
      refused: at === siblings.length - 1 ? 'It is the last already.' : null,
      run: () => moveAmong(schema, path, 1),
    },
    {
      label: 'Move into the one above',
      keys: 'Alt →',
      refused: refuseIn(schema, path),
      run: () => moveIn(schema, path),
    },
    { label: 'Move out', keys: 'Alt ←', refused: refuseOut(schema, path), run: () => moveOut(schema, path) },
  ]
}

/** What can be done with a part; what can never be done with such a part is left out. */
export function rowActionsOf(schema: unknown, path: Path): RowAction[] {
  if (path.length === 0) return []
  const value = valueAt(schema, path)
  const isSchema = roleOf(path).is === 'schema'
  const isEntry = isSchema && (hasOwnName(path) || /^\d+$/.test(path.at(-1) ?? ''))
  const actions = movesOf(schema, path)
  const add = (label: string, run: () => Edit) => actions.push({ label, refused: null, run: () => done(run()) })
  if (isEntry) add('Duplicate', () => duplicateAt(schema, path))
  if (isSchema && isPlain(value)) {
    add('Make it a list', () => wrapInArray(schema, path))
    if (typeof value.$ref !== 'string' && path[0] !== 'definitions')
      add('Make a definition of it', () => extractDefinition(schema, path, path.at(-1) ?? ''))
    const inlined = typeof value.$ref === 'string' ? inlineReference(schema, path) : null
    if (inlined !== null) add('Put the definition here', () => inlined)
  }
  const remove: RowAction = {
    label: 'Remove',
    keys: 'Delete',
    danger: true,
    refused: null,
    run: () => done(removeAt(schema, path)),
  }
  return [...actions, remove]
}

/** Does it, or says why it cannot be done. */
export function runAction({ refused, run }: RowAction, onEdit: (edit: Edit) => void) {
  if (refused === null) takeOutcome(run(), onEdit)
}

export function takeOutcome(outcome: Outcome | null, onEdit: (edit: Edit) => void) {
  if (outcome === null) return
  if ('edit' in outcome) onEdit(outcome.edit)
  else toast.warn(outcome.reason)
}
