import type { PipelineListItem } from '@millrace/contract'
import { nameKey } from '@millrace/contract/documents/names.rule'
import { CommandError } from './command-error.ts'

const label = (pipeline: PipelineListItem): string => pipeline.path ?? pipeline.name

/**
 * The pipeline an id, a path ('Folder/Name') or a name stands for.
 * @throws CommandError listing the paths when several fit, or saying that none does
 */
export function choosePipeline(pipelines: readonly PipelineListItem[], wanted: string): PipelineListItem {
  const byId = pipelines.find((pipeline) => pipeline._id === wanted)
  if (byId !== undefined) return byId
  const key = nameKey(wanted)
  const byPath = pipelines.filter((pipeline) => nameKey(label(pipeline)) === key)
  const fitting = byPath.length > 0 ? byPath : pipelines.filter((pipeline) => nameKey(pipeline.name) === key)
  const [first, ...others] = fitting
  if (first === undefined) throw new CommandError(`There is no pipeline '${wanted}' that you may see`)
  if (others.length > 0) {
    const paths = fitting.map((pipeline) => `  ${label(pipeline)}  (${pipeline._id})`)
    throw new CommandError(`Several pipelines are called '${wanted}'; name one by its path or id:`, paths)
  }
  return first
}
