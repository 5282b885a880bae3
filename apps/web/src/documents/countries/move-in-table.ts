import type { KeyboardEvent } from 'react'

const steps: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Moves the focus from the button of one cell to that of the next in the direction of the key. */
export function moveInTable(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key]
  const cell = event.target instanceof Element ? event.target.closest('td') : null
  if (step === undefined || cell === null) return
  event.preventDefault()
  const rows = [...event.currentTarget.querySelectorAll('tr')].filter((row) => row.querySelector('td') !== null)
  const row = rows[rows.indexOf(cell.parentElement as HTMLTableRowElement) + step[0]]
  const buttons = [...(row?.querySelectorAll('td') ?? [])].map((each) => each.querySelector('button'))
  const at = Math.min(Math.max(cell.cellIndex - 1 + step[1], 0), buttons.length - 1)
  buttons[at]?.focus()
}
