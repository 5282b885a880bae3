import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { decodeFoot, footBytes } from '../../dataset/dataset-foot.ts'

const chunkBytes = 2 ** 20
const damaged = 'its checked records are damaged'

/** Why an open dataset is not to be used, as half a sentence: every byte of it is looked at. null where it is whole. */
export async function findDamage(handle: FileHandle, stamp: string): Promise<string | null> {
  const { size } = await handle.stat()
  const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, Math.max(footBytes, size)))
  const start = Math.max(0, size - footBytes)
  const { bytesRead } = await handle.read(chunk, 0, footBytes, start)
  const foot = decodeFoot(Buffer.from(chunk.subarray(0, bytesRead)))
  if (foot === null || foot.groupBytes + foot.indexBytes !== start) return damaged
  if (foot.stamp !== stamp) return 'its records were checked under other rules'
  const groups = await sumOf(handle, chunk, 0, foot.groupBytes)
  const index = await sumOf(handle, chunk, foot.groupBytes, start)
  return groups === foot.groupSum && index === foot.indexSum ? null : damaged
}

async function sumOf(handle: FileHandle, chunk: Buffer, from: number, to: number): Promise<number> {
  let sum = 0
  for (let at = from; at < to; ) {
    const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, to - at), at)
    if (bytesRead === 0) return -1
    sum = crc32(chunk.subarray(0, bytesRead), sum)
    at += bytesRead
  }
  return sum
}
