import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { open, readdir, realpath } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { BackupError } from './backup-error.ts'
import { copyFile, type FileSum, sumOf } from './copy-file.ts'
import { segmentsBetween } from './wal-segments.ts'

/** Takes one file of the cluster, by its path below the cluster. */
export type TakeFile = (path: string, sum: FileSum) => void

/** What PostgreSQL makes anew at a start, or must not find: of these folders only the folder itself is kept. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|pg_internal\.init.*|pgsql_tmp.*|.*\.new)$/
/** Tells PostgreSQL where to begin; written by every checkpoint, so it is copied last. */
const control = 'global/pg_control'

/**
 * Copies the files of a running PostgreSQL by its low-level interface, since no pg_basebackup comes with the product:
 * from pg_backup_start on every changed page is logged whole, so that a page that was torn in its copy is mended when
 * the log is replayed. A replication slot of this session keeps the log from going away meanwhile; it goes with the session.
 * @param url the server, as a superuser
 * @returns the folders of the cluster, and the first and last position of the log that a restore replays
 */
export async function copyCluster(
  { url, cluster, to }: { url: string; cluster: string; to: string },
  take: TakeFile,
): Promise<{ folders: string[]; log: { start: string; stop: string } }> {
  const client = new pg.Client({ connectionString: url })
  // A connection that breaks while files are copied is told by the next statement.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireSame(client, cluster)
    const slot = `millrace_backup_${randomBytes(6).toString('hex')}`
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    const start = await position(client, `select pg_backup_start('millrace', fast => true)::text as at`)
    const folders = await copyFolder(cluster, to, take)
    await copyControl(cluster, to, take)
    const { rows } = await client.query<{ at: string; label: string; map: string }>(
      'select lsn::text as at, labelfile as label, spcmapfile as map from pg_backup_stop(wait_for_archive => false)',
    )
    const [ended] = rows
    if (ended === undefined) throw new Error('pg_backup_stop told nothing')
    const stop = { at: ended.at, segment: await segmentOf(client, ended.at) }
    await writeLabel(to, ended.label, take)
    await copyLog(cluster, to, segmentsBetween(start.segment, stop.segment), take)
    return { folders, log: { start: start.at, stop: stop.at } }
  } catch (error) {
    throw asSentence(error)
  } finally {
    await client.end()
  }
}

/** What the database says is told; faults of the file system, a full disk among them, are told by their own words. */
function asSentence(error: unknown): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (error instanceof BackupError || /^E[A-Z]+$/.test(code)) return error
  return new BackupError(`The database could not be backed up (${message}); empty the folder and try again.`, {
    cause: error,
  })
}

/** Another program may answer at the port by now, or another cluster. */
async function requireSame(client: pg.Client, cluster: string): Promise<void> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory')
  const found = rows[0]?.data_directory ?? ''
  if (found !== (await realpath(cluster))) {
    throw new BackupError(`The PostgreSQL that answers keeps its files in ${found}, not in ${cluster}.`)
  }
  const spaces = await client.query(`select from pg_tablespace where spcname not in ('pg_default', 'pg_global')`)
  if (spaces.rowCount !== 0) {
    throw new BackupError('The database has tablespaces of its own, which a backup by Millrace does not hold.')
  }
}

async function position(client: pg.Client, statement: string): Promise<{ at: string; segment: string }> {
  const { rows } = await client.query<{ at: string }>(statement)
  const at = rows[0]?.at ?? ''
  return { at, segment: await segmentOf(client, at) }
}

async function segmentOf(client: pg.Client, at: string): Promise<string> {
  const { rows } = await client.query<{ segment: string }>('select pg_walfile_name($1) as segment', [at])
  return rows[0]?.segment ?? ''
}

/** @returns all folders, by their paths below the cluster */
async function copyFolder(cluster: string, to: string, take: TakeFile, folder = cluster): Promise<string[]> {
  const folders: string[] = []
  for (const entry of await entriesOf(folder)) {
    const from = join(folder, entry.name)
    const path = relative(cluster, from)
    if (leftOut.test(entry.name) || path === control) continue
    if (entry.isDirectory()) {
      folders.push(path)
      if (!emptied.has(path)) folders.push(...(await copyFolder(cluster, to, take, from)))
    } else if (entry.isFile()) {
      // A table that was dropped since the folder was read is dropped by the log as well.
      const sum = await copyFile(from, join(to, path))
      if (sum !== null) take(path, sum)
    }
  }
  return folders
}

/** Nothing for a folder that went with its database since it was listed. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** Read twice alike: a checkpoint may be writing it at that moment. */
async function copyControl(cluster: string, to: string, take: TakeFile): Promise<void> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const sum = await copyFile(join(cluster, control), join(to, control))
    const again = await copyFile(join(cluster, control), join(to, control))
    if (sum !== null && sum.sha256 === again?.sha256) return take(control, sum)
    await sleep(20)
  }
  throw new BackupError(`${join(cluster, control)} changes too often to be copied.`)
}

/** Tells PostgreSQL at its first start from where the log is to be replayed, and that it must be. */
async function writeLabel(to: string, label: string, take: TakeFile): Promise<void> {
  const name = 'backup_label'
  const file = await open(join(to, name), 'w', 0o600)
  try {
    await file.writeFile(label)
    await file.sync()
  } finally {
    await file.close()
  }
  const sum = await sumOf(join(to, name))
  if (sum !== null) take(name, sum)
}

async function copyLog(cluster: string, to: string, segments: readonly string[], take: TakeFile): Promise<void> {
  const folder = join(cluster, 'pg_wal')
  const histories = (await readdir(folder)).filter((name) => name.endsWith('.history'))
  for (const name of [...histories, ...segments]) {
    const sum = await copyFile(join(folder, name), join(to, 'pg_wal', name))
    if (sum === null) throw new BackupError(`The part ${name} of the database's log went away while it was copied.`)
    take(join('pg_wal', name), sum)
  }
}
