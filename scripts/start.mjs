// npm start: makes everything ready, then runs the product until Ctrl-C.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serverFlags } from './server-flags.mjs'
import { pinnedNode, root, runScript, setUp } from './setup.mjs'

await runScript(async () => {
  console.log('Checking the installation')
  await setUp()
  console.log('Starting Millrace')
  const main = join(root, 'apps', 'server', 'src', 'entry', 'main.ts')
  const following = pathToFileURL(join(root, 'scripts', 'stop-with-parent.mjs')).href
  const args = [...serverFlags(), '--import', following, main, 'serve', ...process.argv.slice(2)]
  // A process group of its own: Ctrl-C reaches this script from the terminal and again from npm, the server once.
  const server = spawn(pinnedNode(), args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], detached: true })
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

/** A killed npm tells nobody; this script, or the shell in between, then finds itself with another parent. */
function stopWithNpm(server) {
  if (process.env.npm_lifecycle_event === undefined) return
  const before = ancestors()
  const watch = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(watch)
    server.kill('SIGTERM')
  }, 500)
  watch.unref()
}

function ancestors() {
  const stat = `/proc/${process.ppid}/stat`
  const grandparent = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ').at(-1).split(' ')[1] : ''
  return `${process.ppid} ${grandparent}`
}
