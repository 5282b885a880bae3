import { readSettings } from '../../../platform/config/read-settings.ts'
import { createSecrets } from '../../../platform/config/aes-secrets.ts'
import { openComponentHosts } from '../../../documents/components/component-host.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createDocumentServices } from '../../../documents/document-services.ts'
import { openFolderStore } from '../../../platform/files/folder-store.ts'
import { createOutbound } from '../../../platform/outbound/outbound.ts'
import { createPgBossQueue } from '../../../platform/queue/pg-boss-queue.ts'
import { createLog } from '../../../platform/telemetry/log.ts'
import { createRealTimeService } from '../../uploads/real-time.service.ts'
import { startValidationWorkers } from '../../uploads/uploads.jobs.ts'
import { startScheduler } from '../plans/scheduler.ts'
import { startImportWorkers } from './runs.jobs.ts'

// A worker process for tests that kill it: DATABASE_URL and MILLRACE_DATA name the world it works in.
const settings = { ...readSettings(process.env), workers: 1 }
const url = settings.databaseUrl
if (url === null) throw new Error('DATABASE_URL is not set')
const log = createLog(process.env.MILLRACE_TEST_LOG_LEVEL ?? 'silent')
const queue = createPgBossQueue({ url, log })
await queue.start()
const platform = {
  settings,
  db: openDatabase(url, { max: 5, onError: (error) => log.warn({ err: error }, 'idle connection') }),
  files: await openFolderStore(settings.filesFolder),
  queue,
  secrets: createSecrets('the key of the tests'),
  log,
  now: () => new Date(),
}
const services = createDocumentServices(platform)
await startValidationWorkers(platform, services)
const outbound = createOutbound({ allowedHosts: settings.allowedHosts, log })
await startImportWorkers(platform, {
  databaseUrl: url,
  definitions: services.definitions,
  openConnection: services.connections.open,
  openComponentHost: openComponentHosts({ ...services, log, outbound }),
  outbound,
  resolveModule: services.modules.resolver(null),
  refreshRealTime: createRealTimeService(platform, { ...services, outbound }).refresh,
})
await startScheduler(platform)
process.stdout.write('ready\n')
