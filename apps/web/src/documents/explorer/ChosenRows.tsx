import type { DocKind, TreeNode } from '@millrace/contract'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Bar } from '../../ui/Layout.tsx'
import { type Outcome, removeEach, tagEach } from '../folders/several-calls.ts'
import { foldersAround, pathOf, type TreeIndex } from '../folders/tree-index.ts'
import { DeleteChosenDialog, MoveChosenDialog, OutcomesDialog } from './ChosenDialogs.tsx'
import styles from './explorer.module.css'
import { taggedType } from './node-actions.ts'
import { useNodeActions } from './use-node-actions.ts'

// Only where somebody manages badges.
const DocumentBadgesDialog = lazy(() =>
  import('../permissions/DocumentBadgesDialog.tsx').then((module) => ({ default: module.DocumentBadgesDialog })),
)

type Props = { kind: DocKind; index: TreeIndex; chosen: readonly TreeNode[]; onClear: () => void }

/** What can be done with several rows at once: move, badges, delete; a report tells what went, what did not, and why. */
export function ChosenRows({ kind, index, chosen, onClear }: Props) {
  const actionsOf = useNodeActions(kind)
  const [doing, setDoing] = useState<'move' | 'badges' | 'delete' | null>(null)
  const [report, setReport] = useState<{ done: string; outcomes: readonly Outcome[] } | null>(null)
  // What lies in a chosen folder goes with it.
  const outer = chosen.filter(({ value }) => !foldersAround(index, value).some((id) => isChosen(chosen, id)))
  const all = new Set(chosen.flatMap(actionsOf))
  const close = () => setDoing(null)
  const tell = (done: string) => (outcomes: readonly Outcome[]) => {
    close()
    onClear()
    setReport({ done, outcomes })
  }
  const [first] = chosen
  return (
    <>
      {first !== undefined && (
        <Bar className={styles.chosenBar} role="group" aria-label="Chosen rows">
          <strong role="status">{chosen.length} chosen</strong>
          {(all.has('move-item') || all.has('move-folder')) && <Button onClick={() => setDoing('move')}>Move</Button>}
          {all.has('badges') && <Button onClick={() => setDoing('badges')}>Manage badges</Button>}
          {(all.has('delete-item') || all.has('delete-folder')) && (
            <Button tone="danger" onClick={() => setDoing('delete')}>
              Delete
            </Button>
          )}
          <Button tone="link" onClick={onClear}>
            Clear
          </Button>
        </Bar>
      )}
      {doing === 'move' && (
        <MoveChosenDialog kind={kind} index={index} nodes={outer} onDone={tell('moved')} onClose={close} />
      )}
      {doing === 'delete' && (
        <DeleteChosenDialog
          nodes={outer}
          onDelete={async () => tell('deleted')(await removeEach(kind, outer))}
          onClose={close}
        />
      )}
      {doing === 'badges' && first !== undefined && (
        <Suspense>
          <DocumentBadgesDialog
            item={{
              type: taggedType(first, kind),
              node: first,
              above: foldersAround(index, first.value)
                .toReversed()
                .map((id) => pathOf(index, id)),
            }}
            several={{
              count: chosen.length,
              onSave: async (tags) => tell('given these badges')(await tagEach(kind, chosen, tags)),
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {report !== null && <OutcomesDialog {...report} onClose={() => setReport(null)} />}
    </>
  )
}

const isChosen = (chosen: readonly TreeNode[], id: string): boolean => chosen.some(({ value }) => value === id)
