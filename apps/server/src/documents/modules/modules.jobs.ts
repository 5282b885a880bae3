import path from 'node:path'
import { ModuleError } from '@millrace/engine/host/modules/bundle-module'
import type { Platform } from '../../platform/platform.ts'
import { installModule, removeLeftovers } from './install-module.ts'
import { type InstallJob, installQueue } from './install-queue.ts'
import { endInstallation, findModule, moduleRows } from './modules.repository.ts'

/** Where modules are fetched to and bundled, below the data folder. */
export const scratchFolder = (dataFolder: string): string => path.join(dataFolder, 'modules')

/**
 * Installs queued modules, one at a time. An installation that a killed server left is taken up again by whichever
 * process takes its job next.
 * @param specOf what npm is told to install; for tests
 */
export async function startModuleWorkers(
  { db, queue, log, settings }: Pick<Platform, 'db' | 'queue' | 'log' | 'settings'>,
  specOf: (module: { name: string; version: string }) => string | undefined = () => undefined,
): Promise<void> {
  const folder = scratchFolder(settings.dataFolder)
  await removeLeftovers(folder)

  const install = async (id: string, signal: AbortSignal): Promise<void> => {
    const row = await findModule(db, id)
    if (row?.state !== 'installing') return
    log.info({ module: `${row.name}@${row.version}` }, 'a module is installed')
    const end = await installModule(row, { folder, signal, integrity: row.integrity, spec: specOf(row) }).then(
      (installed) => ({ state: 'ready' as const, ...installed }),
      (error: unknown) => {
        // Handed back: the next worker begins anew.
        if (signal.aborted) throw error
        if (error instanceof ModuleError) return { state: 'failed' as const, reason: error.message }
        log.error({ err: error, module: `${row.name}@${row.version}` }, 'a module could not be installed')
        return { state: 'failed' as const, reason: 'Something unexpected happened.' }
      },
    )
    // It was deleted, or became another module, whose job the queue does not take while this one is at work.
    if (!(await endInstallation(db, row, end))) await install(id, signal)
  }

  await queue.work<InstallJob>(installQueue, { concurrency: 1 }, ({ data, signal }) => install(data.id, signal))
  // A job that was lost, or gave up: the queue keeps one for each module, so this makes no second one.
  for (const row of await moduleRows(db)) {
    if (row.state === 'installing') await queue.send(installQueue, { id: row.id }, { key: row.id })
  }
}
