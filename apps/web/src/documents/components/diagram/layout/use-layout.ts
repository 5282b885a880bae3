import { useEffect, useMemo, useState } from 'react'
import type { DiagramGraph } from '../model/graph.ts'
import { layOut } from './elk.ts'
import { elkGraphOf, type Layout, layoutOf } from './elk-graph.ts'
import { newestOnly } from './newest-only.ts'
import { reasonOf } from '../../../../api/reason-of.ts'

type State = { key: string; layout: Layout | null; error: string | null }

/**
 * Where everything of a diagram lies. While a changed one is laid out, the layout before it stays.
 * @param graph null while it is not known yet
 */
export function useLayout(graph: DiagramGraph | null) {
  const key = useMemo(() => (graph === null ? '' : JSON.stringify(elkGraphOf(graph))), [graph])
  const [work] = useState(() => newestOnly(layOut))
  const [{ layout, error, ...last }, setState] = useState<State>({ key: '', layout: null, error: null })
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (key === '') return
    let isStale = false
    const finish = (change: Partial<State>) => {
      if (!isStale) setState((before) => ({ ...before, error: null, ...change, key }))
    }
    work(JSON.parse(key)).then(
      (laidOut) => laidOut !== null && finish({ layout: layoutOf(laidOut) }),
      (reason: unknown) => finish({ error: reasonOf(reason) }),
    )
    return () => {
      isStale = true
    }
  }, [key, tries, work])
  return {
    layout,
    error,
    isPending: key !== '' && last.key !== key,
    /** Lays the diagram out once more. */
    retry: () => {
      setState((before) => ({ ...before, key: '', error: null }))
      setTries((count) => count + 1)
    },
  }
}
