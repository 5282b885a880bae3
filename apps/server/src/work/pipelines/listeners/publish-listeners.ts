import { invalid, type ReadyListener, readyListener } from '@millrace/contract'
import { parsePipelineContent } from '../../../documents/pipelines/pipeline.content.ts'
import { shownUrl } from '../../../documents/kernel/versions/address-secrets.ts'
import type { VersionRow } from '../../../documents/kernel/versions/versions.reads.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Secrets } from '../../../platform/config/secrets.ts'
import { deleteListeners, listenersOf, storeListener } from './listeners.repository.ts'

const noListener = 'The pipeline has no listener'

/**
 * The listeners of a version, complete.
 * @throws ApiError 40000 'The pipeline has no listener', or a sentence that names the listener and what to change
 */
function readyListenersOf(row: VersionRow, outbound: Pick<Outbound, 'checkBroker'>): ReadyListener[] {
  const { listeners, dataSources } = parsePipelineContent(row.content)
  if (listeners.length === 0) throw invalid(noListener)
  const names = listeners.map(({ name }) => name)
  if (new Set(names).size !== names.length) throw invalid('Two listeners have the same name')
  return listeners.map((info) => {
    const ready = readyListener(info, dataSources)
    if (typeof ready === 'string') throw invalid(ready)
    const refusal = ready.kind === 'http' ? null : outbound.checkBroker(ready.url)
    if (refusal !== null) throw invalid(`Listener ${ready.name}: ${refusal}`)
    return ready
  })
}

/** Publishes all listeners of a pipeline version; those the version no longer has are un-published. @returns the first's id */
export async function publishListeners(
  tx: Connection,
  caller: Caller,
  row: VersionRow,
  { secrets, outbound }: { secrets: Secrets; outbound: Pick<Outbound, 'checkBroker'> },
): Promise<{ first: string; names: string[] }> {
  const ready = readyListenersOf(row, outbound)
  const before = await listenersOf(tx, row.documentId)
  const ids: string[] = []
  for (const one of ready) {
    const addresses = { sealedUrl: secrets.seal(one.url), shownUrl: one.kind === 'http' ? null : shownUrl(one.url) }
    ids.push(await storeListener(tx, caller, { ...one, ...addresses, pipelineId: row.documentId, versionId: row.id }))
  }
  await deleteListeners(
    tx,
    before.filter(({ id }) => !ids.includes(id)).map(({ id }) => id),
  )
  return { first: ids[0] ?? '', names: ready.map(({ name }) => name) }
}
