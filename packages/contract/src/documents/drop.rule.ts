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
  if (dragged.parent === null) return `${dragged.name} is a root folder and cannot be moved.`
  if (!dragged.draggable) return `You need write permission to move ${dragged.name}.`
  if (!target.isFolder) return `${target.name} is not a folder.`
  if (target.id === dragged.id) return `${dragged.name} cannot be moved into itself.`
  if (target.around.includes(dragged.id)) return `${target.name} is inside ${dragged.name}.`
  if (target.id === dragged.parent) return `${dragged.name} is already in ${target.name}.`
  if (!target.droppable) return `You do not have write permission in ${target.name}.`
  return null
}
