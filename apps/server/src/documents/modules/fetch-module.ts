import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { ModuleError } from '@millrace/engine/host/modules/bundle-module'
import { findNpm } from './find-npm.ts'

export type FetchModule = {
  name: string
  version: string
  /** An empty folder of our own; the module comes to lie in its `node_modules`. */
  folder: string
  /** What npm is told to install; a tarball in tests. */
  spec?: string
  signal: AbortSignal
  limits?: Partial<FetchLimits>
}
export type FetchLimits = { ms: number; bytes: number }

const fetchLimits: FetchLimits = { ms: 120_000, bytes: 200 << 20 }
/** What npm may know of our environment: where its registry is and how to reach it, nothing else. */
const passedOn =
  /^(?:path|lang|lc_all|tmpdir|https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_(?:registry|userconfig|globalconfig|cafile|proxy|https_proxy|noproxy|strict_ssl))$/i

type LockEntry = { version?: string; integrity?: string; link?: boolean; inBundle?: boolean }

/**
 * Fetches one exact version with all it needs, by npm from whatever registry npm is configured with; no install script
 * runs (S9).
 * @returns its integrity hash, as npm checked it
 * @throws ModuleError with a sentence
 */
export async function fetchModule({ name, version, folder, spec, signal, limits }: FetchModule): Promise<string> {
  const npm = findNpm()
  if (npm === null) throw new ModuleError('npm is not installed on the server')
  await writeFile(path.join(folder, 'package.json'), '{"private": true}')
  const cache = path.join(folder, '.cache')
  await mkdir(cache)
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--no-bin-links',
    '--omit=dev',
    '--omit=optional',
    '--save-exact',
    '--package-lock',
    '--loglevel=error',
    '--fetch-retries=1',
    // Nothing comes from a repository: only what a registry answers has an integrity hash.
    '--git=false',
    `--cache=${cache}`,
    `--prefix=${folder}`,
  ]
  await runNpm([npm, 'install', ...options, '--', spec ?? `${name}@${version}`], folder, signal, {
    ...fetchLimits,
    ...limits,
  })
  return integrityOf(folder, name, version)
}

async function integrityOf(folder: string, name: string, version: string): Promise<string> {
  const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place === '' || entry.inBundle === true) continue
    if (entry.link === true || entry.integrity === undefined) {
      throw new ModuleError(`${place.replace(/^.*node_modules\//, '')} comes without an integrity hash`)
    }
  }
  const own = lock.packages[`node_modules/${name}`]
  if (own?.integrity === undefined) throw new ModuleError(`npm fetched something else than ${name}`)
  if (own.version !== version) throw new ModuleError(`npm fetched version ${own.version}`)
  return own.integrity
}

/** Runs npm in a process group of its own, so that all of it ends at a limit or a stop. */
async function runNpm(args: string[], folder: string, signal: AbortSignal, limits: FetchLimits): Promise<void> {
  signal.throwIfAborted()
  const known = Object.entries(process.env).filter(([name]) => passedOn.test(name))
  const userconfig =
    process.env.HOME === undefined ? {} : { npm_config_userconfig: path.join(process.env.HOME, '.npmrc') }
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...userconfig, ...Object.fromEntries(known), HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let problem: Error | null = null
  const end = (why: Error) => {
    problem ??= why
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-10_000)
  })
  const stop = () => end(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  const late = setTimeout(() => end(new ModuleError(`It took longer than ${limits.ms / 1000} s to fetch`)), limits.ms)
  let looking = false
  const look = setInterval(() => {
    if (looking) return
    looking = true
    void sizeOf(folder).then((bytes) => {
      looking = false
      if (bytes > limits.bytes) end(tooLarge(limits.bytes))
    })
  }, 1000)
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', resolve)
    })
    if (problem !== null) throw problem
    if (code !== 0) throw new ModuleError(reasonOf(said))
    if ((await sizeOf(folder)) > limits.bytes) throw tooLarge(limits.bytes)
  } finally {
    clearTimeout(late)
    clearInterval(look)
    signal.removeEventListener('abort', stop)
  }
}

const tooLarge = (bytes: number) =>
  new ModuleError(`It and what it needs are larger than ${Math.round(bytes / 2 ** 20)} MiB`)

/** Bytes of all files below; what disappears meanwhile counts nothing. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])) {
    if (!entry.isFile()) continue
    bytes += await stat(path.join(entry.parentPath, entry.name)).then(
      (found) => found.size,
      () => 0,
    )
  }
  return bytes
}

/** npm's own words, without its decoration, its log files and the addresses of a registry. */
function reasonOf(said: string): string {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^npm (?:error|ERR!) ?/i, '').trim())
    .filter((line) => line !== '' && !/^(?:code |A complete log|Log files|This is related to npm|$)/.test(line))
  const code = /npm (?:error|ERR!) code (\S+)/i.exec(said)?.[1]
  if (code === 'E404' || code === 'ETARGET') return 'The registry has no such version'
  const words = (lines[0] ?? 'npm gave no reason').replaceAll(/https?:\/\/\S+/g, 'the registry')
  return `npm could not fetch it: ${words}`
}
