import { startDemoImportWorkers } from './demo/demo-imports.ts'
import { createRefusalTrail } from '../people/audit/refusal-trail.ts'
import { createCallLimit } from '../platform/http/call-limit.ts'
import { fileURLToPath } from 'node:url'
import { detectContainment, type RunnerLimits, spareForChecks, spareForImports, SpareRunner } from '@millrace/engine'
import { createHttpServer } from '../platform/http/server.ts'
import { closeServer, type HttpParts, listenOn } from './http-parts.ts'
import { openRuntime } from './open-runtime.ts'
import { createMetrics } from '../platform/telemetry/metrics.ts'
import { startImportWorkers } from '../work/imports/runs/runs.jobs.ts'
import { createImportsLive, createJobsLive } from '../work/imports/imports.live.ts'
import { attachLive } from '../work/live/attach-live.ts'
import { createDocumentsLive } from '../work/live/documents.live.ts'
import { createPresenceLive } from '../work/live/presence.live.ts'
import { createTestRunsLive } from '../work/live/test-runs.live.ts'
import type { LiveSources } from '../work/live/live-source.ts'
import { createLogsLive } from '../work/logs/logs.live.ts'
import { startMailWorkers } from '../people/mail/mail.jobs.ts'
import { startMassWorkers } from '../documents/pipelines/mass-runs/mass-runs.jobs.ts'
import { startModuleWorkers } from '../documents/modules/modules.jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { startScheduler } from '../work/imports/plans/scheduler.ts'
import { startListeners } from '../work/pipelines/listeners/listener-holders.ts'
import { registerListenerPosts } from '../work/pipelines/listeners/listener-posts.ts'
import { startRetention } from '../work/retention/retention.jobs.ts'
import { objectRulesOf } from './object-rules.ts'
import { allRoutes, createServices, type Services } from './services.ts'
import { createSessionEvents } from '../people/sessions/sessions.live.ts'
import { startWorkerHeartbeat } from '../work/workers/worker-heartbeat.ts'
import { startValidationWorkers } from '../work/uploads/uploads.jobs.ts'
import { createUploadsLive } from '../work/uploads/uploads.live.ts'
import { startForgottenWorkers } from '../people/users/forgotten.ts'

/** Where the web app is built to. */
const webFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url))

export type AppOptions = {
  /** The database once more, for the connections that listen. */
  databaseUrl: string
  /** What this process does: answer calls and sockets, do queued work, serve what is published and listen. */
  parts: { api: boolean; worker: boolean; realtime?: boolean }
  webFolder?: string
  /** Checks every answer against the contract; for tests. */
  checkReplies?: boolean
  /** In place of the limits of imports and test runs; for tests that wait until one is reached. */
  runnerLimits?: Partial<RunnerLimits>
}

export type App = {
  services: Services
  /** From now on runners wait for the next check and the next import, where this process has workers and the settings want it. */
  keepSpareRunners(): void
  /** Starts answering. @returns the port, which is another than asked when 0 was asked @throws StartError */
  listen(host: string, port: number): Promise<number>
  /** Refuses new work, ends or hands back running work within `graceMs`, closes everything but the database (G14). */
  close(graceMs: number): Promise<void>
}

/** Puts services, HTTP, live socket and workers together on a platform whose queue is started. */
export async function openApp(platform: Platform, options: AppOptions): Promise<App> {
  const services = createServices(platform, options)
  /** What to close, the last opened first. */
  const closing: ((graceMs: number) => Promise<void>)[] = []
  closing.push(() => services.outbound.close())
  const close = async (graceMs: number) => {
    for (const part of closing.splice(0).reverse()) await part(graceMs)
  }
  try {
    closing.push((graceMs) => platform.queue.stop(graceMs))
    const spares = options.parts.worker && platform.settings.spareRunner ? createSpares(options) : null
    if (options.parts.worker) closing.push(await startWorkers(platform, services, spares, options))
    if (spares !== null) closing.push(spares.stop)
    const metrics = createMetrics(platform)
    const runtime = options.parts.realtime ? await openRuntime(platform, services, metrics, options) : null
    if (runtime) closing.push(runtime.close)
    const parts = { metrics, aside: runtime?.aside }
    const http = options.parts.api
      ? await openApi(platform, services, options, parts)
      : runtime && (await openRealtime(platform, services, parts))
    if (options.parts.realtime) closing.push(startListeners(platform, services).stop)
    if (http) closing.push(http.close)
    return { services, keepSpareRunners: () => spares?.start(), close, listen: http?.listen ?? refuseToListen }
  } catch (error) {
    await close(0)
    throw error
  }
}

type Spares = ReturnType<typeof createSpares>

/** One that waits for a check and one for an import: what is sent is checked at once, and often imported next. */
function createSpares({ runnerLimits }: AppOptions) {
  const checks = new SpareRunner(spareForChecks())
  const imports = new SpareRunner(spareForImports(runnerLimits))
  const start = () => {
    checks.start()
    imports.start()
  }
  const stop = async () => {
    await Promise.all([checks.stop(), imports.stop()])
  }
  return { checks, imports, start, stop }
}

async function startWorkers(
  platform: Platform,
  services: Services,
  spares: Spares | null,
  { databaseUrl, runnerLimits }: AppOptions,
) {
  for (const missing of detectContainment().missing) platform.log.warn(missing)
  const resolveModule = services.modules.resolver(null)
  await startValidationWorkers(platform, { ...services, resolveModule, spare: spares?.checks ?? null })
  await startModuleWorkers(platform)
  await startMassWorkers(platform, services)
  await startForgottenWorkers(platform)
  await startDemoImportWorkers(platform, services)
  const mails = await startMailWorkers(platform)
  const retention = await startRetention(platform)
  const imports = await startImportWorkers(platform, {
    databaseUrl,
    definitions: services.definitions,
    openConnection: services.connections.open,
    openComponentHost: services.openComponentHost,
    outbound: services.outbound,
    resolveModule,
    refreshRealTime: services.realTime.refresh,
    limits: runnerLimits,
    spare: spares?.imports ?? null,
  })
  const scheduler = await startScheduler(platform)
  const heartbeat = await startWorkerHeartbeat(platform, imports.running)
  return async () => {
    await heartbeat.stop()
    retention.stop()
    await scheduler.stop()
    await imports.stop()
    mails.stop()
  }
}

async function openApi(platform: Platform, services: Services, options: AppOptions, parts: HttpParts) {
  const { databaseUrl } = options
  const http = await createHttpServer({
    platform,
    ...parts,
    calls: {
      handlers: allRoutes(services),
      authenticate: services.sessions.authenticate,
      objectRules: objectRulesOf(services),
      callLimit: createCallLimit(platform.settings.maxCallsPerMinute),
      onRefused: createRefusalTrail(platform),
      checkReplies: options.checkReplies,
    },
    webFolder: options.webFolder ?? webFolder,
  })
  registerListenerPosts(http, platform, { access: services.access, authenticate: services.sessions.authenticate })
  await http.ready()
  const sessionEvents = await createSessionEvents(platform, databaseUrl)
  const live = await attachLive(http.server, {
    access: services.access,
    sources: liveSources(platform, services),
    log: platform.log,
    databaseUrl,
    publicUrl: platform.settings.publicUrl,
    authenticate: services.sessions.authenticate,
    onSessionEnded: sessionEvents.onSessionEnded,
  })
  return {
    listen: listenOn(http),
    async close(graceMs: number) {
      // Sockets first: an open one would keep the server from closing.
      await live.close()
      await closeServer(http, graceMs)
      await sessionEvents.close()
    },
  }
}

/** A process that serves what is published and nothing else; it tells how it fares besides. */
async function openRealtime(platform: Platform, services: Services, parts: HttpParts) {
  const http = await createHttpServer({ platform, ...parts, calls: null, webFolder: null })
  registerListenerPosts(http, platform, { access: services.access, authenticate: services.sessions.authenticate })
  await http.ready()
  return { listen: listenOn(http), close: (graceMs: number) => closeServer(http, graceMs) }
}

/** What can be followed live: each folder's own, by model. */
function liveSources({ db, log }: Platform, { access, folders, presence }: Services): LiveSources {
  return {
    logs: createLogsLive({ db, log }),
    uploads: createUploadsLive({ db, log }),
    imports: createImportsLive({ db, log, access }),
    jobs: createJobsLive({ db, log, access }),
    documents: createDocumentsLive({ tree: (caller, kind) => folders.tree(caller, kind), log }),
    presence: createPresenceLive({ presence, log }),
    testRuns: createTestRunsLive(),
  }
}

function refuseToListen(): Promise<number> {
  throw new Error('this process answers no calls')
}
