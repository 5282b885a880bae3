import { useId, useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { type KnownPorts, startsOf, targetsOf, wordsOfEnd } from '../model/connecting.ts'
import type { ComponentDraft, ComponentEdit, Selection } from '../model/draft.ts'
import { connect, type LinkEnd } from '../model/edits.ts'
import styles from './acts.module.css'

type Props = {
  draft: ComponentDraft
  selected: Selection
  known: KnownPorts
  onEdit: (edit: ComponentEdit | null) => void
  onClose: () => void
}

/** Two ports to be joined, chosen by name: what fits the first one by its schema comes first. */
export function ConnectDialog({ draft, selected, known, onEdit, onClose }: Props) {
  const id = useId()
  const starts = startsOf(draft, known)
  const [from, setFrom] = useState(() => wordsOfEnd(firstOf(starts, draft, selected) ?? { instance: '', port: '' }))
  const [wanted, setWanted] = useState<string | null>(null)
  const start = starts.find((end) => wordsOfEnd(end) === from)
  const targets = start === undefined ? [] : targetsOf(draft, start, known)
  const preferred = targets.find(({ end }) => isSelected(end, draft, selected.slice(1))) ?? targets[0]
  const target = targets.find(({ end }) => wordsOfEnd(end) === wanted) ?? preferred
  const groups = [
    ['These fit', targets.filter(({ misfit }) => misfit === null)],
    ['These need code on the link', targets.filter(({ misfit }) => misfit !== null)],
  ] as const
  const take = () => {
    if (start === undefined || target === undefined) return
    onEdit(connect(draft, start, target.end))
    onClose()
  }
  return (
    <Dialog
      title="Connect two ports"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" disabled={target === undefined} onClick={take}>
            Connect
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <Field
          id={`${id}-from`}
          label="From"
          mistake={starts.length === 0 ? 'There is no port to start from.' : undefined}
        >
          <select
            id={`${id}-from`}
            className={styles.select}
            data-first-focus
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          >
            {starts.map(wordsOfEnd).map((words) => (
              <option key={words}>{words}</option>
            ))}
          </select>
        </Field>
        <Field
          id={`${id}-to`}
          label="To"
          mistake={
            start !== undefined && targets.length === 0 ? 'It is joined to every port it can lead to.' : undefined
          }
          hint={
            target?.misfit === null ? undefined : target && `${target.misfit} Write code on the link that converts it.`
          }
        >
          <select
            id={`${id}-to`}
            className={styles.select}
            value={target === undefined ? '' : wordsOfEnd(target.end)}
            onChange={(event) => setWanted(event.target.value)}
          >
            {groups.map(
              ([label, list]) =>
                list.length > 0 && (
                  <optgroup key={label} label={label}>
                    {list.map(({ end }) => (
                      <option key={wordsOfEnd(end)}>{wordsOfEnd(end)}</option>
                    ))}
                  </optgroup>
                ),
            )}
          </select>
        </Field>
      </div>
    </Dialog>
  )
}

/** The first port of what is selected, else the first one at all. */
const firstOf = (ends: readonly LinkEnd[], draft: ComponentDraft, selected: Selection): LinkEnd | undefined =>
  ends.find((end) => isSelected(end, draft, selected.slice(0, 1))) ?? ends[0]

const isSelected = ({ instance, port }: LinkEnd, draft: ComponentDraft, selected: Selection): boolean =>
  selected.some(({ part, index }) =>
    part === 'instances'
      ? draft.instances[index]?.name === instance
      : instance === '' && draft[part][index]?.name === port,
  )
