import type { DocKind, TreeNode } from '@millrace/contract'
import { findFreeName } from '@millrace/contract/documents/names.rule'
import { createItem, createNumbered, readContent } from '../folders/item-calls.ts'
import { renameNode } from '../folders/folder-calls.ts'
import { NameDialog } from './NameDialog.tsx'

type Common = { kind: DocKind; onClose: () => void }
type NewProps = Common & {
  folder: TreeNode
  /** Where it will lie, e.g. 'Pipelines / Bikes'. */
  place: string
  /** The version that was made. */
  onMade: (id: string) => void
}

/** 'New item': an empty draft under a name (FLD-007). */
export const NewItemDialog = ({ kind, folder, place, onMade, onClose }: NewProps) => (
  <NameDialog
    title="New item"
    label="Name"
    confirm="Confirm"
    place={place}
    onName={async (name) => {
      const { id, problem } = await createItem(kind, { name, folder: folder.value })
      if (id !== null) onMade(id)
      return problem
    }}
    onClose={onClose}
  />
)

/** Another name for a document, in all its versions (D-118); the same one asks nobody. */
export const RenameItemDialog = ({ kind, item, onClose }: Common & { item: TreeNode }) => (
  <NameDialog
    title="Rename item"
    label="Name"
    confirm="Confirm"
    name={item.label}
    onName={async (name) => (name === item.label ? null : renameNode(kind, item, name))}
    onClose={onClose}
  />
)

/** A new draft beside a document that holds what its newest version holds; the name is numbered where it is taken. */
export function CopyItemDialog({ kind, item, folder, place, onMade, onClose }: NewProps & { item: TreeNode }) {
  const taken = (folder.children ?? []).flatMap(({ type, label }) => (type === 'leaf' ? [label] : []))
  const proposed = findFreeName(item.label, taken)
  return (
    <NameDialog
      title="Copy"
      label="Name of the copy"
      confirm="Confirm"
      place={place}
      name={proposed}
      onName={async (name) => {
        const content = await readContent(item.value).catch(() => null)
        if (content === null) return 'The document could not be read.'
        const copy = { name, folder: folder.value, content }
        // Somebody else's document that one does not see may have the proposed name; a typed one is taken as it is.
        const made =
          name === proposed
            ? await createNumbered(kind, { ...copy, name: item.label }, taken)
            : await createItem(kind, copy)
        if (made.id !== null) onMade(made.id)
        return made.problem
      }}
      onClose={onClose}
    />
  )
}
