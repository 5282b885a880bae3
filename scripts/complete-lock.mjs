// node scripts/complete-lock.mjs: adds to package-lock.json the packages for other systems that npm left out.
// `npm ci` refuses a lock file without them, yet npm leaves them out where the registry does not offer them, or where
// node_modules was there first. They are optional and exact in version; npm never asks for those of other systems.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const systems = new Set([
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
])
const processors = new Set([
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
])

/**
 * Adds the missing entries to the `packages` of a lock file.
 * @param {Record<string, any>} packages
 * @returns {string[]} the names added
 */
export function completeLock(packages) {
  const added = []
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/')) continue
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const system = systemOf(name)
      const key = `node_modules/${name}`
      if (!system || packages[key] || packages[`${path}/${key}`]) continue
      packages[key] = { version, ...system, dev: entry.dev, optional: true }
      added.push(name)
    }
  }
  return added
}

/** For what a package is made, read from its name: `cli-linux-x64-musl`. Undefined when the name does not tell. */
function systemOf(name) {
  const words = name.split('/').at(-1).split('-')
  const os = words.find((word) => systems.has(word))
  const cpu = words.find((word) => processors.has(word))
  if (!os || !cpu) return undefined
  const libc = words.at(-1).startsWith('musl') ? ['musl'] : words.at(-1).startsWith('gnu') ? ['glibc'] : undefined
  return { cpu: [cpu], ...(libc && { libc }), os: [os] }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json')
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  const added = completeLock(lock.packages)
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  if (added.length > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`${added.length} packages of other systems added to package-lock.json`)
}
