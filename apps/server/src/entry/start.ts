import { detectContainment, warmUpRunners } from '@millrace/engine'
import { firstPersonLink } from '../people/users/first-person.ts'
import { readSettings } from '../platform/config/read-settings.ts'
import type { Settings } from '../platform/config/settings.ts'
import { withLock } from '../platform/database/advisory-lock.ts'
import { loopback, requireFreePort } from '../platform/http/listen.ts'
import { type OpenedPlatform, openPlatform } from '../platform/platform.ts'
import { StartError } from '../platform/start-error.ts'
import { type App, openApp } from './app.ts'
import { defaultPasswordWarning, demoPeopleWithDefaultPassword } from './demo/demo-people.ts'
import { ensureDemo, wantsDemo } from './demo/demo-at-start.ts'
import { ensureFormDefinitions } from './ready-made/ensure-form-definitions.ts'
import { ensureReadyMade } from './ready-made/ensure-ready-made.ts'
import type { Services } from './services.ts'

type Print = (line: string) => void

/** What a process does, by the command it was started with (`millrace serve` is all in one). */
const commands: Record<string, { api: boolean; worker: boolean; realtime: boolean }> = {
  serve: { api: true, worker: true, realtime: true },
  api: { api: true, worker: false, realtime: false },
  worker: { api: false, worker: true, realtime: false },
  // Serves published endpoints and holds listeners.
  realtime: { api: false, worker: false, realtime: true },
}

/** Running work gets this long at a stop before it is handed back; PostgreSQL and sockets need the rest of 30 s (G14). */
const graceMs = 15_000
/** The first calls after a start have the machine to themselves. */
const warmUpAfterMs = 2000

/** One process of the product, from its start to its stop. */
export type ServerProcess = {
  /** @returns false when a stop was requested meanwhile: close it then. @throws StartError for the person at the keyboard */
  start(command: string): Promise<boolean>
  /** Asks the process to stop. @returns whether the start is over, so that it can be closed now */
  requestStop(): boolean
  logFatal(error: unknown): void
  /** Ends everything that was started, also in the middle of a start. */
  close(): Promise<void>
}

/**
 * @param print receives what the person at the keyboard reads, line by line
 * @param onLost told when the embedded PostgreSQL cannot be kept running, so that the process can do nothing any more
 */
export function createServerProcess(print: Print, onLost: (error: Error) => void): ServerProcess {
  let opened: OpenedPlatform | null = null
  let app: App | null = null
  let stopRequested = false
  let started = false

  /** Runs the sandbox once, so that the first import finds its code compiled, then keeps runners waiting. */
  const warmUp = async (): Promise<void> => {
    try {
      if (!stopRequested) await warmUpRunners()
    } catch (error) {
      opened?.platform.log.warn({ err: error }, 'runners start without kept code')
    }
    if (!stopRequested) app?.keepSpareRunners()
  }

  return {
    async start(command) {
      const parts = commands[command]
      if (!parts) {
        throw new StartError(`There is no command '${command}'; it takes ${Object.keys(commands).join(', ')}.`)
      }
      const settings = readSettings(process.env, process.cwd())
      if (command !== 'serve' && !settings.databaseUrl) {
        throw new StartError(`millrace ${command} needs DATABASE_URL; on one machine millrace serve does everything.`)
      }
      if (parts.api || parts.realtime) await requireFreePort(settings.host ?? loopback, settings.port)
      opened = await openPlatform(settings, print, onLost)
      if (stopRequested) return false
      if (parts.api || parts.worker || parts.realtime) tellWhatIsMissing(opened.platform.log)
      app = await openApp(opened.platform, { databaseUrl: opened.databaseUrl, parts })
      if (parts.api) await listen(settings, app, await prepareContent(opened, app.services, print), print)
      else {
        if (parts.realtime) await app.listen(settings.host ?? '0.0.0.0', settings.port)
        print(`Millrace ${command} is at work.`)
      }
      started = true
      if (stopRequested) return false
      if (parts.worker) setTimeout(() => void warmUp(), warmUpAfterMs).unref()
      return true
    },
    requestStop() {
      stopRequested = true
      return started
    },
    logFatal(error) {
      if (opened) opened.platform.log.fatal({ err: error }, 'an unexpected fault ends the process')
      else console.error(error)
    },
    async close() {
      await app?.close(graceMs)
      await opened?.close()
    },
  }
}

/** Said once: what contains component code elsewhere and cannot here. */
function tellWhatIsMissing(log: OpenedPlatform['platform']['log']): void {
  for (const sentence of detectContainment().missing) log.warn(sentence)
}

/** What a start finds or makes in the database before anybody is let in. */
type Prepared = {
  /** What the person who started the server should read. */
  notes: string[]
  /** Whether anybody who knows this product could sign in. */
  hasDefaultPasswords: boolean
}

/** Any number works; it only has to be the same in every process of the product. */
const prepareLock = 715_234_003

/**
 * Sees to it that the components of this version of the product are there, and that somebody can sign in: the people
 * of the demo, or the first super-admin.
 */
function prepareContent(opened: OpenedPlatform, services: Services, print: Print): Promise<Prepared> {
  const { platform, databaseUrl } = opened
  return withLock(databaseUrl, prepareLock, async () => {
    await ensureReadyMade(platform)
    await ensureFormDefinitions(platform)
    const notes = (await wantsDemo(opened))
      ? await ensureDemo(opened, services, print)
      : firstPersonNotes(await firstPersonLink(platform))
    const people = await demoPeopleWithDefaultPassword(platform.db)
    return { notes: [...notes, ...defaultPasswordWarning(people)], hasDefaultPasswords: people.length > 0 }
  })
}

function firstPersonNotes(link: string | null): string[] {
  return link === null
    ? []
    : ['The first person is super.admin. Choose the password here, within 24 hours:', `  ${link}`]
}

/** Without HOST only this machine is answered while demo people have their well-known password. */
async function listen(
  settings: Settings,
  app: App,
  { notes, hasDefaultPasswords }: Prepared,
  print: Print,
): Promise<void> {
  const host = settings.host ?? (hasDefaultPasswords ? loopback : '0.0.0.0')
  const port = await app.listen(host, settings.port)
  print(`Millrace is ready at ${process.env.MILLRACE_PUBLIC_URL ? settings.publicUrl : `http://localhost:${port}`}`)
  if (host === loopback) print('It answers this machine only; set HOST to let others in.')
  for (const line of notes) print(line)
}
