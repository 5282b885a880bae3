import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Writable } from 'node:stream'
import type { FileFormat, FileKind, JsonSchema } from '@millrace/contract'
import { dataFolder } from '../../formats/test-support/real-data-for-test.ts'
import type { TableColumn, TableSink } from '../../outputs/targets/table.types.ts'
import { withFields } from './dataset-base.ts'
import type { FileSource, ImportHost, KeptDataset, PipelineSink, PipelineSource } from './ports.ts'

export const dataFile = (name: string, contentType: FileKind, format: FileFormat = {}): FileSource => {
  const file = path.join(dataFolder, name)
  return { path: file, size: statSync(file).size, name: path.basename(name), contentType, format }
}

export const source = (
  dataSubKind: string,
  file: FileSource | null,
  rowSchema: JsonSchema | null = null,
  tolerance = 0,
): PipelineSource => ({
  dataSubKind,
  file,
  rowSchema,
  tolerance,
})

export const sink = (name: string, more: Partial<PipelineSink> = {}): PipelineSink => ({
  name,
  rowSchema: null,
  tolerance: 0,
  format: 'ndjson',
  table: null,
  http: null,
  ...more,
})

let parts = 0

/** Keeps a dataset in a folder: who comes first makes it, and several may at once. */
export function keptAt(path: string, stamp: string): KeptDataset {
  return {
    stampOf: (fields) => withFields(stamp, fields),
    find: async () => (existsSync(path) ? path : null),
    async create() {
      const part = `${path}.${parts++}`
      const fd = openSync(part, 'w')
      return {
        fd,
        async keep() {
          closeSync(fd)
          renameSync(part, path)
          return path
        },
        async drop() {
          closeSync(fd)
          rmSync(part)
        },
      }
    },
  }
}

/** A host whose output files lie in a folder of its own, staged as `.part`. */
export class FolderHost implements ImportHost {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'import-test-'))
  readonly lines: string[] = []
  readonly #stop = new AbortController()
  readonly #firstProgress = Promise.withResolvers<void>()
  progressed = 0
  fenceHeld = true
  /** Takes no bytes of a file before the first progress was told: however quick the machine, the run lasts until then. */
  waitsForProgress = false

  get signal(): AbortSignal {
    return this.#stop.signal
  }

  stop(): void {
    this.#stop.abort()
  }

  log(level: string, message: string): void {
    this.lines.push(`${level}: ${message}`)
  }

  progress(): void {
    this.progressed++
    this.#firstProgress.resolve()
  }

  async openFile(target: PipelineSink) {
    const staged = path.join(this.folder, `${target.name}.part`)
    const write = createWriteStream(staged)
    const gate = new Writable({
      write: (chunk: Buffer, _, done) => void this.#firstProgress.promise.then(() => write.write(chunk, done)),
      final: (done) => void write.end(done),
    })
    return {
      write: this.waitsForProgress ? gate : write,
      commit: () => rename(staged, path.join(this.folder, target.name)),
      abort: async () => {
        write.destroy()
        await rm(staged, { force: true })
      },
    }
  }

  openTable(_sink: PipelineSink, _columns: TableColumn[]): Promise<TableSink> {
    throw new Error('this host has no tables')
  }

  async fence(): Promise<boolean> {
    return this.fenceHeld
  }

  files(): string[] {
    return readdirSync(this.folder)
  }

  text(name: string): string {
    return readFileSync(path.join(this.folder, name), 'utf8')
  }

  records(name: string): Record<string, unknown>[] {
    return this.text(name)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** What every import of a test has in common. */
export const constants = {
  importId: 'test',
  schemas: {},
  rtContext: {},
  seed: 'test',
  now: '2026-03-01T10:00:00.000Z',
}
