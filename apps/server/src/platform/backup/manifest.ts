import { createHash } from 'node:crypto'
import { open, readFile, readdir, rename } from 'node:fs/promises'
import { join, normalize } from 'node:path'
import { BackupError } from './backup-error.ts'
import { type FileSum, sumOf } from './copy-file.ts'

/** A file of a backup by its path below the backup's folder. */
export type BackupFile = FileSum & { path: string }
export type Manifest = {
  format: 1
  /** `files`: without the database, which is on a server of one's own. */
  kind: 'whole' | 'files'
  startedAt: string
  endedAt: string
  /** The positions in the write-ahead log between which the database files were copied. */
  log: { start: string; stop: string } | null
  /** Folders of the database, empty ones among them. */
  folders: string[]
  files: BackupFile[]
}

const listName = 'manifest.json'
/** Written last: a folder without it is a backup that was cut short. */
const sumName = 'manifest.sha256'

/** Completes a backup: from here on it counts as one. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await writeDurably(folder, listName, text)
  await writeDurably(folder, sumName, `${hashOf(text)}  ${listName}\n`)
}

/** @throws BackupError when the folder holds no backup, an unfinished one, or a list that was changed */
export async function readManifest(folder: string): Promise<Manifest> {
  let text: string
  let sum: string
  try {
    sum = await readFile(join(folder, sumName), 'utf8')
    text = await readFile(join(folder, listName), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new BackupError(`${folder} holds no complete backup: it was cut short, or never was one.`)
  }
  if (sum !== `${hashOf(text)}  ${listName}\n`) {
    throw new BackupError(`The list of files ${join(folder, listName)} was changed; use another backup.`)
  }
  const manifest = JSON.parse(text) as Manifest
  if (manifest.format !== 1) throw new BackupError(`${folder} was made by a newer Millrace; restore it with that one.`)
  for (const path of [...manifest.folders, ...manifest.files.map((file) => file.path)]) {
    if (path.startsWith('/') || normalize(path).startsWith('..'))
      throw new BackupError(`${path} leads out of ${folder}.`)
  }
  return manifest
}

/** Reads every file of the backup. @throws BackupError naming the first that is missing or changed */
export async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, size, sha256 } of files) {
    const found = await sumOf(join(folder, path))
    if (found === null) throw new BackupError(`The backup is not whole: ${path} is missing.`)
    if (found.size !== size || found.sha256 !== sha256) {
      throw new BackupError(`The backup is damaged: ${path} is not what was backed up.`)
    }
  }
}

/** @throws BackupError unless there is no such folder or nothing in it */
export async function requireEmpty(folder: string, what: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length > 0) throw new BackupError(`${what} ${folder} is not empty; name an empty folder or a new one.`)
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

async function writeDurably(folder: string, name: string, text: string): Promise<void> {
  const fresh = join(folder, `${name}.new`)
  const file = await open(fresh, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, join(folder, name))
  const directory = await open(folder)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}
