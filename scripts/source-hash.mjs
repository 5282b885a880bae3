// A hash over source files, to tell whether something made of them is stale.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const left = new Set(['node_modules', 'dist', '.cache', '.git'])

/** Paths of all files below a folder, sorted, without what is made or installed there. */
export function listFiles(folder) {
  const paths = []
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (left.has(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) paths.push(...listFiles(path))
    else if (entry.isFile()) paths.push(path)
  }
  return paths.sort()
}

/** One hash of the names and the content of the files. Content, not times: a fresh clone has new times. */
export function hashOfFiles(paths) {
  const hash = createHash('sha256')
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}
