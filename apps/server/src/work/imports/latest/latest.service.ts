import { countLeftOut, type PipelineLatest, type PipelineListItem, type Reply } from '@millrace/contract'
import type { PipelineAccess } from '../../../documents/pipelines/pipelines.types.ts'
import { pipelinesOfVersions } from '../../../people/users/assigned-pipelines.reads.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Platform } from '../../../platform/platform.ts'
import { newestOfSources, type NewestFile } from '../../uploads/uploads.reads.ts'
import { type LastRow, lastImportOfEach, nextRunOfEach } from './latest.repository.ts'

export type LatestService = ReturnType<typeof createLatestService>

/** What the list of pipelines to pick from tells of each: its last file, its last import and when it runs next. */
export function createLatestService({ db }: Pick<Platform, 'db'>, { access }: { access: PipelineAccess }) {
  return {
    /** GET /imports/latest: in three questions, however many pipelines there are. */
    async list(caller: Caller): Promise<Reply<'GET /imports/latest'>> {
      const items = await access.picker(caller)
      const versions = items.flatMap(({ _id, countryPipelines = [] }) => [
        _id,
        ...countryPipelines.map((country) => country._id),
      ])
      const documentOf = await pipelinesOfVersions(db, versions)
      const documents = [...new Set(documentOf.values())]
      const sources = items.flatMap(({ _id, dataSources }) => {
        const pipelineId = documentOf.get(_id)
        const own = dataSources.filter(({ dataFromMaster }) => !dataFromMaster)
        return pipelineId === undefined ? [] : own.map(({ dataSubKind }) => ({ pipelineId, dataSubKind }))
      })
      const [files, lasts, nexts] = await Promise.all([
        newestOfSources(db, sources),
        lastImportOfEach(db, documents),
        nextRunOfEach(db, documents),
      ])
      const lastOf = (versionId: string): [string, LastRow][] => {
        const row = lasts.get(documentOf.get(versionId) ?? '')
        return row === undefined ? [] : [[versionId, row]]
      }
      return items.map((item) => {
        const document = documentOf.get(item._id) ?? ''
        return {
          _id: item._id,
          file: presentFile(files.get(document)),
          last: newestOf(runBy(item).flatMap(lastOf)),
          next: nexts.get(document)?.toISOString() ?? null,
        }
      })
    },
  }
}

/** Versions whose imports count as those of a pipeline: itself, of a master its countries. */
const runBy = ({ _id, isMaster, countryPipelines = [] }: PipelineListItem): string[] =>
  isMaster ? countryPipelines.map((country) => country._id) : [_id]

const presentFile = (file: NewestFile | undefined): PipelineLatest['file'] =>
  file === undefined ? null : { name: file.original_filename, at: file.created_at.toISOString(), status: file.status }

function newestOf(lasts: readonly [string, LastRow][]): PipelineLatest['last'] {
  const [first] = lasts.toSorted(([, a], [, b]) => b.at.getTime() - a.at.getTime())
  if (first === undefined) return null
  const [pipelineId, { id, state, at, counts }] = first
  return { _id: id, pipelineId, state, at: at.toISOString(), leftOut: countLeftOut(counts) }
}
