import type { ImportChain, PipelineListItem } from '@millrace/contract'
import type { ImportRow } from '../imports.repository.ts'

/**
 * A chain, named by the pipeline of its job where that is a master.
 * @param of null where the caller does not see it
 * @param matching ids of imports that pass the filters
 */
export function presentChain(
  imports: readonly Pick<ImportRow, 'id'>[],
  of: PipelineListItem | null,
  matching: ReadonlySet<string>,
): ImportChain {
  const ids = imports.map(({ id }) => id)
  return {
    pipeline:
      of === null || !of.isMaster
        ? null
        : { _id: of._id, name: of.name, version: of.version, vLocked: of.vLocked, type: 'pipeline' },
    imports: ids,
    unmatched: ids.filter((id) => !matching.has(id)),
  }
}
