import { useState } from 'react'
import { Button } from './Button.tsx'
import { TransferBox } from './TransferBox.tsx'
import type { TransferItem } from './transfer-item.ts'
import styles from './transfer.module.css'

type Props = {
  /** What is moved, in the plural, e.g. 'pipelines'. */
  things: string
  titles: readonly [available: string, chosen: string]
  available: readonly TransferItem[]
  chosen: readonly TransferItem[]
  onMove: (ids: readonly string[], to: 'available' | 'chosen') => void
  /** Greatest height of a list in px. */
  height: number
  /** For nothing at all in either list. */
  empty?: readonly [available: string, chosen: string]
}

const none: ReadonlySet<string> = new Set()

/** Two lists and arrows between them: what could be given, and what is. Enter moves, Shift marks ranges. */
export function TransferLists({ things, titles, available, chosen, onMove, height, empty = ['', ''] }: Props) {
  const [left, setLeft] = useState(none)
  const [right, setRight] = useState(none)
  const toChosen = (ids: readonly string[]) => {
    onMove(ids, 'chosen')
    setLeft(none)
  }
  const toAvailable = (ids: readonly string[]) => {
    onMove(ids, 'available')
    setRight(none)
  }
  const marked = (items: readonly TransferItem[], ids: ReadonlySet<string>) =>
    items.filter(({ id, fixed }) => fixed === undefined && ids.has(id)).map(({ id }) => id)
  const gives = marked(available, left)
  const takes = marked(chosen, right)
  return (
    <div className={styles.lists}>
      <TransferBox
        title={titles[0]}
        things={things}
        items={available}
        marked={left}
        onMark={setLeft}
        onMove={toChosen}
        height={height}
        empty={empty[0]}
      />
      <div className={styles.arrows}>
        <Button
          square
          aria-label={`Add the marked ${things}`}
          title={`Add the marked ${things}`}
          disabled={gives.length === 0}
          onClick={() => toChosen(gives)}
        >
          <Arrow />
        </Button>
        <Button
          square
          aria-label={`Take the marked ${things} away`}
          title={`Take the marked ${things} away`}
          disabled={takes.length === 0}
          onClick={() => toAvailable(takes)}
        >
          <Arrow back />
        </Button>
      </div>
      <TransferBox
        title={titles[1]}
        things={things}
        items={chosen}
        marked={right}
        onMark={setRight}
        onMove={toAvailable}
        height={height}
        empty={empty[1]}
      />
    </div>
  )
}

/** Right and left where the lists stand side by side, down and up where they stand one above the other. */
const Arrow = ({ back = false }: { back?: boolean }) => (
  <svg
    className={styles.arrow}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.7"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={back ? 'M13 8H3M7 4L3 8l4 4' : 'M3 8h10M9 4l4 4-4 4'} />
  </svg>
)
