import { useState } from 'react'
import { holds, type LogbookRow } from './logbook-rows.ts'

/**
 * Which chains are unfolded: those that somebody unfolded, and the one of which the address names an import, until it is
 * folded.
 */
export function useUnfolded(rows: readonly LogbookRow[], named: string | undefined) {
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isOpen = (row: LogbookRow): boolean => turned.get(row.key) ?? holds(row, named)
  return {
    isOpen,
    turn: (row: LogbookRow, open: boolean) => setTurned((before) => new Map([...before, [row.key, open]])),
    /** All rows stay as they are, whatever the address names from here on. */
    keep: () => setTurned((before) => new Map([...before, ...rows.map((row) => [row.key, isOpen(row)] as const)])),
  }
}
