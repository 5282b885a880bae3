import type { Readable } from 'node:stream'
import { type FileStore, FileTooLargeError, headBytes } from '../../../platform/files/file-store.ts'

/** Takes one fetched file that is only looked at. An upload's limit bounds it. */
export class MemoryFiles implements Pick<FileStore, 'receive'> {
  content = Buffer.alloc(0)

  async receive(source: Readable, limit: number): ReturnType<FileStore['receive']> {
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of source) {
      chunks.push(chunk)
      size += chunk.length
      if (size > limit) throw new FileTooLargeError()
    }
    this.content = Buffer.concat(chunks)
    return {
      size,
      sha256: '',
      head: this.content.subarray(0, headBytes),
      commit: () => Promise.reject(new Error('a file that is only looked at is not kept')),
      discard: async () => {},
    }
  }
}
