import { type KeyboardEvent, useId, useState } from 'react'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../../ui/SkeletonRows.tsx'
import { dragDocument } from '../../folders/dragged-document.ts'
import styles from './acts.module.css'
import { type PaletteEntry, searchPalette, usePalette } from './use-palette.ts'

type Props = {
  refuseInstance: (id: string) => string | null
  chosen: string | null
  onChoose: (entry: PaletteEntry) => void
  /** Enter and a double click. */
  onTake: (entry: PaletteEntry) => void
}

/** Ready-made blocks and components by name and folder; arrows choose while the search keeps the focus. */
export function PaletteList({ refuseInstance, chosen, onChoose, onTake }: Props) {
  const { entries, error, retry } = usePalette(refuseInstance)
  const [text, setText] = useState('')
  const id = useId()
  if (error !== null) return <ErrorPanel error={error} onRetry={retry} />
  const found = searchPalette(entries ?? [], text)
  const at = found.findIndex((entry) => entry.id === chosen)
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const next = step === undefined ? undefined : found[Math.min(Math.max(at + step, 0), found.length - 1)]
    const taken = event.key === 'Enter' && !event.ctrlKey ? (found[at] ?? found[0]) : undefined
    if (next !== undefined) {
      onChoose(next)
      document.getElementById(`${id}-${next.id}`)?.scrollIntoView?.({ block: 'nearest' })
    } else if (taken !== undefined) onTake(taken)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles.palette}>
      <input
        type="search"
        role="combobox"
        className={styles.search}
        aria-label="Search components"
        aria-controls={`${id}-list`}
        aria-expanded="true"
        aria-activedescendant={at === -1 ? undefined : `${id}-${chosen}`}
        placeholder="Search components"
        autoComplete="off"
        data-first-focus
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={keys}
      />
      <div id={`${id}-list`} role="listbox" aria-label="Components" className={styles.entries} tabIndex={-1}>
        {entries === null && <SkeletonRows rows={8} />}
        {entries !== null && found.length === 0 && (
          <EmptyState text="No component has these words. Change the search." />
        )}
        {found.map((entry, index) => (
          <div key={entry.id} role="presentation">
            {entry.isReadyMade !== found[index - 1]?.isReadyMade && (
              <p className={styles.head} role="presentation">
                {entry.isReadyMade ? 'Ready-made blocks' : 'Components'}
              </p>
            )}
            <div
              id={`${id}-${entry.id}`}
              role="option"
              aria-selected={entry.id === chosen}
              tabIndex={-1}
              className={styles.entry}
              draggable
              onDragStart={(event) => dragDocument(event.dataTransfer, 'component', entry.id)}
              onClick={() => onChoose(entry)}
              onDoubleClick={() => onTake(entry)}
              onKeyDown={keys}
            >
              {entry.name}
              {!entry.isReadyMade && <span className="note">{entry.place}</span>}
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
