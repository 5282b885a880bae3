import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import {
  type FileStore,
  FileTooLargeError,
  headBytes,
  type PendingFile,
  type PendingPlain,
  type PendingWrite,
  type StoredFile,
} from './file-store.ts'

/** A temporary file last written so long ago belongs to a process that is gone: no import waits a day for its targets. */
const leftoverMs = 24 * 3_600_000
const keyPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{1,199}$/

/**
 * The file store on a folder: `incoming/` holds what is being written, `kept/` what is complete, spread over folders
 * named by the last two characters of the key (ids begin with the time, so their heads are alike for years).
 * @throws the file system's error when the folder cannot be made or written
 */
export async function openFolderStore(folder: string, now: () => Date = () => new Date()): Promise<FileStore> {
  const root = resolve(folder)
  const incoming = join(root, 'incoming')
  const kept = join(root, 'kept')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  await mkdir(kept, { recursive: true, mode: 0o700 })
  await discardBefore(incoming, now().getTime() - leftoverMs)
  const pathOf = (key: string): string => {
    // Keys are made by us; a name a person chose would be refused here before it could leave the folder.
    if (!keyPattern.test(key)) throw new Error(`not a key of the file store: ${JSON.stringify(key)}`)
    return join(kept, key.slice(-2).toLowerCase(), key)
  }
  const temporary = () => join(incoming, randomBytes(16).toString('hex'))
  const begin = async (limit: number) => startFile(temporary(), limit, pathOf)
  return {
    async receive(source: Readable, limit: number): Promise<PendingFile> {
      const file = await begin(limit)
      try {
        await pipeline(source, file.stream)
      } catch (error) {
        await file.discard()
        throw error
      }
      return { ...file.summary(), commit: file.commit, discard: file.discard }
    },
    async create(): Promise<PendingWrite> {
      const { stream, flush, commit, discard } = await begin(Number.POSITIVE_INFINITY)
      return { stream, flush, commit, discard }
    },
    createPlain: () => startPlain(temporary(), pathOf),
    async read(key) {
      const handle = await open(pathOf(key))
      return createReadStream('', { fd: handle })
    },
    async localPath(key) {
      await access(pathOf(key))
      return pathOf(key)
    },
    exists: (key) => stat(pathOf(key)).then(() => true, ifAbsent(false)),
    remove: (key) => rm(pathOf(key), { force: true }),
    async *keysBefore(instant) {
      for (const part of await readdir(kept)) {
        for (const key of await readdir(join(kept, part))) {
          const found = await stat(join(kept, part, key)).catch(ifAbsent(null))
          if (found && found.mtimeMs < instant.getTime() && keyPattern.test(key)) yield key
        }
      }
    },
    discardLeftovers: (before) => discardBefore(incoming, before.getTime()),
    async freeBytes() {
      const { bavail, bsize } = await statfs(root)
      return bavail * bsize
    },
  }
}

/** A file under a temporary name that hashes and counts what is written to it. */
async function startFile(path: string, limit: number, pathOf: (key: string) => string) {
  const handle = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  let headSize = 0
  let closed = false
  const stream = new Writable({
    // Larger pieces than the default 16 KiB: fewer calls for the same bytes.
    highWaterMark: 256 * 1024,
    write(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > limit) return done(new FileTooLargeError(`more than ${limit} bytes`))
      if (headSize < headBytes) {
        const part = Buffer.from(chunk.subarray(0, headBytes - headSize))
        headSize += part.length
        head.push(part)
      }
      hash.update(chunk)
      writeAll(handle, chunk).then(() => done(), done)
    },
  })
  // The pipeline or commit reports a failed write; without a listener it would end the process.
  stream.on('error', () => {})
  const close = async () => {
    if (closed) return
    closed = true
    await handle.close()
  }
  const ended = async () => {
    if (!stream.writableEnded) stream.end()
    await finished(stream)
  }
  let flushed: Promise<void> | undefined
  const flush = () =>
    (flushed ??= (async () => {
      await ended()
      await handle.sync()
    })())
  let sha256: string | undefined
  const digest = () => (sha256 ??= hash.digest('hex'))
  return {
    stream,
    flush,
    summary: () => ({ size, sha256: digest(), head: Buffer.concat(head) }),
    async commit(key: string): Promise<StoredFile> {
      const target = pathOf(key)
      await flush()
      await close()
      await moveTo(path, target)
      // The name is on disk only once its folders are (G1).
      for (const folder of [dirname(target), dirname(dirname(target))]) await syncFolder(folder)
      return { key, size, sha256: digest() }
    },
    async discard(): Promise<void> {
      stream.destroy()
      await close()
      await rm(path, { force: true })
    },
  }
}

async function startPlain(path: string, pathOf: (key: string) => string): Promise<PendingPlain> {
  const handle = await open(path, 'wx', 0o600)
  let closed = false
  const close = async () => {
    if (closed) return
    closed = true
    await handle.close()
  }
  return {
    fd: handle.fd,
    async commit(key) {
      const target = pathOf(key)
      const { size } = await handle.stat()
      await close()
      await moveTo(path, target)
      return { key, size }
    },
    async discard() {
      await close()
      await rm(path, { force: true })
    },
  }
}

async function moveTo(path: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await rename(path, target)
}

async function writeAll(handle: FileHandle, chunk: Buffer): Promise<void> {
  let done = 0
  while (done < chunk.length) done += (await handle.write(chunk, done)).bytesWritten
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function discardBefore(incoming: string, before: number): Promise<number> {
  let count = 0
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const found = await stat(path).catch(ifAbsent(null))
    if (!found || found.mtimeMs >= before) continue
    await rm(path, { force: true })
    count++
  }
  return count
}

/** For a rejected file call: the value when there is no such file, else the same error. */
function ifAbsent<T>(value: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return value
    throw error
  }
}
