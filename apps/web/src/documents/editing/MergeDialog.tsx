import {
  mergeJson,
  type MergeChange,
  type MergeConflict,
  type Side,
} from '@millrace/contract/documents/merge/merge.rule'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { confirmClose } from '../../ui/confirm-close.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './editing.module.css'
import { countChanges, describeChange, describeConflict, describePath, describeValue } from './merge-words.ts'

type Props = {
  name: string
  /** What both began from. */
  base: unknown
  mine: unknown
  theirs: unknown
  /** Who saved. */
  theirName: string
  /** The merged content, to be looked at and saved. */
  onMerged: (value: unknown) => void
  onCancel: () => void
}

/**
 * Joins unsaved changes with what somebody else has saved meanwhile, by field. What only one of the two changed is taken;
 * what both changed otherwise is chosen here. Nothing is saved by it.
 */
export function MergeDialog({ name, base, mine, theirs, theirName, onMerged, onCancel }: Props) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const merge = useMemo(
    () => mergeJson({ base, mine, theirs }, (id) => choices[id] ?? 'theirs'),
    [base, mine, theirs, choices],
  )
  const open = merge.conflicts.filter(({ id }) => choices[id] === undefined).length
  const choose = (ids: readonly string[], side: Side) =>
    setChoices((before) => ({ ...before, ...Object.fromEntries(ids.map((id) => [id, side])) }))
  const all = merge.conflicts.map(({ id }) => id)
  return (
    <Dialog
      title={`Merge changes of ${name}`}
      width={75}
      onCancel={() => confirmClose(Object.keys(choices).length > 0, onCancel)}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button tone="primary" disabled={open > 0} data-first-focus onClick={() => onMerged(merge.value)}>
            {open === 0 ? 'Merge' : `Choose ${open} more`}
          </Button>
        </>
      }
    >
      <p>
        {theirName} saved this version while you were editing it: {countChanges(merge.changes, theirName)}
        {merge.conflicts.length === 0 ? ', and nothing was changed in two ways.' : '.'} Merging keeps all of them.
        Nothing is saved yet: look at the result, then save it.
      </p>
      {merge.conflicts.length > 0 && (
        <section className={styles.section} aria-label="Changed in two ways">
          <h3>Changed in two ways: {merge.conflicts.length}</h3>
          {merge.conflicts.length > 1 && (
            <p className={styles.choices}>
              <Button onClick={() => choose(all, 'mine')}>Mine for all</Button>
              <Button onClick={() => choose(all, 'theirs')}>{theirName}’s for all</Button>
            </p>
          )}
          {merge.conflicts.map((conflict) => (
            <ConflictChoice
              key={conflict.id}
              conflict={conflict}
              theirName={theirName}
              chosen={choices[conflict.id]}
              onChoose={(side) => choose([conflict.id], side)}
            />
          ))}
        </section>
      )}
      <ChangeList title="Taken from you" changes={merge.changes.filter(({ side }) => side === 'mine')} />
      <ChangeList title={`Taken from ${theirName}`} changes={merge.changes.filter(({ side }) => side === 'theirs')} />
      <ChangeList title="The same by both" changes={merge.changes.filter(({ side }) => side === 'both')} />
    </Dialog>
  )
}

type ChoiceProps = {
  conflict: MergeConflict
  theirName: string
  chosen: Side | undefined
  onChoose: (side: Side) => void
}

function ConflictChoice({ conflict, theirName, chosen, onChoose }: ChoiceProps) {
  const sides = [
    ['mine', 'Mine', conflict.mine],
    ['theirs', theirName, conflict.theirs],
  ] as const
  return (
    <fieldset className={styles.conflict}>
      <legend>{describeConflict(conflict)}</legend>
      <p className={styles.before}>
        Before: <code>{describeValue(conflict.base)}</code>
      </p>
      {sides.map(([side, label, value]) => (
        <label key={side} className={styles.choice}>
          <input type="radio" name={conflict.id} checked={chosen === side} onChange={() => onChoose(side)} />
          <span>{label}</span>
          <code>{describeValue(value)}</code>
        </label>
      ))}
    </fieldset>
  )
}

/** Changes that are listed; of more the number is told. */
const maxListed = 200

function ChangeList({ title, changes }: { title: string; changes: readonly MergeChange[] }) {
  if (changes.length === 0) return null
  return (
    <details className={styles.section}>
      <summary>
        {title}: {changes.length}
      </summary>
      <ul className={styles.changes}>
        {changes.slice(0, maxListed).map((change) => (
          <li key={`${change.path.join('\u0000')} ${describeChange(change)}`}>
            {describePath(change.path)} <span className="quiet">{describeChange(change)}</span>{' '}
            <code>{describeValue(change.after ?? change.before)}</code>
          </li>
        ))}
        {changes.length > maxListed && <li className="quiet">and {changes.length - maxListed} more</li>}
      </ul>
    </details>
  )
}
