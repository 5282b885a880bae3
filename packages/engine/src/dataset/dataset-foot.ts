import { crc32 } from 'node:zlib'
import { datasetVersion } from './dataset.types.ts'

/** The last bytes of a dataset, by which a file is known to be one, whole, and made of what it should be. */
export type DatasetFoot = {
  version: number
  stamp: string
  /** Bytes before the index, and of it. */
  groupBytes: number
  indexBytes: number
  /** CRC-32 of each. */
  groupSum: number
  indexSum: number
}

const magic = 'MillDATA'
const maxStamp = 96
export const footBytes = 8 + 2 + 2 + maxStamp + 8 + 4 + 4 + 4 + 4

export function encodeFoot({
  stamp,
  groupBytes,
  indexBytes,
  groupSum,
  indexSum,
}: Omit<DatasetFoot, 'version'>): Buffer {
  if (stamp.length > maxStamp) throw new Error('the stamp of a dataset is too long')
  const foot = Buffer.alloc(footBytes)
  foot.writeUInt16LE(datasetVersion, 0)
  foot.writeUInt16LE(stamp.length, 2)
  foot.write(stamp, 4, 'latin1')
  let at = 4 + maxStamp
  foot.writeBigUInt64LE(BigInt(groupBytes), at)
  at += 8
  for (const value of [indexBytes, groupSum, indexSum]) {
    foot.writeUInt32LE(value, at)
    at += 4
  }
  foot.writeUInt32LE(crc32(foot.subarray(0, at)), at)
  foot.write(magic, at + 4, 'latin1')
  return foot
}

/** @returns null where these bytes end no dataset, or one of another version of the format */
export function decodeFoot(foot: Buffer): DatasetFoot | null {
  const sumAt = footBytes - magic.length - 4
  if (foot.length !== footBytes || foot.toString('latin1', sumAt + 4) !== magic) return null
  if (foot.readUInt32LE(sumAt) !== crc32(foot.subarray(0, sumAt))) return null
  const version = foot.readUInt16LE(0)
  if (version !== datasetVersion) return null
  const at = 4 + maxStamp
  return {
    version,
    stamp: foot.toString('latin1', 4, 4 + foot.readUInt16LE(2)),
    groupBytes: Number(foot.readBigUInt64LE(at)),
    indexBytes: foot.readUInt32LE(at + 8),
    groupSum: foot.readUInt32LE(at + 12),
    indexSum: foot.readUInt32LE(at + 16),
  }
}
