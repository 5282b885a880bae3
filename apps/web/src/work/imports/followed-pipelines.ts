import type { PipelineListItem } from '@millrace/contract'
import { maxFollowed } from '@millrace/contract/live/live.rule'

/** The pipelines whose imports may read uploads of this one: itself, and of a master its countries. */
export const followedPipelines = (pipeline: Pick<PipelineListItem, '_id' | 'countryPipelines'>): string[] =>
  [pipeline._id, ...(pipeline.countryPipelines ?? []).map(({ _id }) => _id)].slice(0, maxFollowed)
