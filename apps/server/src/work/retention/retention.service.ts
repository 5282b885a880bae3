import { datasetMaker } from '@millrace/engine'
import { appendLogs } from '../logs/append-logs.ts'
import { removeOldMails } from '../../people/mail/outbox-mailer.ts'
import type { Platform } from '../../platform/platform.ts'
import { removeExpiredSessions } from '../../people/sessions/old-sessions.ts'
import { removeOldLinks } from '../../people/users/password-links.ts'
import {
  deleteImportLogs,
  deleteOldDatasets,
  deleteOldInstants,
  deleteUploads,
  importsWithOldLogs,
  oldUploads,
  unnamedKeys,
} from './retention.repository.ts'

export type RetentionPlatform = Pick<Platform, 'db' | 'files' | 'log' | 'now' | 'settings'>
/** How much of each was removed. */
export type Removed = {
  uploads: number
  importLogs: number
  instants: number
  /** Checked records that an earlier version of the program made. */
  datasets: number
  leftovers: number
  /** Files of the outbox of this process. */
  mails: number
  links: number
  sessions: number
}

/** What an import of the logbook says in place of its lines. */
export const logsRemoved = 'The log of this import was removed: the server keeps logs for a limited time.'

const dayMs = 86_400_000
/** A file that no row names may belong to a transaction under way; none takes a day. */
const leftoverMs = dayMs
const batchSize = 500

/**
 * Removes what is older than MILLRACE_KEEP_DAYS: files that were sent or written, with findings and logs, except the
 * last four of each kind; the lines of imports, whose entries stay; what was decided about due instants of plans; mails
 * of the outbox and the links in them; and, whatever the setting, sessions that ended long ago, checked records that an
 * earlier version of the program made, and files that killed processes left without a name. Rows are removed before their files, so that a cut in between leaves a file without a
 * name, which the next night finds.
 */
export async function removeOld(platform: RetentionPlatform, signal: AbortSignal): Promise<Removed> {
  const { settings, now, log } = platform
  const before = new Date(now().getTime() - settings.keepDays * dayMs)
  const removed = {
    uploads: await removeUploads(platform, before, signal),
    importLogs: await removeImportLogs(platform, before, signal),
    instants: await deleteOldInstants(platform.db, before),
    datasets: await removeOldDatasets(platform, signal),
    leftovers: await removeLeftovers(platform, new Date(now().getTime() - leftoverMs), signal),
    mails: await removeOldMails(settings.dataFolder, before),
    links: await removeOldLinks(platform.db, before),
    sessions: await removeExpiredSessions(platform.db, now()),
  }
  log.info({ ...removed, keepDays: settings.keepDays }, 'old files and logs were removed')
  return removed
}

async function removeUploads({ db, files }: RetentionPlatform, before: Date, signal: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const old = await oldUploads(db, before, batchSize)
    const gone = new Set(
      await deleteUploads(
        db,
        old.map((upload) => upload.id),
      ),
    )
    for (const { id, keys } of old) if (gone.has(id)) for (const key of keys) await files.remove(key)
    count += gone.size
    if (gone.size === 0) return count
  }
}

async function removeOldDatasets({ db, files }: RetentionPlatform, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; ) {
    signal.throwIfAborted()
    const keys = await deleteOldDatasets(db, datasetMaker(), batchSize)
    for (const key of keys) await files.remove(key)
    count += keys.length
    if (keys.length === 0) return count
  }
}

async function removeImportLogs({ db, now }: RetentionPlatform, before: Date, signal: AbortSignal): Promise<number> {
  let count = 0
  for (;;) {
    signal.throwIfAborted()
    const ids = await importsWithOldLogs(db, before, logsRemoved, batchSize)
    if (ids.length === 0) return count
    for (const id of ids) {
      await db.transaction().execute(async (tx) => {
        await deleteImportLogs(tx, id)
        await appendLogs(tx, { import: id }, [{ at: now(), level: 'info', message: logsRemoved }], null)
      })
      count++
    }
  }
}

async function removeLeftovers({ db, files }: RetentionPlatform, before: Date, signal: AbortSignal): Promise<number> {
  let count = await files.discardLeftovers(before)
  const look = async (keys: readonly string[]): Promise<void> => {
    signal.throwIfAborted()
    for (const key of await unnamedKeys(db, keys)) {
      await files.remove(key)
      count++
    }
  }
  let keys: string[] = []
  for await (const key of files.keysBefore(before)) {
    keys.push(key)
    if (keys.length < batchSize) continue
    await look(keys)
    keys = []
  }
  await look(keys)
  return count
}
