import { ApiError, codes, type Component, diffLines, type Pipeline } from '@millrace/contract'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { ComponentsService } from '../components/components.service.ts'
import { seenOr404 } from '../kernel/rights-of-items.ts'
import { findVersion, versionsOf } from '../kernel/versions/versions.reads.ts'
import type { PipelinesService } from './pipelines.service.ts'

type Kinds = { components: Pick<ComponentsService, 'find'>; pipelines: Pick<PipelinesService, 'find'> }

/** Fields that say which version it is and who may what, not what the pipeline does. */
const aboutVersion = [
  ...['_id', 'id', 'name', 'folder', 'version', 'sys_version', 'vLocked', 'read_only', 'versions'],
  ...['countryPipelines', 'readyMade', 'recordWise'],
]

/**
 * POST /pipelines/compareDataStream: how the newest draft of a pipeline (staging) differs from its newest locked version
 * (production), each as sorted, indented JSON with its component, line by line (D-107, API-075). Where one of them is
 * missing every line is an addition or a removal. 40400 unknown or unseen.
 */
export const createDataStream =
  ({ db }: Pick<Platform, 'db'>, kinds: Kinds) =>
  async (caller: Caller, id: string): Promise<string[]> => {
    const { row } = await seenOr404(db, caller, 'pipeline', await findVersion(db, id))
    const versions = await versionsOf(db, row.documentId)
    const lines = async (version: { id: string } | undefined) =>
      version === undefined ? [] : JSON.stringify(await definition(kinds, caller, version.id), null, 2).split('\n')
    return diffLines(
      await lines(versions.find(({ locked }) => locked)),
      await lines(versions.find(({ locked }) => !locked)),
    )
  }

/** What a version does, as this caller may read it; secrets are masked as everywhere (S6). */
async function definition({ components, pipelines }: Kinds, caller: Caller, id: string): Promise<unknown> {
  const { component, ...pipeline } = await pipelines.find(caller, id)
  return sorted({ ...ownFields(pipeline), component: component === null ? null : await shown(component) })

  async function shown(componentId: string): Promise<object> {
    try {
      const found = await components.find(caller, componentId)
      return { ...ownFields(found), name: found.name, version: found.version }
    } catch (error) {
      // What a caller does not see has no name: its id alone tells that it is another one.
      if (error instanceof ApiError && error.code === codes.notFound) return { _id: componentId }
      throw error
    }
  }
}

const ownFields = (document: Omit<Pipeline, 'component'> | Component): object =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !aboutVersion.includes(name)))

/** The same value with the properties of every object in the order of their names. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}
