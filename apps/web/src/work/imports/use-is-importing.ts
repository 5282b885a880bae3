import type { PipelineListItem } from '@millrace/contract'
import { useMay } from '../../access/sessions/use-session.ts'
import { useRuns } from './use-runs.ts'
import { isBlocked } from './wizard-readiness.ts'

/**
 * Whether an import of the pipeline, or of a master's countries, runs or is about to: none of its uploads can be disabled
 * meanwhile (D-63). Not asked for who may disable none.
 */
export function useIsImporting(pipeline: PipelineListItem): boolean {
  const may = [useMay('POST /uploads/disable'), useMay('GET /imports/job')].every(Boolean)
  const countries = (pipeline.countryPipelines ?? []).map(({ _id }) => _id)
  const { byPipeline } = useRuns(may ? [pipeline._id, ...countries] : [], undefined, { quiet: true })
  return [...byPipeline].some(
    ([id, { imp, job }]) => isBlocked(imp, job) || (id !== pipeline._id && imp?.state === 'sequential'),
  )
}
