import { nextSort, type Sort } from './sorting.ts'
import type { Column } from './Table.tsx'
import styles from './table.module.css'

type Sorting<Name extends string> = { sort: Sort<Name> | null; onSort: (sort: Sort<Name> | null) => void }

type Heading = Exclude<Column, string>

/** The heading of a column that rows are sorted by when it is pressed. */
export function sortHeading<Name extends string>(name: Name, title: string, { sort, onSort }: Sorting<Name>): Heading {
  const sorted = sort?.by !== name ? 'none' : sort.down ? 'descending' : 'ascending'
  return {
    title: (
      <button
        type="button"
        className={styles.sort}
        aria-label={`Sort by ${title}`}
        onClick={() => onSort(nextSort(sort, name))}
      >
        {title}
        <span aria-hidden="true">{{ none: '', ascending: ' ↑', descending: ' ↓' }[sorted]}</span>
      </button>
    ),
    name,
    className: styles.sorted,
    sorted,
  }
}
