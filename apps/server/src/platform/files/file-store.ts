import type { Readable } from 'node:stream'

/** How much of a file's beginning tells what its content is. */
export const headBytes = 64 * 1024

export type StoredFile = { key: string; size: number; sha256: string }

/**
 * Where uploads and output files lie. A folder today; the interface leaves room for an object store.
 * Nothing is visible under its key before it is complete and flushed (G1).
 */
export interface FileStore {
  /** Streams to a temporary name while hashing and counting; `commit` flushes and renames, `discard` removes it. Over `limit` bytes: rejects with FileTooLargeError. */
  receive(source: Readable, limit: number): Promise<PendingFile>
  /** Like receive, but written by the caller. */
  create(): Promise<PendingWrite>
  /** A new file that is written by its descriptor, by another process too; it is not hashed. */
  createPlain(): Promise<PendingPlain>
  read(key: string): Promise<Readable>
  /** A path on this machine that may be opened for reading. */
  localPath(key: string): Promise<string>
  exists(key: string): Promise<boolean>
  remove(key: string): Promise<void>
  /** Keys of what was stored before that instant. */
  keysBefore(instant: Date): AsyncIterable<string>
  /** Removes what processes that are gone left half written before that instant. @returns how many files */
  discardLeftovers(before: Date): Promise<number>
  freeBytes(): Promise<number>
}
export interface PendingFile {
  readonly size: number
  readonly sha256: string
  /** First bytes, enough to tell what the content is. */
  readonly head: Buffer
  commit(key: string): Promise<StoredFile>
  discard(): Promise<void>
}
export interface PendingWrite {
  readonly stream: import('node:stream').Writable
  /** Ends the stream and brings its bytes to disk, so that `commit` is quick. May be called once everything is written. */
  flush(): Promise<void>
  commit(key: string): Promise<StoredFile>
  discard(): Promise<void>
}
/** What tells by itself whether it is whole and can be made again: a power cut may damage it. */
export interface PendingPlain {
  readonly fd: number
  commit(key: string): Promise<Pick<StoredFile, 'key' | 'size'>>
  discard(): Promise<void>
}
export class FileTooLargeError extends Error {}
