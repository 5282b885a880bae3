import { useCallback, useMemo, useState } from 'react'
import type { FormIssue } from '../../forms/fault-store.ts'

const none: Readonly<Record<string, readonly FormIssue[]>> = {}

/** What checks of parts of the form found, each until the part takes it back. */
export function useToldIssues() {
  const [told, setTold] = useState(none)
  const tell = useCallback(
    (part: string, issues: readonly FormIssue[]) =>
      setTold((before) => {
        if ((before[part] ?? []).length === 0 && issues.length === 0) return before
        return { ...before, [part]: issues }
      }),
    [],
  )
  return { tell, issues: useMemo(() => Object.values(told).flat(), [told]) }
}
