import type { Import } from '@millrace/contract'
import { isRunning } from '@millrace/contract/imports/import-states.rule'
import type { LogbookSort } from '@millrace/contract/imports/logbook.rule'
import { type KeyboardEvent, useRef } from 'react'
import { ImportStateTag } from '../imports/ImportStateTag.tsx'
import { StopButton } from '../imports/StopButton.tsx'
import { PipelineName } from '../../documents/pipelines/PipelineName.tsx'
import { sortHeading } from '../../ui/sort-heading.tsx'
import type { Sort } from '../../ui/sorting.ts'
import { cardArea, Table } from '../../ui/Table.tsx'
import { useNarrowerThan } from '../../ui/use-narrow.ts'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { SuccessTag } from '../../ui/StatusTag.tsx'
import styles from './logbook.module.css'
import { DurationFigure, RecordFigures } from './RowFigures.tsx'

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
  imports: readonly Import[]
  selected: string | undefined
  /** `byMoving` when a key went on to another row, whose person stays among the rows. */
  onSelect: (id: string, byMoving?: boolean) => void
  sort: Sort<LogbookSort> | null
  onSort: (sort: Sort<LogbookSort> | null) => void
  /** Rows of the former page, while the next one is on its way. */
  old?: boolean
}

/** Imports as rows; one is selected, arrow keys move the selection and the logs follow. */
export function LogbookTable({ imports, selected, onSelect, sort, onSort, old = false }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const asCards = useNarrowerThan(cardsBelow)
  const reachable = imports.some(({ _id }) => _id === selected) ? selected : imports[0]?._id

  const keys = (event: KeyboardEvent, index: number) => {
    // A key pressed on the Stop button belongs to the button.
    if (event.target !== event.currentTarget) return
    const target = nextRow(event.key, index, imports.length)
    const imp = target === null ? undefined : imports[target]
    if (imp === undefined) return
    event.preventDefault()
    onSelect(imp._id, target !== index)
    body.current?.rows.item(target as number)?.focus()
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
      old={old}
      body={body}
    >
      {imports.map((imp, index) => (
        <tr
          key={imp._id}
          className={`${styles.row} ${isRunning(imp.state) ? styles.running : ''}`}
          aria-selected={imp._id === selected}
          tabIndex={imp._id === reachable ? 0 : -1}
          onClick={() => onSelect(imp._id)}
          onKeyDown={(event) => keys(event, index)}
        >
          <Cells imp={imp} />
        </tr>
      ))}
    </Table>
  )
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

function Cells({ imp }: { imp: Import }) {
  return (
    <>
      <td className={styles.wrap} style={cardArea('1 / 1')}>
        <PipelineName pipeline={imp.pipeline} short />
      </td>
      <td data-quiet style={cardArea('2 / 1')}>
        <Timestamp at={imp.scheduledAt} />
      </td>
      <td data-wide>
        <Timestamp at={imp.startedAt} />
      </td>
      <td data-quiet style={cardArea('3 / 1')}>
        <span data-wide>
          <Timestamp at={imp.endAt} />
        </span>
        <DurationFigure imp={imp} />
      </td>
      <td data-wide className={styles.wrap}>
        {imp.pipeline.dataSinks.map(({ name }) => name).join(', ') || '-'}
      </td>
      <td data-end style={cardArea('1 / 2')}>
        <ImportStateTag imp={imp} />
        <RecordFigures imp={imp} />
      </td>
      <td data-wide>
        <SuccessTag success={imp.success} />
      </td>
      <td data-quiet data-end style={cardArea('2 / 2')}>
        {imp.user.userName}
      </td>
      <td data-end style={cardArea('3 / 2')}>
        <StopButton imp={imp} iconOnly />
      </td>
    </>
  )
}
