import { createHash } from 'node:crypto'
import type { FileFormat, FileKind, JsonSchema } from '@millrace/contract'
import {
  type DatasetOrigin,
  datasetBaseOf,
  datasetMaker,
  datasetStamp,
  guessDecimal,
  type KeptDataset,
  withFields,
} from '@millrace/engine'
import type { FileStore, PendingPlain } from '../../platform/files/file-store.ts'
import type { Platform } from '../../platform/platform.ts'
import { findDataset, insertDataset, type StoredDataset } from './datasets.repository.ts'
import type { UploadRow } from './uploads.reads.ts'

/** What the records of an upload are checked by: `format` as it is set at the source, `locale` of the pipeline. */
export type CheckedBy = {
  contentType: FileKind
  format: FileFormat
  rowSchema: JsonSchema | null
  schemas: Record<string, JsonSchema>
  locale: string | null
}

type Checked = Pick<UploadRow, 'id' | 'sha256' | 'detected'>

/** Whoever makes the same of the same writes the same bytes: a key that is taken is written over. */
const keyOf = (uploadId: string, stamp: string): string =>
  `d${createHash('sha256').update(stamp).digest('hex').slice(0, 16)}-${uploadId}`

export const datasetBase = ({ sha256 }: Pick<UploadRow, 'sha256'>, by: Omit<DatasetOrigin, 'sha256'>): string =>
  datasetBaseOf({ sha256, ...by })

/** The places of an upload's accepted records for imports that read it like this. */
export function keptDataset(
  { db, files }: Pick<Platform, 'db' | 'files'>,
  upload: Checked,
  by: CheckedBy,
): KeptDataset {
  const base = datasetBase(upload, by)
  const stampOf: KeptDataset['stampOf'] = (fields) =>
    datasetStamp(withFields(base, fields), upload.detected?.decimal, guessDecimal(by.locale))
  return {
    stampOf,
    async find(stamp) {
      const key = await findDataset(db, upload.id, stamp)
      return key !== null && (await files.exists(key)) ? files.localPath(key) : null
    },
    async create() {
      const made = new DatasetFile(files, upload.id)
      return {
        fd: (await made.open()).fd,
        drop: () => made.drop(),
        async keep() {
          const stored = await made.keep(stampOf(null))
          await insertDataset(db, upload.id, stored)
          return files.localPath(stored.key)
        },
      }
    },
  }
}

/**
 * A dataset on its way into the file store. Its bytes tell whether they are whole, so that nobody waits for the disk:
 * one that a power cut has damaged is made again.
 */
export class DatasetFile {
  readonly #files: FileStore
  readonly #uploadId: string
  #pending: PendingPlain | null = null

  constructor(files: FileStore, uploadId: string) {
    this.#files = files
    this.#uploadId = uploadId
  }

  async open(): Promise<{ fd: number }> {
    this.#pending = await this.#files.createPlain()
    return this.#pending
  }

  /** Gives it its key, under which it is found once a row names it. */
  async keep(stamp: string): Promise<StoredDataset> {
    if (this.#pending === null) throw new Error('no records were written')
    const { key, size } = await this.#pending.commit(keyOf(this.#uploadId, stamp))
    return { stamp, maker: datasetMaker(), key, bytes: size }
  }

  /** What has its key already stays: another attempt may name it, and what nobody names is removed by night. */
  async drop(): Promise<void> {
    await this.#pending?.discard()
  }
}
