import { Writable } from 'node:stream'
import type { PipelineSink, StagedFile } from '@millrace/engine'

/** Keeps what a run writes in memory, as one JSON record per line; nothing leaves for a file, a table or an address. */
export function createCapturedOutputs() {
  const chunks = new Map<string, Buffer[]>()
  return {
    async openFile({ name }: PipelineSink): Promise<StagedFile> {
      const kept: Buffer[] = []
      chunks.set(name, kept)
      const write = new Writable({
        write(chunk: Buffer, _, done) {
          kept.push(chunk)
          done()
        },
      })
      return { write, commit: async () => {}, abort: async () => {} }
    },
    /** The records by sink. */
    outputs(): Record<string, unknown[]> {
      const records = (kept: Buffer[]): unknown[] =>
        Buffer.concat(kept)
          .toString()
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as unknown)
      return Object.fromEntries([...chunks].map(([name, kept]) => [name, records(kept)]))
    },
  }
}
