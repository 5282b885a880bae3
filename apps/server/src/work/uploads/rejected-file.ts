import type { Writable } from 'node:stream'
import type { FileStore, PendingWrite } from '../../platform/files/file-store.ts'

/** Key of the rejected records that an attempt to validate an upload found, beside the upload's own. */
const keyOf = (uploadId: string, attempt: number): string => `r${attempt}-${uploadId}`

/**
 * The rejected records of one validation on their way into the file store. Nothing is kept under a key before `keep`,
 * which comes right before the transaction that names it; `drop` leaves nothing, at whatever moment.
 */
export class RejectedFile {
  readonly #files: FileStore
  readonly #key: string
  #pending: PendingWrite | null = null
  #isKept = false

  constructor(files: FileStore, upload: { id: string; attempt: number }) {
    this.#files = files
    this.#key = keyOf(upload.id, upload.attempt)
  }

  async open(): Promise<Writable> {
    this.#pending = await this.#files.create()
    return this.#pending.stream
  }

  /** Makes it durable. @returns its key */
  async keep(): Promise<string> {
    if (this.#pending === null) throw new Error('no rejected records were written')
    this.#isKept = true
    await this.#pending.commit(this.#key)
    return this.#key
  }

  /** `isNamed`: whether the upload names it after all, since the answer to a commit may be what was lost. */
  async drop(isNamed: (key: string) => Promise<boolean> = async () => false): Promise<void> {
    if (this.#isKept && !(await isNamed(this.#key))) await this.#files.remove(this.#key)
    await this.#pending?.discard()
  }
}

/** Removes what earlier attempts left when they were cut off between their file and their transaction. */
export async function dropEarlierRejected(files: FileStore, upload: { id: string; attempt: number }): Promise<void> {
  for (let attempt = 1; attempt < upload.attempt; attempt++) await files.remove(keyOf(upload.id, attempt))
}
