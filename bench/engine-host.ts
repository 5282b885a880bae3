import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ImportHost } from '@millrace/engine'

/** A host whose output files lie in a folder: the engine without server and database. */
export function folderHost(folder: string): ImportHost {
  return {
    signal: new AbortController().signal,
    log() {},
    progress() {},
    async openFile(sink) {
      const staged = path.join(folder, `${sink.name}.part`)
      const write = createWriteStream(staged, { highWaterMark: 256 * 1024 })
      return {
        write,
        commit: () => rename(staged, path.join(folder, sink.name)),
        async abort() {
          write.destroy()
          await rm(staged, { force: true })
        },
      }
    },
    openTable() {
      throw new Error('no tables here')
    },
    fence: async () => true,
  }
}
