import { lazy, Suspense } from 'react'
import type { FormPanel, PanelProps } from '../../forms/form-control.ts'
import { SkeletonRows } from '../../ui/SkeletonRows.tsx'

const SourcePanel = lazy(() => import('./sources/SourcePanel.tsx').then((module) => ({ default: module.SourcePanel })))
const SinkPanel = lazy(() => import('./sinks/SinkPanel.tsx').then((module) => ({ default: module.SinkPanel })))

const fetched =
  (Panel: FormPanel): FormPanel =>
  (props: PanelProps) => (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <Panel {...props} />
    </Suspense>
  )

/** What stands below the fields of a source and of a sink. */
export const pipelinePanels: Readonly<Record<string, FormPanel>> = {
  'source-preview': fetched(SourcePanel),
  'sink-check': fetched(SinkPanel),
}
