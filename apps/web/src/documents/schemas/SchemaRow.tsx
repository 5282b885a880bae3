import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ChevronIcon, CrossCircleIcon } from '../../ui/glyphs.tsx'
import type { MenuPlace } from '../../ui/RowMenu.tsx'
import { MoreIcon } from '../explorer/explorer-glyphs.tsx'
import type { TreeRow } from './model/tree.ts'
import styles from './schema-editor.module.css'
import type { DropMark } from './use-row-drag.ts'

type Props = {
  row: TreeRow
  /** What it is, in words. */
  kind: string
  detail: string
  top: number
  isOpen: boolean
  selected: boolean
  focusable: boolean
  renaming: boolean
  /** The search has found it. */
  hit: boolean
  /** What is wrong with it. */
  fault: string | null
  mark: DropMark | undefined
  /** What lets it be carried elsewhere. */
  carrying: React.HTMLAttributes<HTMLElement>
  refuse: (name: string) => string | null
  onRenamed: (name: string | null) => void
  onSelect: () => void
  onToggle: () => void
  onMenu: (place: MenuPlace | null, row: HTMLElement | null) => void
}

/** One row: its name, what it is, and whether its object asks for it. */
export function SchemaRow({ row, kind, detail, top, isOpen, selected, focusable, renaming, ...rest }: Props) {
  const { hit, fault, mark, carrying, refuse, onRenamed, onSelect, onToggle, onMenu } = rest
  return (
    <div
      role="treeitem"
      {...(renaming ? {} : carrying)}
      className={styles.row}
      data-hit={hit}
      data-drop={mark}
      style={{ top, paddingLeft: 4 + row.depth * 16 }}
      data-pointer={row.pointer}
      aria-level={row.depth + 1}
      aria-selected={selected}
      {...(row.hasChildren ? { 'aria-expanded': isOpen } : {})}
      tabIndex={focusable ? 0 : -1}
      onClick={onSelect}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu({ x: event.clientX, y: event.clientY }, event.currentTarget)
      }}
    >
      <span
        className={styles.chevron}
        data-open={isOpen}
        onClick={(event) => {
          event.stopPropagation()
          onToggle()
        }}
      >
        {row.hasChildren && <ChevronIcon />}
      </span>
      {renaming ? (
        <NameInput name={row.label} refuse={refuse} onDone={onRenamed} />
      ) : (
        <span className={row.isSchema ? styles.name : styles.keyword} title={row.label}>
          {row.label}
        </span>
      )}
      {row.required && (
        <span className="bad" title="Required">
          *
        </span>
      )}
      {/* The blanks are read: the text of the row is its name. */} <span className={styles.kind}>{kind}</span>{' '}
      <span className={styles.detail} title={detail}>
        {detail}
      </span>
      {fault !== null && (
        <span className={styles.fault} role="img" aria-label={fault} title={fault}>
          <CrossCircleIcon />
        </span>
      )}
      <Button
        tone="bare"
        square
        className={styles.more}
        // The keys reach the same menu by Shift F10; one stop for each row is enough.
        tabIndex={-1}
        aria-label={`Menu of ${row.label}`}
        title="Menu"
        onClick={(event) => {
          event.stopPropagation()
          onMenu(null, event.currentTarget.closest<HTMLElement>('[role=treeitem]'))
        }}
      >
        <MoreIcon />
      </Button>
    </div>
  )
}

type NameProps = { name: string; refuse: (name: string) => string | null; onDone: (name: string | null) => void }

/** The name while it is changed: Enter takes it, Escape leaves it, a name that cannot be says why. */
function NameInput({ name, refuse, onDone }: NameProps) {
  const [text, setText] = useState(name)
  const reason = refuse(text)
  return (
    <input
      className={styles.rename}
      aria-label={`Name of ${name}`}
      aria-invalid={reason !== null}
      title={reason ?? ''}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the row was
      autoFocus
      value={text}
      onChange={(event) => setText(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => onDone(reason === null ? text : null)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone(null)
        else if (event.key === 'Enter' && reason === null) onDone(text)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
