import { conflict, invalid, textWith, texts, type Upload } from '@millrace/contract'
import type { ConnectionsService } from '../../documents/connections/connections.service.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { storedSources } from '../../documents/pipelines/pipelines.reads.ts'
import type { PipelineAccess } from '../../documents/pipelines/pipelines.types.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { createFetchAll, FetchError, isFetched } from './fetch-all.ts'
import { discardAll } from './incoming.ts'
import { createRefresh } from './refresh-real-time.ts'
import { storeUploads, type TakenFile } from './store-uploads.ts'
import { requireClassified, requireSpace } from './uploads.policy.ts'

export type RealTimeDeps = {
  access: Pick<PipelineAccess, 'seen' | 'items'>
  connections: Pick<ConnectionsService, 'open'>
  outbound: Pick<Outbound, 'send'>
}
export type RealTimePlatform = Pick<Platform, 'db' | 'files' | 'queue' | 'log' | 'now' | 'settings' | 'secrets'>
export type RealTimeService = ReturnType<typeof createRealTimeService>

/** Sources whose files are fetched in place of sent (UPL-017). */
export function createRealTimeService(platform: RealTimePlatform, { access, connections, outbound }: RealTimeDeps) {
  const { files, log, now, settings } = platform
  const zone = settings.timeZone
  const deps = {
    files,
    outbound,
    openConnection: connections.open,
    storedSources: (versionId: string) => storedSources(platform, versionId),
    now,
    timeZone: zone,
  }
  const fetchAll = createFetchAll(deps, log)

  return {
    /**
     * POST /uploads/fetchRealTime (API-026): fetches the named sources and stores their files like uploads, all or
     * nothing. The cause of a failure is in the log of the server, since it may name hosts and statements.
     * @param signal fires when nobody waits for the answer any more
     * @throws ApiError 40000 'cannot be run because of missing properties', 'Unknown data source …'; 40400; 40900
     */
    async fetch(
      caller: Caller,
      request: { pipeline: string; dataSubKinds: readonly string[] },
      signal: AbortSignal,
    ): Promise<Upload[]> {
      await requireSpace(files)
      const { pipelineId, versionId, item } = await access.seen(caller, request.pipeline)
      requireClassified(item)
      const sources = [...new Set(request.dataSubKinds)].map((name) => {
        const source = item.dataSources.find((entry) => entry.dataSubKind === name)
        if (source === undefined || !isFetched(item, source)) throw invalid(textWith.unknownSource(name))
        return source
      })
      let taken: TakenFile[]
      try {
        taken = await fetchAll(item, sources, signal)
      } catch (error) {
        if (error instanceof FetchError) throw conflict(texts.realTimeUnavailable)
        throw error
      }
      try {
        return await storeUploads(platform, { pipelineId, versionId, createdBy: caller.userId }, taken, signal)
      } catch (error) {
        await discardAll(taken)
        throw error
      }
    },

    refresh: createRefresh(platform, { access, fetchAll }),
  }
}
