/** What is dragged. `parent` is the folder it lies in, null for a root. */
export type Dragged = { id: string; name: string; parent: string | null; draggable: boolean }
/** Where it would go. `around` are the ids of the folders the target lies in. */
export type DropTarget = { id: string; name: string; isFolder: boolean; droppable: boolean; around: readonly string[] }

/**
 * Why the dragged folder or document may not go there, as a sentence, or null when it may: roots stay where they are
 * (FLD-018), nothing goes into a document (FLD-015), into itself, below itself or where it lies already (FLD-013), and
 * both sides must be writable (FLD-016).
 */
export function validateDrop(dragged: Dragged, target: DropTarget): string | null {
  if (dragged.parent === null) return `${dragged.name} is the outermost folder and stays where it is.`
  if (!dragged.draggable) return `You may not move ${dragged.name}: it needs write permission.`
  if (!target.isFolder) return `${target.name} is no folder: nothing can lie in it.`
  if (target.id === dragged.id) return `${dragged.name} cannot be put into itself.`
  if (target.around.includes(dragged.id)) return `${target.name} lies inside ${dragged.name}.`
  if (target.id === dragged.parent) return `${dragged.name} lies in ${target.name} already.`
  if (!target.droppable) return `You may not write in ${target.name}.`
  return null
}
