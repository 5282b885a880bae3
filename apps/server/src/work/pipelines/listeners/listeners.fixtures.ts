import type { DeployedListener, ListenerInfo } from '@millrace/contract'
import type { Logger } from 'pino'
import { createTestPlatform } from '../../../test-support/platform.ts'
import {
  type FamilyOptions,
  type ImportWorld,
  makeImportWorld,
  makePipelines,
  manualSource,
  sendRaw,
  until,
} from '../../imports/imports.fixtures.ts'

/** A whole server with workers; `realtime`: it holds listeners, too. */
export async function makeListenerWorld({ realtime, log }: { realtime: boolean; log?: Logger }): Promise<ImportWorld> {
  const settings = { allowedHosts: ['127.0.0.1'] }
  const platform = await createTestPlatform(log === undefined ? { settings } : { settings, log })
  return makeImportWorld({ platform, realtime })
}

/** A country with a source that a listener fills, published. */
export async function publishOne(
  world: ImportWorld,
  info: Partial<ListenerInfo>,
  family: FamilyOptions = {},
): Promise<{ pipelineId: string; documentId: string; listener: DeployedListener }> {
  const source = manualSource('rows', { connectorType: 'listener', contentType: 'json' })
  const { country } = await makePipelines(world, { sources: [source], ...family })
  const sam = world.people['super-admin']
  const listeners: ListenerInfo[] = [{ name: 'orders', source: 'rows', kind: 'http', gatherSeconds: 0.5, ...info }]
  const { _id } = await world.pipelines.save(sam, { ...country, listeners })
  const listener = await sam.call('POST /pipelines/publish-listener', { body: { id: _id } })
  const { pipelineId: documentId } = await world.access.seen(sam, _id)
  return { pipelineId: _id, documentId, listener }
}

/** The listener of the pipeline with another broker, published in place of what was. */
export async function publishAgain(
  world: ImportWorld,
  pipelineId: string,
  info: Partial<ListenerInfo>,
): Promise<DeployedListener> {
  const sam = world.people['super-admin']
  const { _id, name, sys_version, listeners } = await world.pipelines.find(sam, pipelineId)
  const changed = listeners.map((listener) => ({ ...listener, ...info }))
  await world.pipelines.save(sam, { _id, name, sys_version, listeners: changed })
  return sam.call('POST /pipelines/publish-listener', { body: { id: _id } })
}

export const messageOf = (key: string): string => JSON.stringify({ key, name: `Name ${key}` })

/** Keys in the output files of all imports of the pipeline, sorted: what the outside got. */
async function importedKeys(world: ImportWorld, documentId: string): Promise<string[]> {
  const outputs = await world.platform.db
    .selectFrom('uploads')
    .select('id')
    .where('pipeline_id', '=', documentId)
    .where('origin', '=', 'destination')
    .execute()
  const texts = await Promise.all(
    outputs.map(async ({ id }) => {
      const input = { body: { uploadIds: [id] } }
      return (await sendRaw(world.url, 'POST /uploads/export', input, world.people['super-admin'].token)).text()
    }),
  )
  const lines = texts.flatMap((text) => text.split('\n').filter((line) => line !== ''))
  return lines.map((line) => String((JSON.parse(line) as { key: unknown }).key)).sort()
}

/** Waits until so many records were imported and every gathered upload has had its import. */
export const untilImported = (world: ImportWorld, documentId: string, count: number, ms = 180_000): Promise<string[]> =>
  until(
    `${count} imported records`,
    async () => {
      const open = world.platform.db.selectFrom('listener_batches').select('upload_id').where('ended', '=', false)
      if ((await open.where('pipeline_id', '=', documentId).execute()).length > 0) return null
      const keys = await importedKeys(world, documentId)
      return keys.length >= count ? keys : null
    },
    ms,
  )

export const listenerNow = (world: ImportWorld, id: string): Promise<DeployedListener> =>
  world.listeners.find(world.people['super-admin'], id).then((found) => {
    if (found === null) throw new Error('no listener')
    return found
  })
