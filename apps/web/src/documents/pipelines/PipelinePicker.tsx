import type { PipelineListItem } from '@millrace/contract'
import { texts } from '@millrace/contract/errors'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorPanel } from '../../ui/ErrorPanel.tsx'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'
import { type ClassFilter, pipelinesToPick } from './pipeline-filters.ts'
import { PipelineChoice } from './PipelineChoice.tsx'
import { usePipelines } from './use-pipelines.ts'

type Props = {
  filter: ClassFilter
  /** Words to find in the names. */
  text?: string
  onClearFilter: () => void
  chosen: string | undefined
  onChoose: (id: string) => void
  narrow?: boolean
  /** A line under each. */
  noteOf?: (pipeline: PipelineListItem) => ReactNode
  /** The notes are on their way: rows that come before them would grow, and move under the finger that picks one. */
  awaitsNotes?: boolean
}

/** The list of a picker in all its states: loading, failed, without a pipeline, without a match, full. */
export function PipelinePicker({ filter, text, onClearFilter, awaitsNotes = false, ...choice }: Props) {
  const { offer, error, refetch } = usePipelines()
  if (offer === undefined && error !== null) return <ErrorPanel error={error} onRetry={refetch} />
  if (offer === undefined || awaitsNotes) return <SkeletonRows rows={8} height={36} />
  // Said word for word where there is no pipeline at all (PIC-013).
  if (offer.pipelines.length === 0) return <EmptyState text={texts.notConnected} />
  const pipelines = pipelinesToPick(offer.pipelines, filter, text)
  if (pipelines.length === 0) {
    const clear = <Button onClick={onClearFilter}>Clear filters</Button>
    return <EmptyState text="Nothing matches these filters" action={clear} />
  }
  return <PipelineChoice pipelines={pipelines} types={offer} {...choice} />
}
