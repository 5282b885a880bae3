import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { makeFolders } from '../config/make-folder.ts'
import { secretKeyFile } from '../config/secret-key.ts'
import type { Settings } from '../config/settings.ts'
import { POSTGRES_MAJOR } from '../embedded/cluster.ts'
import { BackupError } from './backup-error.ts'
import { copyCluster } from './copy-cluster.ts'
import { copyFile } from './copy-file.ts'
import { type BackupFile, type Manifest, requireEmpty, writeManifest } from './manifest.ts'

type Places = Pick<Settings, 'dataFolder' | 'filesFolder' | 'secret'>

/** Where the parts of a backup lie below its folder. */
export const parts = { database: 'database', files: 'files', secret: 'secret.key' } as const

/** Where the database files of the embedded PostgreSQL lie. */
export const clusterOf = (dataFolder: string): string => join(dataFolder, 'postgres', POSTGRES_MAJOR)

/**
 * Copies database, uploaded and produced files and the key while the product runs.
 *
 * The files come first, and those that are new once more after the database: whatever a row of the backup names was
 * made durable before the row was committed, so it is there at the second look; and what retention removes while the
 * database is copied was taken at the first.
 * @param url the embedded PostgreSQL; null where the database is on a server of one's own, which is left out
 * @throws BackupError with one sentence
 */
export async function makeBackup(folder: string, places: Places, url: string | null): Promise<Manifest> {
  const target = resolve(folder)
  refuseInside(target, places)
  await requireEmpty(target, 'The folder')
  await makeFolders(target, 0o700)
  const startedAt = new Date().toISOString()
  const files = new Map<string, BackupFile>()
  const take = (path: string, sum: Omit<BackupFile, 'path'>) => void files.set(path, { path, ...sum })

  await copyKept(places.filesFolder, target, files, take)
  const cluster = url === null ? null : await copyDatabase(url, places, target, take)
  await copyKept(places.filesFolder, target, files, take)
  if (places.secret === null) {
    const sum = await copyFile(secretKeyFile(places.dataFolder), join(target, parts.secret))
    if (sum !== null) take(parts.secret, sum)
  }
  const manifest: Manifest = {
    format: 1,
    kind: url === null ? 'files' : 'whole',
    startedAt,
    endedAt: new Date().toISOString(),
    log: cluster?.log ?? null,
    folders: (cluster?.folders ?? []).map((path) => join(parts.database, path)),
    files: [...files.values()],
  }
  await writeManifest(target, manifest)
  return manifest
}

/** A backup in what it backs up would be in the next one, and goes when the disk does. */
function refuseInside(target: string, { dataFolder, filesFolder }: Places): void {
  for (const kept of [dataFolder, filesFolder]) {
    const way = relative(kept, target)
    if (way === '' || !(way === '..' || way.startsWith(`..${sep}`))) {
      throw new BackupError(`${target} lies in ${kept}, which is backed up; name a folder elsewhere.`)
    }
  }
}

async function copyDatabase(
  url: string,
  { dataFolder }: Places,
  target: string,
  take: (path: string, sum: Omit<BackupFile, 'path'>) => void,
) {
  const to = join(target, parts.database)
  await mkdir(to, { mode: 0o700 })
  const names = { url, cluster: clusterOf(dataFolder), to }
  return copyCluster(names, (path, sum) => take(join(parts.database, path), sum))
}

/** Copies what the file store keeps and the backup does not have yet; what is being written is no file of anybody's yet. */
async function copyKept(
  filesFolder: string,
  target: string,
  files: ReadonlyMap<string, BackupFile>,
  take: (path: string, sum: Omit<BackupFile, 'path'>) => void,
): Promise<void> {
  const kept = join(filesFolder, 'kept')
  if (!existsSync(kept)) return
  for (const entry of await readdir(kept, { withFileTypes: true, recursive: true })) {
    const from = join(entry.parentPath, entry.name)
    const path = join(parts.files, relative(filesFolder, from))
    if (!entry.isFile() || files.has(path)) continue
    const sum = await copyFile(from, join(target, path))
    if (sum !== null) take(path, sum)
  }
}
