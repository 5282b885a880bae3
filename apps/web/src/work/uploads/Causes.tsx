import type { Finding, FindingGroup } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { formatCount } from '../../ui/format.ts'
import styles from './findings.module.css'

/** Causes shown before the rest is asked for. */
const atFirst = 8

type Props = {
  groups: readonly FindingGroup[]
  /** The one the file's records are in, of a workbook. */
  sheet: string | undefined
  /** Place of the cause whose findings are shown alone; undefined for none. */
  picked: number | undefined
  onPick: (group: number | undefined) => void
  /** The cells of the picked cause, drawn beneath it. */
  children: ReactNode
}

/**
 * Why records were rejected, commonest cause first, each with its share of the commonest drawn behind its count. A
 * cause unfolds its own cells when pressed.
 */
export function Causes({ groups, sheet, picked, onPick, children }: Props) {
  const [all, setAll] = useState(false)
  const most = Math.max(1, ...groups.map(({ count }) => count))
  const shown = all ? groups : groups.slice(0, Math.max(atFirst, (picked ?? 0) + 1))
  return (
    <div className={styles.causes}>
      <ul aria-label="Findings by cause">
        {shown.map((group, place) => (
          <li key={`${group.rule} ${group.column} ${group.message}`}>
            <button
              type="button"
              className={styles.cause}
              aria-expanded={picked === place}
              // What is left over of too many causes has no rule to be told apart by.
              disabled={group.rule === 'other'}
              onClick={() => onPick(picked === place ? undefined : place)}
            >
              <span className={styles.count}>
                <span className={styles.share} style={{ width: `${(group.count / most) * 100}%` }} />
                <span>{formatCount(group.count)}</span>
              </span>
              <span className={styles.message}>{group.message}</span>
              <span className={`note ${styles.places}`}>{describeFirstPlaces(group.first, sheet)}</span>
            </button>
            {picked === place && <div className={styles.unfolded}>{children}</div>}
          </li>
        ))}
      </ul>
      {groups.length > atFirst && (
        <Button tone="link" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? 'Show the commonest causes' : `Show all ${formatCount(groups.length)} causes`}
        </Button>
      )}
    </div>
  )
}

/** 'rows 12, 20, 33', those that a sheet shows of a workbook, or lines where a file has no rows. */
export function describeFirstPlaces(first: readonly Pick<Finding, 'row' | 'line'>[], sheet?: string): string {
  const shown = first.slice(0, 5)
  const lines = shown.flatMap(({ line }) => line ?? [])
  const rows = sheet === undefined ? shown.flatMap(({ row }) => row ?? []) : lines
  const [word, numbers] = rows.length > 0 ? ['row', rows] : ['line', lines]
  return numbers.length === 0 ? '-' : `${word}${numbers.length === 1 ? '' : 's'} ${numbers.map(formatCount).join(', ')}`
}
