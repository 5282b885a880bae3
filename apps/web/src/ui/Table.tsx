import type { CSSProperties, ReactNode, Ref } from 'react'
import styles from './table.module.css'
import { narrowBelow, useNarrowerThan } from './use-narrow.ts'

/** A heading; one that is `wide` is left out where rows are cards. */
export type Column =
  | string
  | {
      title: ReactNode
      wide?: true
      className?: string | undefined
      /** For styles of the column. */
      name?: string
      sorted?: 'ascending' | 'descending' | 'none'
    }

type Props = {
  label: string
  columns: readonly Column[]
  /** A page of rows whose headings stay in sight, or a table among other things of a panel. */
  look?: 'sheet' | 'plain'
  /** Rows answer the pointer. */
  clickable?: boolean
  /** Below this width (px) it scrolls sideways. */
  minWidth?: number
  /** On a phone each row is a card with these columns (`grid-template-columns`); cells say where they stand with `cardArea`. */
  cards?: string
  /** Window width (px) below which rows are cards, where that is more than a phone's. */
  cardsBelow?: number
  /** Cards have no headings above them. */
  headless?: boolean
  /** Rows of the former page, while the next one is on its way. */
  old?: boolean
  role?: 'grid'
  /** Rows in all, headings included, where only some are drawn. */
  rowCount?: number
  className?: string | undefined
  body?: Ref<HTMLTableSectionElement>
  children: ReactNode
}

/** Rows under headings, as cards on a phone. A row with a ticked box, `aria-selected` or `data-picked` is marked. */
export function Table({ label, columns, look = 'sheet', minWidth, cards, className, body, children, ...rest }: Props) {
  const { clickable = false, headless = false, old = false, role, rowCount, cardsBelow = narrowBelow } = rest
  const isNarrow = useNarrowerThan(cardsBelow)
  const asCards = cards !== undefined && isNarrow
  const classes = [
    styles.table,
    styles[look],
    clickable && styles.rows,
    asCards && styles.stacked,
    old && styles.old,
    className,
  ]
  const style: Record<string, string> = {}
  if (minWidth !== undefined) style['--min-width'] = `${minWidth}px`
  if (cards !== undefined) style['--columns'] = cards
  return (
    <table
      className={classes.filter(Boolean).join(' ')}
      style={style}
      aria-label={label}
      role={role}
      aria-rowcount={rowCount}
    >
      <thead className={headless && asCards ? 'visually-hidden' : undefined}>
        <tr>
          {columns.map((column, index) => {
            const heading = typeof column === 'string' ? { title: column } : column
            return (
              <th
                // oxlint-disable-next-line react/no-array-index-key -- columns never change places
                key={index}
                scope="col"
                className={heading.className}
                data-wide={heading.wide}
                data-column={heading.name}
                aria-sort={heading.sorted}
              >
                {heading.title}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody ref={body}>{children}</tbody>
    </table>
  )
}

/** Where a cell stands in the card of its row, as `grid-area` (row / column / row end / column end). */
export const cardArea = (area: string): CSSProperties => ({ ['--at' as string]: area })
