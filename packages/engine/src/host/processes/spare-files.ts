import { closeSync, openSync, read, unlinkSync, write } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { runnerProgram } from './runner-program.ts'

/** Bytes that are copied at once. */
const chunkBytes = 2 ** 22

/** A file that no path leads to any more: the end of this process, and the one that a runner inherits. */
export type NamelessFile = { ours: number; inherited: number }

/**
 * An empty file in the scratch folder, for a process that has to have its files before it knows its job.
 * @param use what the runner does with it: it reads an input, and writes an output
 * @throws Error when there is no room for it
 */
export function openNameless(use: 'input' | 'output', number: number): NamelessFile {
  const name = path.join(runnerProgram().folder, `spare-${use}-${number}`)
  const toWrite = openSync(name, 'wx', 0o600)
  try {
    const toRead = openSync(name, 'r')
    return use === 'input' ? { ours: toWrite, inherited: toRead } : { ours: toRead, inherited: toWrite }
  } catch (problem) {
    closeSync(toWrite)
    throw problem
  } finally {
    unlinkSync(name)
  }
}

/**
 * Copies the first bytes of a file to the start of another.
 * @param from its descriptor and how many bytes; where it has fewer, the reader of the copy finds that out
 * @throws Error when there is no room for them
 */
export async function copyBytes({ fd, size }: { fd: number; size: number }, to: number): Promise<void> {
  const chunk = Buffer.allocUnsafe(Math.min(size, chunkBytes))
  for (let done = 0; done < size; ) {
    const { bytesRead } = await readAt(fd, chunk, 0, Math.min(chunk.length, size - done), done)
    if (bytesRead === 0) return
    for (let written = 0; written < bytesRead; ) {
      const { bytesWritten } = await writeAt(to, chunk, written, bytesRead - written, done + written)
      written += bytesWritten
    }
    done += bytesRead
  }
}

const readAt = promisify(read)
const writeAt = promisify(write)
