import type { ExecutionResult } from '@millrace/contract'
import type { DiagramFault } from '@millrace/contract/components/diagram.rule'
import { useMemo, useState } from 'react'
import type { ComponentDraft } from '../model/draft.ts'
import { type FaultPlace, placeOfFault } from './fault-place.ts'
import type { ValuesByLink } from '../diagram/canvas/flow.ts'
import { previewsOf } from './link-values.ts'
import type { MarkedCode } from './run-fault-context.ts'

/** What the newest run tells of the parts of the component: where it failed, and what went over its links. */
export type RunFindings = {
  place: FaultPlace | null
  marked: MarkedCode | null
  /** The same for the diagram, which rings what failed. */
  faults: readonly DiagramFault[]
  valuesByLink: ValuesByLink
  /** How often somebody asked to see the code that failed. */
  shown: number
  show: () => void
  take: (result: ExecutionResult | null) => void
}

const noFaults: readonly DiagramFault[] = []
const noValues: ValuesByLink = new Map()

/** @param component the name that the saved component has */
export function useRunFindings(component: string, draft: ComponentDraft): RunFindings {
  const [result, take] = useState<ExecutionResult | null>(null)
  const [shown, setShown] = useState(0)
  const fault = result?.fault
  const { links, instances } = draft
  const place = useMemo(
    () => (fault === undefined ? null : placeOfFault(fault, component, { links, instances })),
    [fault, component, links, instances],
  )
  const marked = useMemo(() => {
    if (fault === undefined || place === null || place.pointer === null) return null
    return { pointer: place.pointer, line: fault.line ?? 1, message: fault.message, shown }
  }, [fault, place, shown])
  const faults = useMemo(
    () => (fault === undefined || !place?.element ? noFaults : [{ message: fault.message, at: [place.element] }]),
    [fault, place],
  )
  const valuesByLink = useMemo(
    () => (result?.links === undefined ? noValues : previewsOf(result.links, component)),
    [result, component],
  )
  return { place, marked, faults, valuesByLink, shown, show: () => setShown((before) => before + 1), take }
}
