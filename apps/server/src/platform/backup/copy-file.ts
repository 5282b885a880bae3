import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** What a file was when it was read. */
export type FileSum = { size: number; sha256: string }

const pieceBytes = 1024 * 1024

/**
 * Copies a file for its owner only; it is on the disk when this ends. What is told is what was read, whatever becomes of
 * the file meanwhile.
 * @returns null when there is no such file (any more)
 */
export async function copyFile(from: string, to: string): Promise<FileSum | null> {
  return reading(from, async (source) => {
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    const target = await open(to, 'w', 0o600)
    try {
      const sum = await readThrough(source, (piece) => writeAll(target, piece))
      await target.sync()
      return sum
    } finally {
      await target.close()
    }
  })
}

/** Size and hash of a file; null when there is none. */
export const sumOf = (path: string): Promise<FileSum | null> =>
  reading(path, (file) => readThrough(file, async () => {}))

async function reading<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T | null> {
  let file: FileHandle
  try {
    file = await open(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

async function readThrough(file: FileHandle, take: (piece: Buffer) => Promise<void>): Promise<FileSum> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(pieceBytes)
  let size = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, pieceBytes)
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
    const piece = buffer.subarray(0, bytesRead)
    hash.update(piece)
    size += bytesRead
    await take(piece)
  }
}

async function writeAll(file: FileHandle, piece: Buffer): Promise<void> {
  for (let done = 0; done < piece.length; ) done += (await file.write(piece, done)).bytesWritten
}
