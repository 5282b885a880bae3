// npm start: makes everything ready, then runs the product until Ctrl-C.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { pinnedNode, root, runScript, setUp } from './setup.mjs'

await runScript(async () => {
  console.log('Checking the installation')
  await setUp()
  console.log('Starting Millrace')
  const main = join(root, 'apps', 'server', 'src', 'main.ts')
  const [command, ...args] = [...followingUs(), pinnedNode(), main, 'serve', ...process.argv.slice(2)]
  // A process group of its own: Ctrl-C reaches this script from the terminal and again from npm, the server once.
  const server = spawn(command, args, { stdio: 'inherit', detached: true })
  passSignals(server)
  stopWithNpm(server)
  const ended = await new Promise((resolve) => {
    server.on('error', (error) => resolve({ code: 1, said: `The server cannot be run: ${error.message}` }))
    server.on('close', (code, signal) =>
      resolve({ code: code ?? 1, said: signal && `The server was ended by ${signal}` }),
    )
  })
  if (ended.said) console.error(ended.said)
  process.exit(ended.code)
})

/** On Linux the kernel ends the server in order when this script is killed, so that nothing is left behind. */
function followingUs() {
  const command = ['setpriv', '--pdeathsig', 'TERM']
  if (process.platform !== 'linux') return []
  return spawnSync(command[0], [...command.slice(1), 'true'], { stdio: 'ignore' }).status === 0 ? command : []
}

/** The first Ctrl-C or TERM asks the server to stop; one that comes a second later or more is a person's second. */
function passSignals(server) {
  let last = 0
  const pass = (signal) => {
    const now = Date.now()
    if (now - last > 1_000) server.kill(signal)
    last = now
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
}

/** A killed npm tells nobody; this script then finds itself with another parent. */
function stopWithNpm(server) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) server.kill('SIGTERM')
  }, 500).unref()
}
