import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { warmUpRunners } from '@millrace/engine'
import { createSecrets } from '../platform/config/aes-secrets.ts'
import { readSettings } from '../platform/config/read-settings.ts'
import type { Settings } from '../platform/config/settings.ts'
import { openFolderStore } from '../platform/files/folder-store.ts'
import type { Platform } from '../platform/platform.ts'
import { createPgBossQueue } from '../platform/queue/pg-boss-queue.ts'
import { createLog } from '../platform/telemetry/log.ts'
import { createTestDatabase } from './database.ts'

/** The secret of every platform of the tests. */
export const platformSecret = 'the key of the tests'

export type TestPlatform = Platform & { databaseUrl: string; close(): Promise<void> }

/**
 * Once for all files of this process: its runners then start with compiled code (77 ms of a processor for a small file
 * instead of 117), as those of the product do soon after its start.
 */
let warmedUp: Promise<void> | undefined

/**
 * A real platform on a database of its own, with the real queue (started) and a file store in a temporary folder.
 * @param settings in place of the defaults; `now` replaces the clock
 */
export async function createTestPlatform(
  options: { settings?: Partial<Settings>; now?: () => Date; log?: Platform['log'] } = {},
): Promise<TestPlatform> {
  warmedUp ??= warmUpRunners()
  await warmedUp
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'millrace-test-files-'))
  const log = options.log ?? createLog(process.env.MILLRACE_TEST_LOG_LEVEL ?? 'silent')
  const settings: Settings = {
    ...readSettings({ MILLRACE_DATA: folder, MILLRACE_TIME_ZONE: 'Europe/Paris', DATABASE_URL: database.url }),
    workers: 2,
    // One for each platform would cost more than it saves.
    spareRunner: false,
    // Tests call faster than people and with one token.
    maxCallsPerMinute: 1_000_000,
    ...options.settings,
  }
  const queue = createPgBossQueue({ url: database.url, log })
  await queue.start()
  return {
    settings,
    db: database.db,
    files: await openFolderStore(settings.filesFolder),
    queue,
    secrets: createSecrets(platformSecret),
    log,
    now: options.now ?? (() => new Date()),
    databaseUrl: database.url,
    async close() {
      await queue.stop(2000)
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
