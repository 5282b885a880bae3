import type { Import, PipelineListItem, ScheduledJob, Upload } from '@millrace/contract'
import { missingProperties } from '@millrace/contract/pipelines/pipeline.rule'
import { textWith } from '@millrace/contract/errors'
import { useQueries } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { callKey } from '../../api/use-call.ts'
import { findPipeline, usePipelines } from '../../documents/pipelines/use-pipelines.ts'
import { notReady, sourceFiles } from '../uploads/source-files.ts'
import { isOldAnswer, useRuns } from './use-runs.ts'
import { isBlocked } from './wizard-readiness.ts'

export type Country = {
  _id: string
  name: string
  version: number
  vLocked: boolean
  /** Undefined when the picker does not offer it: then its classes and sources are not known here. */
  pipeline: PipelineListItem | undefined
  /** Why it cannot run now; empty when it can, or when only the server can tell. */
  reasons: string[]
  /** An import of it runs, is about to start, or waits in a chain. */
  taken: boolean
}

type Countries = { countries: Country[]; isOld: boolean }

/**
 * The country pipelines of a master by name, each with what keeps it from running. `isOld` while that is still what an
 * earlier page knew: a country that has ended since would be left out.
 * @param masterUploads what countries take over from the master
 */
export function useCountries(master: PipelineListItem, masterUploads: readonly Upload[] | undefined): Countries {
  const { offer } = usePipelines()
  const listed = (master.countryPipelines ?? []).toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
  const uploads = useQueries({
    queries: listed.map(({ _id: pipelineId }) => ({
      queryKey: callKey('GET /uploads/last-all', { query: { pipelineId } }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('GET /uploads/last-all', { query: { pipelineId }, signal, quiet: true }),
    })),
  })
  const runs = useRuns(listed.map(({ _id }) => _id))
  const countries = listed.map((country, index): Country => {
    const pipeline = findPipeline(offer, country._id)
    const own = uploads[index]?.data
    const run = runs.byPipeline.get(country._id)
    const taken = run !== undefined && isTaken(run)
    return {
      ...country,
      pipeline,
      taken,
      reasons: [
        ...(taken ? ['an import is running'] : []),
        ...(pipeline === undefined ? [] : missingReasons(pipeline)),
        ...(pipeline === undefined || own === undefined
          ? []
          : sourceFiles(pipeline, own, masterUploads ?? null).flatMap((file) => notReady(file) ?? [])),
      ],
    }
  })
  return { countries, isOld: runs.isOld || uploads.some(isOldAnswer) }
}

/** Running, about to start, or waiting in another chain: the server starts no chain over it. */
const isTaken = ({ imp, job }: { imp: Import | null; job: ScheduledJob | null }): boolean =>
  isBlocked(imp, job) || imp?.state === 'sequential'

function missingReasons(pipeline: PipelineListItem): string[] {
  const missing = missingProperties(pipeline)
  return missing.length > 0 ? [textWith.missingFields(missing)] : []
}
