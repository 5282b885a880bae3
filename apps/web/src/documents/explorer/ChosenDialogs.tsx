import type { DocKind, TreeNode } from '@millrace/contract'
import { validateDrop } from '@millrace/contract/documents/drop.rule'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { moveEach, type Outcome } from '../folders/several-calls.ts'
import { foldersAround, pathOf, type TreeIndex } from '../folders/tree-index.ts'
import styles from './explorer.module.css'
import { Outcomes } from './Outcomes.tsx'

type MoveProps = {
  kind: DocKind
  index: TreeIndex
  nodes: readonly TreeNode[]
  onDone: (outcomes: readonly Outcome[]) => void
  onClose: () => void
}

/** Which folder the chosen rows go to; what may not go there stays where it is and is told afterwards. */
export function MoveChosenDialog({ kind, index, nodes, onDone, onClose }: MoveProps) {
  const folders = [...index.entries.values()].filter(({ node }) => node.type === 'folder' && node.droppable)
  const [target, setTarget] = useState('')
  const [busy, setBusy] = useState(false)
  const move = async () => {
    setBusy(true)
    const judged = nodes.map((node) => ({ node, problem: problemOf(index, node, target) }))
    const moved = await moveEach(
      kind,
      judged.flatMap(({ node, problem }) => (problem === null ? [node] : [])),
      target,
    )
    onDone([
      ...moved,
      ...judged.flatMap(({ node, problem }) => (problem === null ? [] : [{ name: node.label, problem }])),
    ])
  }
  return (
    <Dialog
      title={`Move ${nodes.length} rows`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={target === '' || busy} onClick={() => void move()}>
            Move
          </Button>
        </>
      }
    >
      <label className={styles.form}>
        To the folder
        <select
          className={styles.input}
          value={target}
          data-first-focus
          onChange={(event) => setTarget(event.target.value)}
        >
          <option value="">Choose a folder</option>
          {folders.map(({ node }) => (
            <option key={node.value} value={node.value}>
              {pathOf(index, node.value)}
            </option>
          ))}
        </select>
      </label>
    </Dialog>
  )
}

function problemOf(index: TreeIndex, { value: id, label: name, draggable }: TreeNode, target: string): string | null {
  const to = index.entries.get(target)?.node
  if (to === undefined) return 'The folder is no longer there.'
  return validateDrop(
    { id, name, draggable, parent: index.entries.get(id)?.parent ?? null },
    { id: target, name: to.label, isFolder: true, droppable: to.droppable, around: foldersAround(index, target) },
  )
}

type DeleteProps = { nodes: readonly TreeNode[]; onDelete: () => Promise<void>; onClose: () => void }

/** Asks before several rows go, with the number of documents, versions and folders. */
export function DeleteChosenDialog({ nodes, onDelete, onClose }: DeleteProps) {
  const [busy, setBusy] = useState(false)
  const documents = nodes.filter(({ type }) => type === 'leaf')
  const folders = nodes.length - documents.length
  const versions = documents.reduce((sum, node) => sum + (node.versions?.length ?? 0), 0)
  const words = [
    ...(documents.length > 0
      ? [`${countOf(documents.length, 'document')} with ${countOf(versions, 'version')} in all`]
      : []),
    ...(folders > 0 ? [countOf(folders, 'folder')] : []),
  ]
  return (
    <Dialog
      title="Delete several"
      tone="warn"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose} data-first-focus>
            Cancel
          </Button>
          <Button
            tone="danger"
            disabled={busy}
            onClick={() => {
              setBusy(true)
              void onDelete()
            }}
          >
            Delete
          </Button>
        </>
      }
    >
      <p className={styles.question}>Do you want to delete {words.join(' and ')}?</p>
      <p className={styles.place}>
        What is in use stays, and folders that are not empty. A report tells what went and what did not.
      </p>
    </Dialog>
  )
}

const countOf = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

type OutcomesProps = { done: string; outcomes: readonly Outcome[]; onClose: () => void }

export const OutcomesDialog = ({ onClose, ...report }: OutcomesProps) => (
  <Dialog
    title="Report"
    onCancel={onClose}
    footer={
      <Button onClick={onClose} data-first-focus>
        Close
      </Button>
    }
  >
    <Outcomes {...report} />
  </Dialog>
)
