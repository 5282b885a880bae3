import type { MassCandidate, MassKind, MassRun } from '@millrace/contract'
import { useEffect, useRef, useState } from 'react'
import type { CallError } from '../../api/call-error.ts'
import { refreshCalls, useCall } from '../../api/use-call.ts'
import { toast } from '../../state/toasts.ts'
import { refreshDocuments } from '../versions/version-calls.ts'
import { runSummary } from './run-summary.ts'

/** A run under way is looked at so often. */
const lookEveryMs = 700

type Mass = {
  candidates: readonly MassCandidate[] | undefined
  error: CallError | null
  retry: () => void
  picked: ReadonlySet<string>
  pick: (ids: readonly string[], on: boolean) => void
  /** The last run, under way or ended. */
  run: MassRun | null
  isRunning: boolean
  /** Starts a run with the picked ones; the run goes on when nobody looks. */
  start: () => void
}

/**
 * The masters of a tab, which of them are picked, and the last run, which is followed while it lasts: after a reload, too.
 * @param send the call that starts a run and answers at its end
 */
export function useMass(kind: MassKind, send: (masters: readonly MassCandidate[]) => Promise<unknown>): Mass {
  const asked = useCall('GET /pipelines/version/mass-compute', { query: { kind } }, { staleTime: 0 })
  const [sent, setSent] = useState(false)
  const last = useCall(
    'GET /pipelines/version/mass-runs',
    { query: { kind } },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (sent || data?.endedAt === null ? lookEveryMs : false),
    },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const run = last.data ?? null
  const isRunning = sent || run?.endedAt === null
  useEnd(last.data)
  // What is no longer listed is not started unseen.
  const picked = new Set((asked.data ?? []).map(({ _id }) => _id).filter((id) => chosen.has(id)))

  const start = async () => {
    setSent(true)
    try {
      await send((asked.data ?? []).filter(({ _id }) => picked.has(_id)))
      setChosen(new Set())
    } catch {
      // A red toast has told it; what happened stands in the report.
    } finally {
      await last.refetch()
      setSent(false)
    }
  }
  return {
    candidates: asked.data,
    error: asked.error,
    retry: () => void asked.refetch(),
    picked,
    pick: (ids, on) => {
      const next = new Set(picked)
      for (const id of ids) {
        if (on) next.add(id)
        else next.delete(id)
      }
      setChosen(next)
    },
    run,
    isRunning,
    start: () => void start(),
  }
}

/** Says so when a run has ended since this was opened, however short it was, and asks again whatever shows versions. */
function useEnd(run: MassRun | null | undefined): void {
  const told = useRef<string | null | undefined>(undefined)
  useEffect(() => {
    if (run === undefined) return
    const ended = run?.endedAt == null ? null : run._id
    if (told.current === undefined) told.current = ended
    if (run === null || ended === null || ended === told.current) return
    told.current = ended
    const { text, detail, failed } = runSummary(run)
    if (failed > 0) toast.warn(text, { detail })
    else toast.success(text, { detail })
    void refreshCalls('GET /pipelines/version/mass-compute').then(refreshDocuments)
  }, [run])
}
