import type { User } from '@millrace/contract'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ChangeEvent, useCallback, useEffect, useRef } from 'react'
import { PickAll } from '../../ui/PickAll.tsx'
import { type Column, Table } from '../../ui/Table.tsx'
import { useMobile } from '../../ui/use-mobile.ts'
import { mobileBelow } from '../../theme/tokens.ts'
import { sortHeading } from '../../ui/sort-heading.tsx'
import type { Sort } from '../../ui/sorting.ts'
import type { SortColumn } from './people-place.ts'
import { PersonRow } from './PersonRow.tsx'
import styles from './people.module.css'

/** USR-005 */
export const tableHeight = 550

// USR-003, in this order.
const columns: readonly [SortColumn, string][] = [
  ['userName', 'Username'],
  ['email', 'Email'],
  ['role', 'Role'],
  ['admin', 'Group badges'],
  ['project', 'Project badges'],
  ['lastSeen', 'Last seen'],
  ['active', 'Active'],
]

/** Headings that stay above cards: people can be sorted by them on a phone. */
const onCards: ReadonlySet<SortColumn> = new Set(['userName', 'role', 'active'])

/** Number of the first person's row: the heading is 1. */
const firstRow = 2

type Props = {
  /** In the order to show. */
  people: readonly User[]
  /** Who looks at it: nobody switches off or deletes themselves. */
  self: string
  picked: ReadonlySet<string>
  onPick: (ids: ReadonlySet<string>) => void
  sort: Sort<SortColumn> | null
  onSort: (sort: Sort<SortColumn> | null) => void
  onOpen: (id: string) => void
  opened: string | null
}

/** People as rows; only those in view are drawn, so that thousands stay quick. */
export function PeopleTable({ people, self, picked, onPick, sort, onSort, onOpen, opened }: Props) {
  const narrow = useMobile()
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<number | null>(null)
  const rowHeight = narrow ? 100 : 32
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => people[index]?._id ?? index,
    overscan: 8,
    useFlushSync: false,
  })
  const items = rows.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0)

  const pickable = people.filter(({ _id }) => _id !== self)

  const pickAll = (ids: readonly string[], on: boolean) => {
    const next = new Set(picked)
    for (const id of ids) put(next, id, on)
    onPick(next)
  }
  // These two callbacks never change, so that a change of one row does not draw the others again.
  const latest = useRef({ people, self, picked, onPick, onOpen })
  useEffect(() => {
    latest.current = { people, self, picked, onPick, onOpen }
  })
  const openOne = useCallback((id: string) => latest.current.onOpen(id), [])
  const pickOne = useCallback((row: number, event: ChangeEvent<HTMLInputElement>) => {
    const now = latest.current
    const index = row - firstRow
    const on = event.target.checked
    const from = (event.nativeEvent as MouseEvent).shiftKey ? (last.current ?? index) : index
    last.current = index
    const next = new Set(now.picked)
    for (const { _id } of now.people.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (_id !== now.self) put(next, _id, on)
    }
    now.onPick(next)
  }, [])

  const all = (
    <PickAll
      label="All users"
      ids={pickable.map(({ _id }) => _id)}
      picked={picked}
      onPick={pickAll}
      disabled={pickable.length === 0}
    />
  )
  const headings = columns.map(
    ([column, title]): Column => ({
      ...sortHeading(column, title, { sort, onSort }),
      ...(onCards.has(column) ? {} : { wide: true as const }),
    }),
  )

  return (
    <div ref={box} className={styles.scroll}>
      <Table
        label="Users"
        className={styles.table}
        rowCount={people.length + 1}
        clickable
        minWidth={1040}
        cards="18px minmax(0, 1fr) auto"
        cardsBelow={mobileBelow}
        columns={[{ title: all, className: styles.check }, ...headings]}
      >
        {above > 0 && <tr aria-hidden="true" className={styles.gap} style={{ height: above }} />}
        {items.map(({ index, key }) => {
          const user = people[index]
          return (
            user !== undefined && (
              <PersonRow
                key={key}
                user={user}
                row={index + firstRow}
                own={user._id === self}
                picked={picked.has(user._id)}
                onPick={pickOne}
                onOpen={openOne}
                opened={user._id === opened}
              />
            )
          )
        })}
        {below > 0 && <tr aria-hidden="true" className={styles.gap} style={{ height: below }} />}
      </Table>
    </div>
  )
}

function put(ids: Set<string>, id: string, on: boolean) {
  if (on) ids.add(id)
  else ids.delete(id)
}
