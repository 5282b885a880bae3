#!/usr/bin/env node
// The command line: runs apps/server/src/entry/cli/main.ts on the Node 24 that comes with the repository.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { serverFlags } from '../../../scripts/server-flags.mjs'

const server = join(dirname(fileURLToPath(import.meta.url)), '..')
const main = join(server, 'src', 'entry', 'cli', 'main.ts')
const pinned = join(server, '..', '..', 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
const major = Number.parseInt(process.versions.node, 10)
const isNewEnough = major >= 24

/** Commands that stay, and take the flags of a server (see scripts/server-flags.mjs). */
const servers = ['serve', 'api', 'worker', 'realtime']
const flags = servers.includes(process.argv[2]) ? serverFlags(isNewEnough ? major : 24) : []

if (isNewEnough && flags.length > 0) becomeServer(process.execPath)
if (isNewEnough) {
  // Half the time of a command is compiling sources that have not changed since the last one.
  enableCompileCache(join(server, '..', '..', 'node_modules', '.cache', 'millrace'))
  process.argv[1] = main
  await import(pathToFileURL(main).href)
} else if (process.platform === 'linux' && existsSync(pinned)) {
  await runOn(pinned)
} else {
  console.error('Millrace needs Node 24 here; run npm start once in the repository, or install Node 24.')
  process.exitCode = 1
}

/** This process becomes the server, with its number and its streams; returns where a process cannot be replaced. */
function becomeServer(node) {
  if (process.platform === 'win32' || process.execve === undefined) return
  process.execve(node, [node, ...process.execArgv, ...flags, main, ...process.argv.slice(2)], process.env)
}

async function runOn(node) {
  const child = spawn(node, [...flags, main, ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C reaches the child from the terminal by itself; a signal sent to this process alone does not.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.exitCode = await new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${node} cannot be run: ${error.message}`)
      resolve(1)
    })
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
