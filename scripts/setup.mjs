// Makes a fresh clone ready to run: installs what the lock file names, builds the web app when stale.
// Plain Node without dependencies, since it runs before anything is installed, on Node 20.19 or later.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv, env, execPath, platform, arch, versions } from 'node:process'
import { fileURLToPath } from 'node:url'
import { installIsCurrent, markInstalled } from './install-state.mjs'
import { withLock } from './lock.mjs'
import { hashOfFiles, listFiles } from './source-hash.mjs'

/** The root of the repository. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** A fault that is told in its message alone; the scripts then end with code 1. */
export class SetupProblem extends Error {}

/**
 * Makes everything ready, quickly when it already is. Two processes may call it at once: one works, the other waits.
 * @param {{ web?: boolean, log?: (line: string) => void }} options `web: false` leaves the web app alone
 */
export async function setUp({ web = true, log = (line) => console.log(line) } = {}) {
  const stale = () => ({ install: !installIsCurrent(root), build: web && webIsStale() })
  const first = stale()
  if (first.install || first.build) {
    await withLock(join(root, '.cache', 'setup.lock'), log, async () => {
      const now = stale()
      if (now.install) await install(log)
      if (web && (now.build || webIsStale())) await buildWeb(log)
    })
  }
  pinnedNode()
}

/**
 * The Node 24 that runs the product and its tests: the one that comes as a package, or the current one where there is
 * no such package and it is new enough.
 * @returns {string} its path
 */
export function pinnedNode() {
  const pinned = join(root, 'node_modules', `node-linux-${arch}`, 'bin', 'node')
  if (platform === 'linux' && existsSync(pinned)) return pinned
  if (Number.parseInt(versions.node, 10) >= 24) return execPath
  throw new SetupProblem(`Millrace needs Node 24 and has none to bring for ${platform} on ${arch}; install Node 24.`)
}

async function install(log) {
  log('Installing packages (npm ci; one to two minutes on the first start)')
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  const ticking = setInterval(() => log(`  still installing, ${seconds()} s`), 20_000)
  // No package here needs its install script: native parts come ready-made, and the links between PostgreSQL's
  // libraries are made by the server itself. Leaving scripts out keeps strangers' code from running at install.
  const args = ['ci', '--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  args.push('--loglevel=error')
  const [command, ...before] = npmCommand()
  const { code, output } = await run(command, [...before, ...args]).finally(() => clearInterval(ticking))
  if (code !== 0) throw new SetupProblem(`npm ci failed:\n${output.trim()}`)
  markInstalled(root)
  log(`Packages are installed (${seconds()} s)`)
}

/** The npm that started us when there is one: it may be another than the first on the PATH. */
function npmCommand() {
  if (env.npm_execpath?.endsWith('.js') && existsSync(env.npm_execpath)) return [execPath, env.npm_execpath]
  return [platform === 'win32' ? 'npm.cmd' : 'npm']
}

const web = join(root, 'apps', 'web')
const webStamp = join(web, 'dist', '.stamp')

function webIsStale() {
  if (!existsSync(join(web, 'index.html'))) return false
  return !existsSync(webStamp) || readFileSync(webStamp, 'utf8') !== webHash()
}

/** Everything that the built app depends on; tests are not among it. */
function webHash() {
  const sources = [web, join(root, 'packages', 'contract')].flatMap((folder) => listFiles(folder))
  const built = sources.filter((path) => !/\.test\.tsx?$|test-support/.test(path))
  return hashOfFiles([...built, join(root, 'package-lock.json'), join(root, 'tsconfig.base.json')])
}

async function buildWeb(log) {
  log('Building the web app')
  const began = Date.now()
  const hash = webHash()
  const fresh = join(web, '.cache', 'dist')
  rmSync(fresh, { recursive: true, force: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn']
  // Tests start the product too, with NODE_ENV=test: that would build React's slow development half into the app.
  const { code, output } = await run(pinnedNode(), args, { cwd: web, more: { NODE_ENV: 'production' } })
  if (code !== 0) throw new SetupProblem(`Building the web app failed:\n${output.trim()}`)
  writeFileSync(join(fresh, '.stamp'), hash)
  swapIn(fresh, join(web, 'dist'))
  log(`The web app is built (${((Date.now() - began) / 1000).toFixed(1)} s)`)
}

/** A server that is running keeps serving whole files: the built folder takes the old one's place in one step. */
function swapIn(fresh, place) {
  const old = join(dirname(fresh), 'old')
  rmSync(old, { recursive: true, force: true })
  if (existsSync(place)) renameSync(place, old)
  renameSync(fresh, place)
  rmSync(old, { recursive: true, force: true })
}

function run(command, args, { cwd = root, more = {} } = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, {
      cwd,
      env: { ...env, NO_COLOR: '1', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 1, output: `${command} cannot be run: ${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Runs the body of a script; a SetupProblem is printed as its message alone. */
export async function runScript(body) {
  try {
    await body()
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (argv[1] === fileURLToPath(import.meta.url)) await runScript(() => setUp())
