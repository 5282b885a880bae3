import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunnerDataset } from '../../protocol/messages.ts'
import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import { checkFile } from './checked-file.ts'
import { findDamage } from './dataset-damage.ts'
import type { FileSource, KeptDataset, NewDataset, PipelineSource } from './ports.ts'
import type { ImportRequest } from './run-import.ts'

type Checked = Pick<PipelineSource, 'rowSchema'> &
  Pick<ImportRequest, 'schemas'> & { limits?: Partial<RunnerLimits> | undefined }
type DatasetHost = { signal: AbortSignal; tell(message: string): void }

/** The datasets of an import's files, held open for a runner, which gets descriptors and no path. */
export class ImportDatasets {
  readonly #handles: FileHandle[] = []
  readonly #sizes: number[] = []
  /** Most memory that a process had which made one, in MiB. */
  peakMiB = 0

  get descriptors(): number[] {
    return this.#handles.map((handle) => handle.fd)
  }

  /** The same with their sizes. */
  get inputs(): { fd: number; size: number }[] {
    return this.#handles.map(({ fd }, i) => ({ fd, size: this.#sizes[i] ?? 0 }))
  }

  /**
   * What is kept of the file, if it is whole and was made of what it should be; else it is made now, by the same check.
   * @throws RunError; Error when it cannot be stored
   */
  async add(file: FileSource, checked: Checked, host: DatasetHost): Promise<RunnerDataset> {
    return this.#hold((await this.#kept(file, host)) ?? (await this.#made(file, checked, host)))
  }

  async #hold(handle: FileHandle): Promise<RunnerDataset> {
    this.#handles.push(handle)
    const { size } = await handle.stat()
    this.#sizes.push(size)
    return { fd: firstDescriptor + this.#handles.length - 1, size }
  }

  /** A file of another form beside them. */
  async addOther(path: string): Promise<RunnerDataset> {
    return this.#hold(await open(path, 'r'))
  }

  async close(): Promise<void> {
    await Promise.all(this.#handles.map((handle) => handle.close()))
  }

  async #kept(file: FileSource, host: DatasetHost): Promise<FileHandle | null> {
    if (file.dataset === undefined) return null
    const path = await file.dataset.find()
    const handle = path === null ? null : await open(path, 'r').catch(ifGone)
    const problem =
      handle === null
        ? 'no records of it are kept that were checked like this'
        : await findDamage(handle, file.dataset.stamp)
    if (problem === null) return handle
    await handle?.close()
    host.tell(`${file.name} is checked again: ${problem}`)
    return null
  }

  async #made(file: FileSource, { limits, ...checked }: Checked, host: DatasetHost): Promise<FileHandle> {
    const { kept, dataset } = await startDataset(file.dataset)
    try {
      const {
        lost,
        dataset: made,
        peakMiB,
      } = await checkFile(
        {
          ...{ file, ...checked, limits, shownFindings: 0 },
          dataset: {
            ...{ stamp: file.dataset?.stamp ?? '', stampsDecimal: false, isForImport: true },
            open: async () => dataset,
          },
        },
        host,
        (problem) => {
          throw problem
        },
      )
      this.peakMiB = Math.max(this.peakMiB, peakMiB)
      if (lost.dataset !== null) throw new Error(`The records of ${file.name} cannot be stored: ${lost.dataset}`)
      if (made === null) throw new RunError('result', `the records of ${file.name} take too much room`)
      const path = await dataset.keep()
      const handle = await open(path, 'r')
      if (!kept) await dataset.drop()
      return handle
    } catch (problem) {
      await dataset.drop()
      throw problem
    }
  }
}

/** One that nobody keeps lies in a folder of its own until it is open. */
async function startDataset(place: KeptDataset | undefined): Promise<{ kept: boolean; dataset: NewDataset }> {
  if (place !== undefined) return { kept: true, dataset: await place.create() }
  const folder = await mkdtemp(join(tmpdir(), 'millrace-dataset-'))
  const path = join(folder, 'dataset')
  const handle = await open(path, 'wx', 0o600)
  const drop = async () => {
    await handle.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { kept: false, dataset: { fd: handle.fd, keep: async () => path, drop } }
}

function ifGone(problem: unknown): null {
  if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw problem
}
