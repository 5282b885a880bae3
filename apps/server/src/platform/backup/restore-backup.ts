import { mkdir } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { makeFolders } from '../config/make-folder.ts'
import type { Settings } from '../config/settings.ts'
import { lockDataFolder } from '../embedded/folder-lock.ts'
import { BackupError } from './backup-error.ts'
import { copyFile } from './copy-file.ts'
import { clusterOf, parts } from './make-backup.ts'
import { type BackupFile, type Manifest, readManifest, requireEmpty, verifyFiles } from './manifest.ts'

type Places = Pick<Settings, 'dataFolder' | 'filesFolder' | 'databaseUrl'>

/**
 * Puts a backup into folders that are empty. All of it is read and compared before anything is written; PostgreSQL then
 * replays its log at the first start.
 * @throws BackupError with one sentence
 */
export async function restoreBackup(folder: string, places: Places): Promise<Manifest> {
  const source = resolve(folder)
  const manifest = await readManifest(source)
  refuseOtherKind(manifest, places)
  await requireEmpty(places.dataFolder, 'The data folder')
  await requireEmpty(places.filesFolder, 'The folder for files')
  await verifyFiles(source, manifest)
  await makeFolders(places.dataFolder, 0o700)
  const unlock = lockDataFolder(places.dataFolder)
  try {
    await makeFolders(places.filesFolder, 0o700)
    const cluster = clusterOf(places.dataFolder)
    const placeOf = (path: string): string => {
      if (path === parts.secret) return join(places.dataFolder, parts.secret)
      const [part = ''] = path.split('/')
      return join(part === parts.database ? cluster : places.filesFolder, relative(part, path))
    }
    for (const path of manifest.folders) await mkdir(placeOf(path), { recursive: true, mode: 0o700 })
    for (const file of inOrder(manifest.files)) await put(source, file, placeOf(file.path))
  } finally {
    unlock()
  }
  return manifest
}

function refuseOtherKind({ kind }: Manifest, { databaseUrl }: Places): void {
  if (kind === 'whole' && databaseUrl !== null) {
    throw new BackupError('This backup holds an embedded database; unset DATABASE_URL to restore it.')
  }
  if (kind === 'files' && databaseUrl === null) {
    throw new BackupError('This backup holds files without a database; restore your dump and set DATABASE_URL first.')
  }
}

/**
 * What makes a folder count as database files comes last: a start after a restore that was cut short refuses the folder
 * in place of making an empty database there.
 */
function inOrder(files: readonly BackupFile[]): BackupFile[] {
  const last = join(parts.database, 'PG_VERSION')
  const inDatabase = ({ path }: BackupFile) => path.startsWith(`${parts.database}/`)
  return [
    ...files.filter((file) => inDatabase(file) && file.path !== last),
    ...files.filter((file) => !inDatabase(file)),
    ...files.filter(({ path }) => path === last),
  ]
}

async function put(source: string, { path, sha256 }: BackupFile, to: string): Promise<void> {
  const sum = await copyFile(join(source, path), to)
  if (sum?.sha256 !== sha256) throw new BackupError(`The backup changed while it was restored: ${path}.`)
}
