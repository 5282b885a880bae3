import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Half the time of a start is compiling sources that have not changed since the last one; nothing may be imported
// before this. Where the folder cannot be written Node goes on without.
enableCompileCache(fileURLToPath(new URL('../../../../node_modules/.cache/millrace', import.meta.url)))
const { createServerProcess } = await import('./start.ts')
const { StartError } = await import('../platform/start-error.ts')

const server = createServerProcess((line) => console.log(line), end)

/** Everything must have ended after so long at a stop (G14). */
const maxStopMs = 28_000
let stopping: Promise<void> | null = null

/** Stops the server and ends the process, once, whatever asks for it first. */
function stop(exitCode: number): Promise<void> {
  stopping ??= (async () => {
    const late = setTimeout(() => {
      console.error('Millrace did not stop in time and was ended.')
      process.exit(1)
    }, maxStopMs)
    try {
      await server.close()
    } catch (error) {
      // Without its database not everything can be handed back; the process ends all the same.
      server.logFatal(error)
      process.exit(exitCode || 1)
    }
    clearTimeout(late)
    process.exit(exitCode)
  })()
  return stopping
}

/** Ends the process with an error, so that whoever supervises it sees it. */
function end(error: unknown): void {
  server.logFatal(error)
  void stop(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (!stopping) console.log('Stopping')
    // A stage of the start that is under way looks after itself; the start then ends before the next one.
    if (server.requestStop()) void stop(0)
  })
}
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, end)
}

try {
  const isRunning = await server.start(process.argv[2] ?? 'serve')
  if (!isRunning) await stop(0)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  await stop(1)
}
