import { type Edit, moveBy, moveTo } from './edits.ts'
import { typesOf } from './kinds.ts'
import { holdsList, refuseField } from './palette.ts'
import { isWithin, type Json, type Path, partsIn, samePath, valueAt } from './paths.ts'
import { roleOf } from './roles.ts'

/** Where something is put, as seen from a row of the tree. */
export type Side = 'before' | 'into' | 'after'

/** A place for a schema: before the entry that has `index` now; `keyword` where the parent is a schema itself. */
export type Spot = { parent: Path; index: number; keyword?: string }

/** An edit, or the sentence that says why it cannot be. */
export type Outcome = { edit: Edit } | { reason: string }

const no = (reason: string) => ({ reason })
const labelOf = (path: Path): string => path.at(-1) ?? 'the schema'

/** Whether entries stand there, by name or in a list; `items` may be a list as well. */
const holdsEntries = (schema: Json, path: Path): boolean =>
  path.length > 0 && (['map', 'list'].includes(roleOf(path).is) || isListOfItems(schema, path))

const isListOfItems = (schema: Json, path: Path): boolean => {
  const { is, keyword } = roleOf(path)
  return is === 'schema' && keyword === 'items' && path.at(-1) === 'items' && Array.isArray(valueAt(schema, path))
}

/** The place inside a row: the end of a keyword's entries, a new last field, or the entries of a list. */
export function spotInto(schema: Json, target: Path): Spot | { reason: string } {
  const value = valueAt(schema, target)
  const { is, keyword } = roleOf(target)
  if (is === 'data') return no(`Only ${keyword === 'enum' ? 'values' : 'names'} stand in ${labelOf(target)}.`)
  if (keyword === 'dependencies' && (is === 'map' || Array.isArray(value))) return no(stayingDependencies)
  if (holdsEntries(schema, target)) return { parent: target, index: partsIn(value).length }
  const reason = refuseField(value)
  if (reason !== null) return no(reason)
  if (holdsList(value) && !typesOf(value).includes('object'))
    return { parent: target, index: partsIn(value).length, keyword: 'items' }
  const parent = [...target, 'properties']
  return { parent, index: partsIn(valueAt(schema, parent)).length }
}

/** The place before or behind a row, or inside it where nothing can stand beside it. */
export function spotAt(schema: Json, target: Path, side: Side): Spot | { reason: string } {
  const parent = target.slice(0, -1)
  if (side === 'into' || !holdsEntries(schema, parent)) return spotInto(schema, target)
  return { parent, index: indexOf(schema, target) + (side === 'after' ? 1 : 0) }
}

const indexOf = (schema: Json, path: Path): number =>
  partsIn(valueAt(schema, path.slice(0, -1))).indexOf(path.at(-1) ?? '')

const stayingDependencies = 'Dependencies belong to their fields: add them from the palette.'

/** Why the part cannot be put there; null when it can. */
function refuseMove(schema: Json, path: Path, { parent }: Spot): string | null {
  if (path.length === 0) return 'The whole schema stays where it is.'
  if (isWithin(parent, path)) return `${labelOf(path)} cannot go into itself.`
  const from = path.slice(0, -1)
  if (samePath(parent, from)) return null
  const { is, keyword } = roleOf(path)
  if (is !== 'schema' || isListOfItems(schema, path))
    return `${labelOf(path)} belongs to its schema: move what stands in it.`
  if (holdsEntries(schema, from) && keyword === 'dependencies') return stayingDependencies
  return refuseEntry(parent, path)
}

/** Why what has this path, or comes from elsewhere with null, is no entry of the map or list. */
export function refuseEntry(parent: Path, path: Path | null): string | null {
  const { keyword } = roleOf(parent)
  if (keyword === 'dependencies' && roleOf(parent).is === 'map') return stayingDependencies
  const isPattern = path !== null && roleOf(path).keyword === 'patternProperties'
  if (keyword === 'patternProperties' && roleOf(parent).is === 'map' && !isPattern)
    return 'The names there are patterns: only another pattern fits.'
  return null
}

/** Why a part cannot be dropped before, into or behind a row; null when it can, as far as can be told at once. */
export function refuseDrop(schema: Json, path: Path, target: Path, side: Side): string | null {
  const spot = spotBeside(schema, path, target, side)
  return 'reason' in spot ? spot.reason : refuseMove(schema, path, spot)
}

/** Moves a part before, into or behind a row: a drop. Where it stands already nothing changes. */
export function moveBeside(schema: Json, path: Path, target: Path, side: Side): Outcome {
  const spot = spotBeside(schema, path, target, side)
  return 'reason' in spot ? spot : moveToSpot(schema, path, spot)
}

function spotBeside(schema: Json, path: Path, target: Path, side: Side): Spot | { reason: string } {
  const parent = path.slice(0, -1)
  // Keywords of one schema change places among themselves.
  const amongSiblings = side !== 'into' && path.length > 0 && target.length > 0 && samePath(parent, target.slice(0, -1))
  if (!amongSiblings) return spotAt(schema, target, side)
  return { parent, index: indexOf(schema, target) + (side === 'after' ? 1 : 0) }
}

function moveToSpot(schema: Json, path: Path, spot: Spot): Outcome {
  const reason = refuseMove(schema, path, spot)
  if (reason !== null) return no(reason)
  const { parent, index, keyword } = spot
  if (!samePath(parent, path.slice(0, -1)) || keyword !== undefined)
    return { edit: moveTo(schema, path, parent, index, keyword) }
  const now = indexOf(schema, path)
  const to = now < index ? index - 1 : index
  if (to === now) return { edit: { name: `move of ${labelOf(path)}`, schema, selected: path } }
  const edit = moveTo(schema, path, parent, to)
  // JavaScript puts names that are whole numbers first.
  const moved = Array.isArray(valueAt(schema, parent)) || indexOf(edit.schema, edit.selected) !== now
  return moved ? { edit } : no('Names that are whole numbers keep their order.')
}

/** Moves a part among its siblings. */
export function moveAmong(schema: Json, path: Path, step: 1 | -1): Outcome {
  if (path.length === 0) return no('The whole schema stays where it is.')
  const edit = moveBy(schema, path, step)
  if (edit !== null) return { edit }
  const sibling = partsIn(valueAt(schema, path.slice(0, -1)))[indexOf(schema, path) + step]
  if (sibling !== undefined) return no('Names that are whole numbers keep their order.')
  return no(step < 0 ? 'It is the first already.' : 'It is the last already.')
}

/** The row above that a part could go into. */
function aboveOf(schema: Json, path: Path): Path | { reason: string } {
  const parent = path.slice(0, -1)
  if (!holdsEntries(schema, parent)) return no('Only a field or an entry goes into the one above it.')
  const above = partsIn(valueAt(schema, parent))[indexOf(schema, path) - 1]
  return above === undefined ? no('Nothing stands above it that could hold it.') : [...parent, above]
}

/** What holds a part, and stands among others itself. */
function holderOf(schema: Json, path: Path): Path | { reason: string } {
  for (let end = path.length - 1; end > 0; end--) {
    const holder = path.slice(0, end)
    if (roleOf(holder).is === 'schema' && holdsEntries(schema, holder.slice(0, -1))) return holder
  }
  return no('It belongs to the whole schema: nothing is around that.')
}

/** Moves a part into the one above it, as its last field or as its entries. */
export function moveIn(schema: Json, path: Path): Outcome {
  const above = aboveOf(schema, path)
  return 'reason' in above ? above : moveBeside(schema, path, above, 'into')
}

/** Moves a part out of what holds it, right behind that. */
export function moveOut(schema: Json, path: Path): Outcome {
  const holder = holderOf(schema, path)
  return 'reason' in holder ? holder : moveBeside(schema, path, holder, 'after')
}

/** Why a part cannot be moved into the one above it, or out; null when it can. */
export function refuseIn(schema: Json, path: Path): string | null {
  const above = aboveOf(schema, path)
  return 'reason' in above ? above.reason : refuseDrop(schema, path, above, 'into')
}
export function refuseOut(schema: Json, path: Path): string | null {
  const holder = holderOf(schema, path)
  return 'reason' in holder ? holder.reason : refuseDrop(schema, path, holder, 'after')
}
