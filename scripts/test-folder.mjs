// Where a test run writes its files.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const prefix = 'millrace-test-run-'
/** No run takes so long. */
const maxAgeMs = 12 * 3_600_000
/** Many times what the tests have there at once, some 0.9 GiB. */
const minBytes = 8 * 2 ** 30

/**
 * Makes the folder that everything of a run goes into, and removes what runs that were killed left beside it.
 * @param {{ onDisk: boolean }} where on disk, or in memory where the machine has plenty of it. Databases are thousands of small files that come and go, for which a disk takes some 6 % of the processor time of the server tests.
 * @returns {string} its path
 */
export function makeTestFolder({ onDisk }) {
  const parent = onDisk ? tmpdir() : roomiestParent()
  removeLeftOvers(parent)
  const folder = mkdtempSync(join(parent, prefix))
  // Open for passing through: one test runs PostgreSQL as another user than root.
  chmodSync(folder, 0o755)
  return folder
}

/**
 * Removes folders of earlier runs, as memory is scarcer than a disk.
 * @param {string} parent
 */
export function removeLeftOvers(parent) {
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    try {
      if (Date.now() - statSync(folder).mtimeMs > maxAgeMs) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Another user's, or gone by now.
    }
  }
}

function roomiestParent() {
  if (process.env.TMPDIR) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    const machine = {
      mounts: readFileSync('/proc/mounts', 'utf8'),
      free: bavail * bsize,
      available: process.availableMemory(),
    }
    return isRoomInMemory(machine) ? memoryFolder : tmpdir()
  } catch {
    // Another system than Linux.
    return tmpdir()
  }
}

/**
 * Whether tests can write into /dev/shm: a file system in memory, with room, from which programs may be started.
 * @param {{ mounts: string, free: number, available: number }} machine its mounts as /proc/mounts lists them, the bytes that are free there, and those of memory that a process may have
 * @returns {boolean}
 */
export function isRoomInMemory({ mounts, free, available }) {
  const mount = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === memoryFolder)
  if (mount === undefined) return false
  const [, , type, options = ''] = mount
  return type === 'tmpfs' && !options.split(',').includes('noexec') && Math.min(free, available) >= minBytes
}
