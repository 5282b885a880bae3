import type { Import } from '@millrace/contract'
import { isRunning } from '@millrace/contract/imports/import-states.rule'
import type { LogbookSort } from '@millrace/contract/imports/logbook.rule'
import { type KeyboardEvent, useRef } from 'react'
import { sortHeading } from '../../ui/sort-heading.tsx'
import type { Sort } from '../../ui/sorting.ts'
import { Table } from '../../ui/Table.tsx'
import { useNarrowerThan } from '../../ui/use-narrow.ts'
import { type Line, type LogbookRow, holds, linesOf } from './logbook-rows.ts'
import styles from './logbook.module.css'
import { ChainCells, ImportCells } from './LogbookCells.tsx'

/** LOG-007, in this order; what rows are sorted by where they can be. */
export const columns: readonly (readonly [string, LogbookSort?])[] = [
  ['Pipeline', 'pipeline'],
  ['Scheduled at', 'scheduledAt'],
  ['Started at', 'startedAt'],
  ['End at', 'endAt'],
  ['Destination'],
  ['State', 'state'],
  ['Success'],
  ['User', 'user'],
  ['Stop'],
]

/** Below this window width (px) nine columns have no room beside the menu. */
export const cardsBelow = 1144

type Props = {
  rows: readonly LogbookRow[]
  selected: string | undefined
  /** `byMoving` when a key went on to another row, whose person stays among the rows. */
  onSelect: (id: string, byMoving?: boolean) => void
  isOpen: (row: LogbookRow) => boolean
  onTurn: (row: LogbookRow, open: boolean) => void
  /** Whether an import is shown for its chain's sake alone. */
  isUnmatched: (row: LogbookRow, imp: Import) => boolean
  sort: Sort<LogbookSort> | null
  onSort: (sort: Sort<LogbookSort> | null) => void
  /** Rows of the former page, while the next one is on its way. */
  old?: boolean
}

/**
 * Imports as rows, and chains as rows that unfold to their imports. One import is selected: arrow keys move the
 * selection and the logs follow. A chain itself is not selected; Enter, Space and the arrows to the sides turn it.
 */
export function LogbookTable({ rows, selected, onSelect, isOpen, onTurn, isUnmatched, sort, onSort, old }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const asCards = useNarrowerThan(cardsBelow)
  const lines = linesOf(rows, isOpen)
  const shown = lines.findIndex((line) => isSelected(line, selected))
  const reachable = Math.max(shown, 0)
  const focus = (index: number) => body.current?.rows.item(index)?.focus()

  const moveTo = (index: number, from: number) => {
    const line = lines[index]
    if (line === undefined) return
    if (line.kind !== 'chain') onSelect(line.imp._id, index !== from)
    else if (index === from) onTurn(line.row, !line.open)
    focus(index)
  }
  const keys = (event: KeyboardEvent, index: number) => {
    // A key pressed on a button of the row belongs to the button.
    if (event.target !== event.currentTarget) return
    const line = lines[index]
    if (line === undefined) return
    const turned = turnedBy(event.key, line)
    const target = nextRow(event.key, index, lines.length)
    if (turned === null && target === null) return
    event.preventDefault()
    if (turned === 'to its chain') focus(lines.findIndex(({ kind, row }) => kind === 'chain' && row === line.row))
    else if (turned !== null) onTurn(line.row, turned)
    else if (target !== null) moveTo(target, index)
  }

  return (
    <Table
      label="Imports"
      role="grid"
      className={styles.table}
      // On cards the filter bar says how they are sorted.
      columns={columns.map(([title, name]) =>
        name === undefined || asCards ? title : sortHeading(name, title, { sort, onSort }),
      )}
      clickable
      minWidth={1040}
      cards="minmax(0, 1fr) fit-content(50%)"
      cardsBelow={cardsBelow}
      headless
      old={old ?? false}
      body={body}
    >
      {lines.map((line, index) => (
        <tr
          key={line.kind === 'chain' ? line.row.key : line.imp._id}
          className={classesOf(line, line.kind === 'part' && isUnmatched(line.row, line.imp))}
          aria-selected={isSelected(line, selected)}
          tabIndex={index === reachable ? 0 : -1}
          onClick={() => (line.kind === 'chain' ? onTurn(line.row, !line.open) : onSelect(line.imp._id))}
          onKeyDown={(event) => keys(event, index)}
        >
          {line.kind === 'chain' ? (
            <ChainCells row={line.row} open={line.open} onToggle={() => onTurn(line.row, !line.open)} />
          ) : (
            <ImportCells
              imp={line.imp}
              note={line.kind === 'part' && isUnmatched(line.row, line.imp) ? 'does not match the filters' : undefined}
            />
          )}
        </tr>
      ))}
    </Table>
  )
}

/** A folded chain stands for the import in it that is selected. */
const isSelected = (line: Line, selected: string | undefined): boolean =>
  line.kind === 'chain' ? !line.open && holds(line.row, selected) : line.imp._id === selected

function classesOf(line: Line, unmatched: boolean): string {
  const imports = line.kind === 'chain' ? line.row.imports : [line.imp]
  const running = imports.some(({ state }) => isRunning(state))
  const classes = [styles.row, running && styles.running, line.kind === 'part' && styles.part]
  return [...classes, unmatched && styles.unmatched].filter(Boolean).join(' ')
}

/** Whether an arrow to a side unfolds or folds the row, or leads from an import to its chain. */
function turnedBy(key: string, line: Line): boolean | 'to its chain' | null {
  if (line.kind === 'part') return key === 'ArrowLeft' ? 'to its chain' : null
  if (line.kind === 'import') return null
  return key === 'ArrowRight' ? true : key === 'ArrowLeft' ? false : null
}

/** Row that a key leads to; Enter and Space select the row they are pressed on. */
function nextRow(key: string, index: number, count: number): number | null {
  const targets: Record<string, number> = {
    ArrowDown: Math.min(index + 1, count - 1),
    ArrowUp: Math.max(index - 1, 0),
    Home: 0,
    End: count - 1,
    Enter: index,
    ' ': index,
  }
  return targets[key] ?? null
}
