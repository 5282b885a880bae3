import { Readable } from 'node:stream'
import type { PipelineDefinitions } from '../../../documents/pipelines/pipelines.types.ts'
import type { Connection } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { insertGathered } from '../../uploads/gathered-uploads.reads.ts'
import { requireSpace } from '../../uploads/uploads.policy.ts'
import { insertStored, type NewUpload, removeUnstored } from '../../uploads/store-uploads.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { PendingFile } from '../../../platform/files/file-store.ts'
import type { BrokerMessage } from './brokers/broker.ts'
import { checkMessages, checkOf } from './check-messages.ts'
import {
  countReceived,
  type Held,
  removeWaiting,
  storeSetAside,
  takeFresh,
  type WaitingMessage,
} from './gather.repository.ts'

export type GatherPlatform = Pick<Platform, 'db' | 'files' | 'queue' | 'log'>
/** What is gathered for: the listener as it was published. */
export type Gathering = Held & {
  pipelineId: string
  versionId: string
  source: string
  name: string
  publisherId: string
}

const maxUploadBytes = 64 * 1024 * 1024

/**
 * Makes messages an upload of the listener's source: the file is flushed; then its row, the identities of the messages,
 * what was set aside and the claim to an import are one transaction, which only the holder of the listener can commit
 * (G1, G5). Nothing of it is acknowledged before.
 * @returns the id under which the identities stand
 * @throws FencedError; ApiError when the pipeline cannot be imported or the disk is full; anything of the database
 */
export async function gather(
  platform: GatherPlatform,
  { definitions }: { definitions: PipelineDefinitions },
  listener: Gathering,
  messages: { broker: readonly BrokerMessage[]; waiting: readonly WaitingMessage[] },
  signal: AbortSignal,
): Promise<string> {
  const { db, files, queue } = platform
  const batch = newId()
  const all: (BrokerMessage | WaitingMessage)[] = [...messages.broker, ...messages.waiting]
  const definition = await definitions.forRun(listener.versionId)
  const { accepted, setAside } = await checkMessages(all, checkOf(definition, listener.source, signal))
  /** Writes all but the upload. @returns the messages that were not taken before */
  const take = async (tx: Connection): Promise<Set<object>> => {
    const fresh = new Set<object>([...(await takeFresh(tx, listener.id, messages.broker, batch)), ...messages.waiting])
    await removeWaiting(
      tx,
      messages.waiting.map(({ id }) => id),
    )
    const aside = setAside.filter(({ message }) => fresh.has(message))
    await storeSetAside(
      tx,
      listener.id,
      aside.map(({ state, reason, body }) => ({ state, reason, body })),
    )
    await countReceived(tx, listener, messages.broker.filter((message) => fresh.has(message)).length)
    return fresh
  }
  if (accepted.length > 0) await requireSpace(files)
  const kept: NewUpload[] = []
  try {
    await db.transaction().execute(async (tx) => {
      const fresh = await take(tx)
      const going = accepted.filter(({ message }) => fresh.has(message))
      if (going.length === 0) return
      const lines = going.flatMap(({ records }) => records.map((record) => `${JSON.stringify(record)}\n`))
      const pending = await files.receive(Readable.from(lines), maxUploadBytes)
      const upload = await keepFile(pending, {
        ...listener,
        createdBy: listener.publisherId,
        dataSubKind: listener.source,
      })
      kept.push(upload)
      await insertStored(tx, queue, kept)
      await insertGathered(tx, { ...listener, uploadId: upload.id, listenerId: listener.id, messages: going.length })
    })
  } catch (error) {
    await removeUnstored(platform, kept)
    throw error
  }
  return batch
}

/** Flushes the file to its place, under a name that tells listener and time. */
async function keepFile(
  pending: PendingFile,
  { name, ...owner }: Pick<NewUpload, 'pipelineId' | 'versionId' | 'createdBy' | 'dataSubKind'> & { name: string },
): Promise<NewUpload> {
  const id = newId()
  const { key, size, sha256 } = await pending.commit(id)
  const { pipelineId, versionId, createdBy, dataSubKind } = owner
  const originalFilename = `${name}-${new Date().toISOString().replace(/[:.]/g, '-')}.ndjson`
  return { id, pipelineId, versionId, createdBy, dataSubKind, originalFilename, fileKey: key, size, sha256 }
}
