import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunnerDataset } from '../../protocol/messages.ts'
import { RunError } from '../../runs/run-error.ts'
import type { RunnerLimits } from '../../runs/limits.ts'
import { fieldsToKeep } from '../../schemas/fields-to-check.ts'
import { firstDescriptor } from '../processes/spawn-runner.ts'
import { checkFile } from './checked-file.ts'
import { findDamage } from './dataset-damage.ts'
import type { FileSource, KeptDataset, NewDataset, PipelineSource } from './ports.ts'
import type { ImportRequest } from './run-import.ts'

type Checked = Pick<PipelineSource, 'rowSchema'> &
  Pick<ImportRequest, 'schemas'> & {
    /** The fields that are read of its records; absent or null = all. */
    fieldsRead?: readonly string[] | null
    limits?: Partial<RunnerLimits> | undefined
  }
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
    return this.#hold((await this.#kept(file, checked, host)) ?? (await this.#made(file, checked, host)))
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

  /** One of the fields that are read where there is one, as it is smaller; else that of all. */
  async #kept(
    { name, contentType, dataset }: FileSource,
    { rowSchema, schemas, fieldsRead = null }: Checked,
    host: DatasetHost,
  ): Promise<FileHandle | null> {
    if (dataset === undefined) return null
    const fields = fieldsToKeep(contentType, rowSchema, schemas, fieldsRead)
    let why = notKept
    for (const some of fields === null ? [null] : [fields, null]) {
      const found = await openKept(dataset, dataset.stampOf(some))
      if (typeof found !== 'string') return found
      if (why === notKept) why = found
    }
    host.tell(`${name} is checked again: ${why}`)
    return null
  }

  async #made(file: FileSource, { limits, rowSchema, schemas }: Checked, host: DatasetHost): Promise<FileHandle> {
    const { kept, dataset } = await startDataset(file.dataset)
    try {
      const {
        lost,
        dataset: made,
        peakMiB,
      } = await checkFile(
        {
          ...{ file, rowSchema, schemas, limits, shownFindings: 0 },
          dataset: {
            ...{ stamp: file.dataset?.stampOf(null) ?? '', stampsDecimal: false, isForImport: true, fields: null },
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

const notKept = 'no records of it are kept that were checked like this'

/** @returns why there is none to be used, if there is none */
async function openKept(dataset: KeptDataset, stamp: string): Promise<FileHandle | string> {
  const path = await dataset.find(stamp)
  const handle = path === null ? null : await open(path, 'r').catch(ifGone)
  if (handle === null) return notKept
  const damage = await findDamage(handle, stamp)
  if (damage === null) return handle
  await handle.close()
  return damage
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
