import type { PipelineListItem } from '@millrace/contract'
import { sourcesToUpload } from '@millrace/contract/pipelines/pipeline.rule'
import { findPipeline, usePipelines } from '../../documents/pipelines/use-pipelines.ts'

/**
 * The country pipelines of a master, by name, that take files of their own from people, as far as this person is offered
 * them: any other does not exist here.
 */
export function useCountriesWithFiles(master: PipelineListItem): PipelineListItem[] {
  const { offer } = usePipelines()
  return (master.countryPipelines ?? [])
    .flatMap(({ _id }) => findPipeline(offer, _id) ?? [])
    .filter(({ dataSources }) => sourcesToUpload(dataSources).length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}
