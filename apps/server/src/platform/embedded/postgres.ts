import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPostgresBinaries } from './binaries.ts'
import { ensureCluster, POSTGRES_USER, readAccess, writeAccess } from './cluster.ts'
import { ensureDatabase } from './databases.ts'
import { lockDataFolder } from './folder-lock.ts'
import { pickFreePort } from './free-port.ts'
import { keepRunning, type Postmaster } from './keep-running.ts'
import { endPostmaster, PortTakenError, recoverCluster, startPostmaster } from './postmaster.ts'
import { chooseRunAs, changeOwner, type RunWay } from './run-as.ts'
import { type Durability, maxMemoryMiB, postgresSettings } from './settings.ts'
import type { StartError } from '../start-error.ts'

export { ensureDatabase } from './databases.ts'

/** How to start the embedded server. */
export interface EmbeddedOptions {
  /** MILLRACE_DATA: made when missing; PostgreSQL lives in its folder `postgres`. */
  dataFolder: string
  /** Receives one sentence per stage that takes time. */
  log?: (line: string) => void
  /** 'throwaway' trades safety against crashes for speed; for tests only. */
  durability?: Durability
  /** Forces a way of running as root; for tests only. */
  runWay?: RunWay
  /** Receives a sentence when the server ended by itself, could not be started, and runs again. */
  warn?: (line: string) => void
  /** The server ended and cannot be kept running: whoever works with it ends, too, so that a supervisor sees it. */
  onLost?: (error: StartError) => void
}

/** A running embedded PostgreSQL server. */
export interface EmbeddedPostgres {
  /** A connection string as its superuser; the database `millrace` unless another is named. */
  url(database?: string): string
  /**
   * Stops the server in order and gives the data folder back. May be called more than once: what has stopped leaves
   * alone whoever has the folder by now.
   */
  stop(): Promise<void>
  /** The process id of the server; another one once it had to be started again. */
  readonly pid: number
}

/**
 * Starts PostgreSQL 18 on the data folder: takes the folder's lock, makes the database files on the first start,
 * recovers what a killed process left, and answers when the server takes connections on a loopback port. Should it end
 * by itself it is started again, on the same port.
 * @throws StartError with one sentence for the person who started it
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {})
  const dataFolder = resolve(options.dataFolder)
  const binaries = findPostgresBinaries()
  const unlock = lockDataFolder(dataFolder)
  try {
    const runAs = chooseRunAs(Object.values(binaries), dataFolder, options.runWay)
    const home = join(realpathSync(dataFolder), 'postgres')
    const cluster = await ensureCluster(home, binaries, runAs, log)
    await recoverCluster(cluster, log)
    changeOwner(runAs, cluster)
    const access = readAccess(cluster)
    const launch = (port: number) =>
      startPostmaster({
        program: binaries.postgres,
        cluster,
        port,
        logFile: join(home, 'server.log'),
        settings: postgresSettings(options.durability ?? 'durable'),
        runAs,
        maxMemoryMiB: maxMemoryMiB(),
      })
    const { port, postmaster } = await launchOnFreePort(launch, access.port)
    const kept = keepRunning(postmaster, {
      async launch() {
        await recoverCluster(cluster, () => {})
        return launch(port)
      },
      warn: options.warn ?? (() => {}),
      onLost: options.onLost ?? (() => {}),
    })
    const end = async () => {
      const left = kept.stopSupervising()
      await endPostmaster(cluster)
      await left
      // A start that was under way may have come after the first look.
      await endPostmaster(cluster)
    }
    if (port !== access.port) writeAccess(cluster, { ...access, port }, runAs)
    const url = (database = POSTGRES_USER) =>
      `postgresql://${POSTGRES_USER}:${access.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
    try {
      await ensureDatabase(url('postgres'), POSTGRES_USER)
    } catch (error) {
      await end()
      throw error
    }
    let stopping: Promise<void> | undefined
    return {
      url,
      get pid() {
        return kept.pid
      },
      stop() {
        stopping ??= end().then(unlock)
        return stopping
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

async function launchOnFreePort(
  launch: (port: number) => Promise<Postmaster>,
  preferred: number | undefined,
): Promise<{ port: number; postmaster: Postmaster }> {
  for (let attempt = 1; ; attempt++) {
    const port = await pickFreePort(attempt === 1 ? preferred : undefined)
    try {
      return { port, postmaster: await launch(port) }
    } catch (error) {
      if (!(error instanceof PortTakenError) || attempt === 5) throw error
    }
  }
}
