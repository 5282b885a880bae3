import { rehearse } from '@millrace/engine'
import { type App, openApp } from './app.ts'
import { readSettings } from '../platform/config/read-settings.ts'
import type { Settings } from '../platform/config/settings.ts'
import { StartProblem } from '../platform/embedded/start-problem.ts'
import { type FirstStart, firstStart } from './first-start.ts'
import { listenOn, mustBeFree } from './listen-on.ts'
import { type OpenPlatform, openPlatform } from '../platform/open-platform.ts'

/** What a process does, by the command it was started with (`millrace serve` is all in one). */
const commands: Record<string, { api: boolean; worker: boolean }> = {
  serve: { api: true, worker: true },
  api: { api: true, worker: false },
  worker: { api: false, worker: true },
  // Hosts published endpoints and listeners.
  realtime: { api: false, worker: false },
}

/** Running work gets this long at a stop before it is handed back; PostgreSQL and sockets need the rest of 30 s (G14). */
const graceMs = 15_000
const longestStopMs = 28_000

const say = (line: string) => console.log(line)

let open: OpenPlatform | null = null
let app: App | null = null
let stopping: Promise<void> | null = null

/** Ends everything this process started, once, whatever asks for it first. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => {
      console.error('Millrace did not stop in time and was ended.')
      process.exit(1)
    }, longestStopMs)
    await app?.close(graceMs)
    await open?.close()
    clearTimeout(late)
    process.exit(exitCode)
  })()
  return stopping
}

function stopOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) say('Stopping')
      // A stage of the start that is under way looks after itself; the start then ends before the next one.
      asked = true
      if (started) void stop(0)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      if (open) open.platform.log.fatal({ err: error }, 'an unexpected fault ends the process')
      else console.error(error)
      void stop(1)
    })
  }
}
let asked = false
let started = false

async function start(command: string): Promise<void> {
  const parts = commands[command]
  if (!parts) throw new StartProblem(`There is no command '${command}'; it takes ${Object.keys(commands).join(', ')}.`)
  const settings = readSettings(process.env, process.cwd())
  if (command !== 'serve' && !settings.databaseUrl) {
    throw new StartProblem(`millrace ${command} needs DATABASE_URL; on one machine millrace serve does everything.`)
  }
  if (parts.api) await mustBeFree(settings)
  open = await openPlatform(settings, say)
  if (asked) return stop(0)
  app = await openApp(open.platform, { databaseUrl: open.databaseUrl, parts })
  if (parts.api) await listenAndTell(settings, app, await firstStart(open, app.services, say))
  else say(`Millrace ${command} is at work.`)
  started = true
  if (asked) return stop(0)
  if (parts.worker) setTimeout(() => void rehearseRunners(), rehearsalAfterMs).unref()
}

/** The first calls after a start have the machine to themselves. */
const rehearsalAfterMs = 2000

/** Without it runners start more slowly, and that is all. */
async function rehearseRunners(): Promise<void> {
  try {
    if (!asked) await rehearse()
  } catch (error) {
    open?.platform.log.warn({ err: error }, 'runners start without kept code')
  }
}

async function listenAndTell(settings: Settings, app: App, { lines, openDoor }: FirstStart): Promise<void> {
  const { host, port } = await listenOn(settings, app, openDoor)
  say(`Millrace is ready at ${process.env.MILLRACE_PUBLIC_URL ? settings.publicUrl : `http://localhost:${port}`}`)
  if (host === '127.0.0.1') say('It answers this machine only; set HOST to let others in.')
  for (const line of lines) say(line)
}

stopOnSignals()
try {
  await start(process.argv[2] ?? 'serve')
} catch (error) {
  console.error(error instanceof StartProblem ? error.message : error)
  await stop(1)
}
