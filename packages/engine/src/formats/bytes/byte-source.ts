import { readSync } from 'node:fs'
import type { FileInput } from '../records/file.types.ts'

/** Bytes read by position: the inherited file descriptor, or the unpacked content of a zip. */
export type ByteSource = {
  size: number
  /** Fills `target` from `position` on; the number of bytes read, 0 at the end. */
  readInto(target: Buffer, position: number): number
}

/**
 * Reading is synchronous on purpose: the file is local and warm, a chunk costs a tenth of a millisecond, and the
 * event loop of the runner has nothing else to do in between.
 */
export function fileSource(input: FileInput): ByteSource {
  return {
    size: input.size,
    readInto(target, position) {
      let filled = 0
      while (filled < target.length && position + filled < input.size) {
        const wanted = Math.min(target.length - filled, input.size - position - filled)
        const got = readSync(input.fd, target, filled, wanted, position + filled)
        if (got === 0) break
        filled += got
      }
      return filled
    },
  }
}

export function bufferSource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    readInto: (target, position) => bytes.copy(target, 0, position, position + target.length),
  }
}

/** Fewer bytes at the end of the source. */
export function readBytes(source: ByteSource, position: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, source.size - position)))
  return bytes.subarray(0, source.readInto(bytes, position))
}

export const CHUNK_BYTES = 64 * 1024

/** Successive chunks. One buffer is used again and again: a chunk is valid until the next one is asked for. */
export function* byteChunks(
  source: ByteSource,
  from = 0,
  size = CHUNK_BYTES,
): Generator<{ bytes: Buffer; at: number }> {
  const buffer = Buffer.allocUnsafe(size)
  for (let at = from; at < source.size; ) {
    const got = source.readInto(buffer, at)
    if (got === 0) return
    yield { bytes: buffer.subarray(0, got), at }
    at += got
  }
}

/** 1-based line of a byte; `width` is 2 for UTF-16. */
export function lineOfByte(source: ByteSource, offset: number): number {
  let line = 1
  for (const { bytes, at } of byteChunks(source)) {
    if (at >= offset) break
    const end = Math.min(bytes.length, offset - at)
    for (let i = bytes.indexOf(10); i >= 0 && i < end; i = bytes.indexOf(10, i + 1)) line++
  }
  return line
}
