// Tells whether node_modules is what the lock file names.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { hashOfFiles } from './source-hash.mjs'

/** True when nothing has to be installed. Costs two file reads per workspace when the stamp fits. */
export function installIsCurrent(root) {
  if (!existsSync(join(root, 'node_modules'))) return false
  const hash = manifestsHash(root)
  const stamp = stampPath(root)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return true
  // Installed by hand, or a manifest changed in its scripts only: no need to throw everything away and install again.
  if (!agrees(root)) return false
  writeFileSync(stamp, hash)
  return true
}

/** Notes that node_modules now fits the manifests. */
export function markInstalled(root) {
  writeFileSync(stampPath(root), manifestsHash(root))
}

const stampPath = (root) => join(root, 'node_modules', '.millrace-stamp')

function manifestsHash(root) {
  return `${process.platform}-${process.arch} ${hashOfFiles([join(root, 'package-lock.json'), ...manifests(root)])}`
}

function manifests(root) {
  const workspaces = ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name, 'package.json')),
  )
  return [join(root, 'package.json'), ...workspaces.filter((path) => existsSync(path)).sort()]
}

/** Compares the lock file with the note that npm leaves in node_modules, and the manifests with the lock file. */
function agrees(root) {
  const notePath = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(notePath)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(notePath, 'utf8')).packages
  const missing = Object.entries(wanted).filter(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link || entry.optional || entry.peer) return false
    return installed[path]?.version !== entry.version
  })
  const changed = Object.entries(installed).filter(([path, entry]) => {
    return path.startsWith('node_modules/') && !entry.link && wanted[path]?.version !== entry.version
  })
  return missing.length === 0 && changed.length === 0 && manifests(root).every((path) => inLock(root, path, wanted))
}

function inLock(root, path, wanted) {
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  // Keys of the lock file are folders with forward slashes; the root's is empty.
  const entry = wanted[relative(root, dirname(path)).replaceAll('\\', '/')]
  return ['dependencies', 'devDependencies', 'optionalDependencies'].every(
    (kind) => JSON.stringify(sorted(manifest[kind])) === JSON.stringify(sorted(entry?.[kind])),
  )
}

const sorted = (object = {}) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))
